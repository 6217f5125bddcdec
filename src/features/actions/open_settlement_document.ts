import { z } from 'zod';
import { id, integer, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { maxDocumentVersions } from '../../domain/rules/settlement-documents.ts';
import { findDocumentFile } from '../../store/land/settlement-documents.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { findStoredFile } from '../loaders/stored-file.ts';

export const open_settlement_document = defineOperation({
  name: 'open_settlement_document',
  summary:
    'Where the file of a version of a document is kept. For who may read the document, each time anew.',
  scope: 'public',
  input: z.object({ settlement: reference, document: id, version: integer(1, maxDocumentVersions) }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  async show({ document, version }, { db, caller }, { id: settlementId, settlementRole }) {
    const reader = { settlementId, accountId: caller.accountId, settlementRole };
    const found = await findDocumentFile(db, reader, { documentId: document, version });
    return findStoredFile(found) ?? refuse.notFound('document');
  },
});
