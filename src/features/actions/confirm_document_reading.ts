import { z } from 'zod';
import { id, integer, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { maxDocumentVersions } from '../../domain/rules/settlement-documents.ts';
import { mayActAsResident } from '../../domain/rules/settlement-role.ts';
import { insertDocumentReading } from '../../store/land/document-readings.ts';
import { findReadableDocument } from '../../store/land/settlement-documents.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const confirm_document_reading = defineOperation({
  name: 'confirm_document_reading',
  summary:
    'Say that one has read a version of a document which the board asks to be read. For residents who may read it.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    document: id,
    /** That was shown: a newer one may have come since. */
    version: integer(1, maxDocumentVersions),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayActAsResident(settlementRole));
  },
  async write({ document, version }, { db, caller, now }, { id: settlementId, settlementRole }) {
    const { accountId } = caller;
    const reader = { settlementId, accountId, settlementRole };
    const found = (await findReadableDocument(db, reader, document)) ?? refuse.notFound('document');
    if (!found.asksReading) refuse.invalid('document', notAsked);
    if (version > found.version) refuse.notFound('document');
    await insertDocumentReading(db, { documentId: document, version, accountId, at: now() });
    return { newer: version < found.readSinceVersion ? found.version : null };
  },
});

const notAsked = {
  en: 'Nobody asks to confirm that this document was read.',
  ru: 'Подтверждать, что прочитали, здесь не нужно.',
};
