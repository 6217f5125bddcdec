import { z } from 'zod';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { enumField, id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { maySeeReading } from '../../domain/rules/meters.ts';
import { findDialPhotograph } from '../../store/devices/dial-photographs.ts';
import { findStoredFile } from '../loaders/stored-file.ts';
import { loadMeter } from '../metering/load-meter.ts';

export const open_dial_photograph = defineOperation({
  name: 'open_dial_photograph',
  summary:
    'Where the photograph of a reading is kept. For exactly those who see the reading, each time anew.',
  scope: 'session',
  input: z.object({ meter: id, reading: id, size: enumField(['large', 'thumb']).default('large') }),
  load: ({ meter }, context: SignedInContext, lock) => loadMeter({ id: meter }, context, lock),
  async show({ reading, size }, { db }, meter) {
    const found = await findDialPhotograph(db, meter.id, reading);
    if (found === undefined || !maySeeReading(meter, found.measuredAt.getTime()))
      return refuse.notFound('meter');
    return findStoredFile(found, size) ?? refuse.notFound('media');
  },
});
