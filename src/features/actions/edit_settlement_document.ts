import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { enumField, flag, id, line, name, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { refuseConflicts } from '../../domain/rules/edit-conflicts.ts';
import { documentReaders } from '../../domain/rules/settlement-documents.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { lockDocument, saveDocument } from '../../store/land/settlement-documents.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { refuseAskingNobody } from './take-document-file.ts';

const fields = {
  title: name(200).trim(),
  folder: line(60).trim(),
  readers: enumField(documentReaders),
  asks_reading: flag,
};

export const edit_settlement_document = defineOperation({
  name: 'edit_settlement_document',
  summary:
    'Change what a document is called, where it lies, who reads it and whether it has to be read. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    document: id,
    ...fields,
    /** None: as before. */
    readers: fields.readers.optional(),
    folder: fields.folder.default(''),
    asks_reading: fields.asks_reading.default(false),
    seen: z.object(fields).partial().optional(),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  async write({ settlement: _, document, seen = {}, ...given }, context, { id: settlementId }) {
    const { db } = context;
    const found = (await lockDocument(db, settlementId, document)) ?? refuse.notFound('document');
    const { title, folder, readers, asksReading } = found;
    const wanted = { ...given, readers: given.readers ?? readers };
    const before = { title, folder, readers, asks_reading: asksReading };
    refuseConflicts(wanted, seen, before);
    // Sent once more, it is no second decision.
    if (isDeepStrictEqual(wanted, before)) return;
    refuseAskingNobody(wanted.readers, wanted.asks_reading);
    await saveDocument(db, document, { ...wanted, asksReading: wanted.asks_reading });
    const subject = { type: 'settlement', id: settlementId } as const;
    await recordDecision(context, {
      action: 'edit_settlement_document',
      subject,
      settlementId,
      before,
      after: wanted,
    });
  },
});
