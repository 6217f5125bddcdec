import { z } from 'zod';
import { enumField, id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayReadAsBoard } from '../../domain/rules/settlement-role.ts';
import { listOpenAppeals, listSanctions, type SanctionList } from '../../store/accounts/sanctions.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { describeSanction } from './sanction-description.ts';

const pageSize = 30;
const maxAppeals = 50;

export const list_sanctions = defineOperation({
  name: 'list_sanctions',
  summary:
    'What was imposed on people, newest first: on oneself; by the board of a settlement, for it; on the platform, for moderators, with appeals that wait.',
  scope: 'session',
  input: z.object({
    of: enumField(['person', 'board', 'platform']),
    /** Of `board`. */
    settlement: reference.optional(),
    before: id.optional(),
  }),
  load: async ({ of, settlement = '' }, context) =>
    of === 'board' ? loadSettlement(settlement, context) : null,
  permit(place, caller, { of }) {
    if (place !== null) permit(mayReadAsBoard(place.settlementRole));
    else if (of === 'platform') permit(caller.isModerator || moderatorsOnly);
  },
  async show({ of, before }, { db, caller, now }, place) {
    const reader = caller.accountId;
    const list: SanctionList =
      place !== null
        ? { of: 'board', settlementId: place.id, reader }
        : of === 'platform'
          ? { of, reader }
          : of === 'person'
            ? { of, accountId: reader }
            : refuse.notFound('settlement');
    const [rows, appeals] = await Promise.all([
      listSanctions(db, list, before, pageSize + 1),
      of === 'platform' && before === undefined ? listOpenAppeals(db, reader, maxAppeals) : [],
    ]);
    const shown = rows.slice(0, pageSize);
    const describe = (row: (typeof rows)[number]) => describeSanction(row, of === 'person', now());
    return {
      sanctions: shown.map(describe),
      appeals: appeals.map(describe),
      next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    };
  },
});

const moderatorsOnly = { en: 'This is for moderators.', ru: 'Это только для модераторов.' };
