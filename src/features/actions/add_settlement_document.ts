import { z } from 'zod';
import { day, enumField, flag, id, line, name, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { documentReaders, documentRefusals, maxDocuments } from '../../domain/rules/settlement-documents.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { countDocuments, insertDocument } from '../../store/land/settlement-documents.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { refuseAskingNobody, takeDocumentFile } from './take-document-file.ts';

export const add_settlement_document = defineOperation({
  name: 'add_settlement_document',
  summary: 'Add a charter, minutes or another paper, for those whom the board chooses. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    title: name(200).trim(),
    day,
    folder: line(60).trim().optional(),
    readers: enumField(documentReaders).default('residents'),
    /** Residents are asked to say that they have read it. */
    asks_reading: flag.optional(),
    /** A file of the settlement itself that the board has just sent. */
    file: id,
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  async write({ title, day: of, folder = '', readers, asks_reading, file }, context, { id: settlementId }) {
    const { db, caller, now, newId } = context;
    const asksReading = asks_reading ?? false;
    refuseAskingNobody(readers, asksReading);
    const { documents, bytes } = await countDocuments(db, settlementId);
    if (documents >= maxDocuments) refuse.invalid('title', documentRefusals.tooMany);
    const id = newId();
    await takeDocumentFile(context, file, { settlementId, documentId: id, used: bytes });
    const document = { id, settlementId, mediaId: file, title, day: of, folder, readers, asksReading };
    await insertDocument(db, { ...document, addedBy: caller.accountId, now: now() });
    await recordDecision(context, {
      action: 'add_settlement_document',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      after: { title, day: of, readers },
    });
    return { document: id };
  },
});
