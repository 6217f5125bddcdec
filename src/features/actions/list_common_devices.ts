import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayReadAsResident } from '../../domain/rules/settlement-documents.ts';
import {
  listCommonPlots,
  listCommonSensors,
  listKeepers,
  listPossibleKeepers,
} from '../../store/devices/common-devices.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { showCommonSensor } from './show-common-sensor.ts';

export const list_common_devices = defineOperation({
  name: 'list_common_devices',
  summary:
    'Devices of the settlement with their latest values, and who looks after them. For its residents and board.',
  scope: 'session',
  input: z.object({ settlement: reference }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayReadAsResident(settlementRole)),
  async show(_, { db, caller, now }, { id: settlementId, settlementRole }) {
    const [sensors, keepers, plots, residents] = await Promise.all([
      listCommonSensors(db, settlementId),
      listKeepers(db, settlementId),
      listCommonPlots(db, settlementId),
      settlementRole.isEditor ? listPossibleKeepers(db, settlementId) : [],
    ]);
    const isKeeper =
      settlementRole.isEditor || keepers.some(({ accountId }) => accountId === caller.accountId);
    return {
      isKeeper,
      keepers: keepers.map(({ accountId, name }) => ({ account: accountId, name })),
      plots: isKeeper ? plots : [],
      /** Whom the board may name. */
      residents,
      sensors: sensors.map((row) => showCommonSensor(row, now())),
    };
  },
});
