import { z } from 'zod';
import { enumField, reference, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { plotKinds } from '../../domain/rules/plot-kinds.ts';
import { readPlotNumbers } from '../../domain/rules/plot-number-list.ts';
import { plotNumberKey } from '../../domain/rules/plot-numbers.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { lockSettlement } from '../../store/land/boundaries.ts';
import { findParcelsByNumber } from '../../store/land/named-parcels.ts';
import { insertParcels } from '../../store/land/parcels.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const add_plots = defineOperation({
  name: 'add_plots',
  summary:
    'Add plots by their numbers alone, one or a range; those that exist stay as they are. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    numbers: text(4000, 1),
    address: text(200).default(''),
    kind: enumField(plotKinds).default('dwelling'),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayEditSettlement(settlementRole)),
  async write({ numbers, address, kind }, context, { id: settlementId }) {
    const { db, newId, now } = context;
    const named = readPlotNumbers(numbers);
    if ('en' in named) return refuse.invalid('numbers', named);
    await lockSettlement(db, settlementId);
    const present = await findParcelsByNumber(db, settlementId, named);
    const added = named.filter((number) => !present.has(number));
    if (added.length === 0)
      return refuse.invalid('numbers', {
        en: 'The village has all these plots already.',
        ru: 'Все эти участки в посёлке уже есть.',
      });
    await insertParcels(
      db,
      added.map((number) => ({
        id: newId(),
        settlementId,
        number,
        cadastralNumber: null,
        address,
        areaM2: null,
        geometry: null,
        center: null,
        kind,
      })),
      now(),
    );
    await recordDecision(context, {
      action: 'add_plots',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      after: { kind, count: added.length, numbers: added.slice(0, 20).map(plotNumberKey) },
    });
    return { added: added.length, present: present.size };
  },
});
