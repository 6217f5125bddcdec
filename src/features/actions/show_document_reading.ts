import { z } from 'zod';
import { id, idCursor, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayReadAsBoard } from '../../domain/rules/settlement-role.ts';
import { countReading, listUnreadPlots } from '../../store/land/document-readings.ts';
import { findReadableDocument } from '../../store/land/settlement-documents.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const pageSize = 100;

export const show_document_reading = defineOperation({
  name: 'show_document_reading',
  summary:
    'How many dwelling plots have said that they read a document, and which have not, those on paper among them. For the board and its auditor.',
  scope: 'session',
  input: z.object({ settlement: reference, document: id, cursor: idCursor.optional() }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayReadAsBoard(settlementRole));
  },
  async show({ document, cursor }, { db, caller }, { id: settlementId, settlementRole }) {
    const reader = { settlementId, accountId: caller.accountId, settlementRole };
    const found = await findReadableDocument(db, reader, document);
    if (found === undefined || !found.asksReading) return refuse.notFound('document');
    const [rows, counts] = await Promise.all([
      listUnreadPlots(db, document, { after: cursor, limit: pageSize + 1 }),
      countReading(db, document),
    ]);
    const plots = rows.slice(0, pageSize);
    const { plots: all, read } = counts ?? { plots: 0, read: 0 };
    return {
      title: found.title,
      version: found.version,
      readSinceVersion: found.readSinceVersion,
      all,
      read,
      plots,
      cursor: rows.length > pageSize ? (plots.at(-1)?.id ?? null) : null,
    };
  },
});
