import { z } from 'zod';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { flag, id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayShareMeter } from '../../domain/rules/meters.ts';
import { updateMeter } from '../../store/devices/meters.ts';
import { loadMeter } from '../metering/load-meter.ts';

export const share_meter = defineOperation({
  name: 'share_meter',
  summary: 'Let the board read a meter, or end that. For whose meter it is.',
  scope: 'session',
  input: z.object({ meter: id, for_board: flag }),
  load: ({ meter }, context: SignedInContext, lock) => loadMeter({ id: meter }, context, lock),
  permit: ({ ownerId, sensorId, isPlotOwner }, { accountId }) =>
    permit(mayShareMeter({ isOwn: ownerId === accountId, isKeptByBoard: sensorId === null, isPlotOwner })),
  async write({ for_board }, { db }, meter) {
    await updateMeter(db, meter.id, { forBoard: for_board });
    return { forBoard: for_board };
  },
});
