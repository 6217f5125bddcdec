import { z } from 'zod';
import { opaqueCursor, pageLimit, reference, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { listDocuments, measureDocuments } from '../../store/land/settlement-documents.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const list_settlement_documents = defineOperation({
  name: 'list_settlement_documents',
  summary: 'Documents of a settlement that the caller may read, newest day first. For everybody.',
  scope: 'public',
  input: z.object({
    settlement: reference,
    /** In the title or the folder. */
    q: text(200).optional(),
    limit: pageLimit(50, 50),
    cursor: opaqueCursor.optional(),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  async show({ q: asked, limit, cursor }, { db, caller, cursors }, { id: settlementId, settlementRole }) {
    const q = asked?.trim() || undefined;
    const bound = { settlement: settlementId, ...(q !== undefined && { q }) };
    const position = cursors.parse('settlement_documents', bound, cursor);
    const [day, id] = position.key;
    const reader = { settlementId, accountId: caller.accountId, settlementRole };
    const after = day !== undefined && id !== undefined ? { day: dayOf(day), id } : undefined;
    const [rows, used] = await Promise.all([
      listDocuments(db, reader, { q, after, limit: limit + 1 }),
      settlementRole.isEditor && q === undefined ? measureDocuments(db, settlementId) : null,
    ]);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [
      last.day.replaceAll('-', ''),
      last.documentId,
    ]);
    return { documents: page, usedBytes: used?.bytes ?? null, cursor: next };
  },
});

/** A cursor holds integers: 20261114 for 2026-11-14. */
const dayOf = (digits: string) => digits.padStart(8, '0').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
