import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { mayReadAsResident } from '../../domain/rules/settlement-documents.ts';
import { listCommonSensors } from '../../store/devices/common-devices.ts';
import { hasPublicDocument } from '../../store/land/settlement-documents.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { showCommonSensor } from './show-common-sensor.ts';

export const show_village_commons = defineOperation({
  name: 'show_village_commons',
  summary:
    'What the page of a settlement shows of its devices, to residents and the board, and whether documents are open to everybody else.',
  scope: 'public',
  input: z.object({ settlement: reference }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  async show(_, { db, now }, { id, settlementRole }) {
    if (mayReadAsResident(settlementRole) !== true)
      return { sensors: [], hasDocuments: await hasPublicDocument(db, id) };
    const sensors = await listCommonSensors(db, id);
    return { sensors: sensors.map((row) => showCommonSensor(row, now())), hasDocuments: true };
  },
});
