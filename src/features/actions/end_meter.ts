import { z } from 'zod';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { updateMeter } from '../../store/devices/meters.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadMeter } from '../metering/load-meter.ts';

export const end_meter = defineOperation({
  name: 'end_meter',
  summary: 'A meter that the board keeps is not read any more; its readings stay. For the board.',
  scope: 'session',
  input: z.object({ meter: id }),
  load: ({ meter }, context: SignedInContext, lock) => loadMeter({ id: meter }, context, lock),
  permit({ isEditor, sensorId }) {
    permit(
      (isEditor && sensorId === null) || {
        en: 'The board ends the meters that it keeps.',
        ru: 'Правление убирает только те счётчики, которые завело само.',
      },
    );
  },
  async write(_, context, meter) {
    if (meter.isEnded || meter.settlementId === null) return refuse.notFound('meter');
    await updateMeter(context.db, meter.id, { endedAt: context.now() });
    await recordDecision(context, {
      action: 'end_meter',
      subject: { type: 'parcel', id: meter.parcelId },
      settlementId: meter.settlementId,
      before: { kind: meter.kind, name: meter.name },
    });
    return { plotNumber: meter.plotNumber };
  },
});
