import { z } from 'zod';
import { opaqueCursor, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayReadDocuments } from '../../domain/rules/settlement-documents.ts';
import { listDocuments } from '../../store/land/settlement-documents.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const pageSize = 50;

export const list_settlement_documents = defineOperation({
  name: 'list_settlement_documents',
  summary: 'Documents of a settlement with their files, newest day first. For its residents and board.',
  scope: 'session',
  input: z.object({ settlement: reference, cursor: opaqueCursor.optional() }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayReadDocuments(settlementRole));
  },
  async show({ cursor }, { db, caller, cursors }, { id: settlementId }) {
    const bound = { settlement: settlementId };
    const position = cursors.parse('settlement_documents', bound, cursor);
    const [day, id] = position.key;
    const rows = await listDocuments(
      db,
      { settlementId, accountId: caller.accountId },
      {
        ...(day !== undefined && id !== undefined && { after: { day: dayOf(day), id } }),
        limit: pageSize + 1,
      },
    );
    const { page, cursor: next } = position.slicePage(rows, pageSize, (last) => [
      last.day.replaceAll('-', ''),
      last.documentId,
    ]);
    return { documents: page, cursor: next };
  },
});

/** A cursor holds integers: 20261114 for 2026-11-14. */
const dayOf = (digits: string) => digits.padStart(8, '0').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
