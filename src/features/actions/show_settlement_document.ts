import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import {
  findReadableDocument,
  listFormerVersions,
  measureDocuments,
} from '../../store/land/settlement-documents.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const show_settlement_document = defineOperation({
  name: 'show_settlement_document',
  summary: 'A document of a settlement with its former versions. For who may read it.',
  scope: 'public',
  input: z.object({ settlement: reference, document: id }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  async show({ document }, { db, caller }, { id: settlementId, settlementRole }) {
    const reader = { settlementId, accountId: caller.accountId, settlementRole };
    const found = (await findReadableDocument(db, reader, document)) ?? refuse.notFound('document');
    const [former, used] = await Promise.all([
      listFormerVersions(db, document),
      settlementRole.isEditor ? measureDocuments(db, settlementId) : null,
    ]);
    return { document: found, former, usedBytes: used?.bytes ?? null };
  },
});
