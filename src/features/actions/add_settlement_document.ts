import { z } from 'zod';
import { day, id, name, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { isValidDocumentFile } from '../../domain/rules/settlement-documents.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { insertDocument } from '../../store/land/settlement-documents.ts';
import { lockMedia } from '../../store/media/media.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const add_settlement_document = defineOperation({
  name: 'add_settlement_document',
  summary: 'Add a charter, minutes or another paper for residents to read. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    title: name(200).trim(),
    day,
    /** A file of the settlement itself that residents see. */
    file: id,
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  async write({ title, day: of, file }, context, { id: settlementId }) {
    const { db, caller, now, newId } = context;
    const media = await lockMedia(db, file);
    if (media === undefined || !isValidDocumentFile(media, settlementId)) refuse.invalid('file', unfit);
    const document = { id: newId(), settlementId, mediaId: file, title, day: of };
    const isNew = await insertDocument(db, { ...document, addedBy: caller.accountId, now: now() });
    // Form submitted twice: the document already exists.
    if (!isNew) return;
    await recordDecision(context, {
      action: 'add_settlement_document',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      after: { title, day: of },
    });
  },
});

const unfit = {
  en: 'There is no such file of the settlement for residents.',
  ru: 'Такого файла посёлка для жителей нет.',
};
