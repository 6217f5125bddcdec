import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayActAsResident } from '../../domain/rules/settlement-role.ts';
import { findDocument, insertDocumentReading } from '../../store/land/settlement-documents.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const confirm_document_reading = defineOperation({
  name: 'confirm_document_reading',
  summary: 'Say that one has read a document which the board asks to be read. For residents.',
  scope: 'session',
  input: z.object({ settlement: reference, document: id }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayActAsResident(settlementRole));
  },
  async write({ document }, { db, caller, now }, { id: settlementId }) {
    const found = (await findDocument(db, settlementId, document)) ?? refuse.notFound('document');
    if (!found.asksReading) refuse.invalid('document', notAsked);
    await insertDocumentReading(db, { documentId: document, accountId: caller.accountId, at: now() });
  },
});

const notAsked = {
  en: 'Nobody asks to confirm that this document was read.',
  ru: 'Подтверждать, что прочитали, здесь не нужно.',
};
