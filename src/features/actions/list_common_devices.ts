import { z } from 'zod';
import { formatTimestamp, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { isFresh } from '../../domain/rules/sensor-freshness.ts';
import { mayReadAsResident } from '../../domain/rules/settlement-documents.ts';
import {
  listCommonPlots,
  listCommonSensors,
  listKeepers,
  listPossibleKeepers,
} from '../../store/devices/common-devices.ts';
import { loadSettlement } from '../loaders/settlement.ts';

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
      sensors: sensors.map((row) => ({
        id: row.id,
        connectionId: row.connectionId,
        deviceName: row.deviceName,
        name: row.name,
        kind: row.kind,
        raw_key: row.rawKey,
        value_type: row.valueType,
        unit: row.unit,
        number: row.number,
        text: row.text,
        is_raised: row.isRaised,
        is_fresh: isFresh(
          {
            lastReportAt: row.reportedAt?.getTime() ?? null,
            rhythmMs: row.rhythmS === null ? null : row.rhythmS * 1000,
          },
          now().getTime(),
        ),
        measured_at: formatTimestamp(row.measuredAt),
      })),
    };
  },
});
