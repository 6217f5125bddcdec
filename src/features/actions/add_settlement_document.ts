import { z } from 'zod';
import { day, flag, id, line, name, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { isValidDocumentFile } from '../../domain/rules/settlement-documents.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { countDocuments, insertDocument } from '../../store/land/settlement-documents.ts';
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
    folder: line(60).trim().optional(),
    /** Residents are asked to say that they have read it. */
    asks_reading: flag.optional(),
    /** A file of the settlement itself that residents see. */
    file: id,
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  async write({ title, day: of, folder = '', asks_reading, file }, context, { id: settlementId }) {
    const { db, caller, now, newId } = context;
    if ((await countDocuments(db, settlementId)) >= maxDocuments) refuse.invalid('title', tooMany);
    const media = await lockMedia(db, file);
    if (media === undefined || !isValidDocumentFile(media, settlementId)) refuse.invalid('file', unfit);
    const document = {
      id: newId(),
      settlementId,
      mediaId: file,
      title,
      day: of,
      folder,
      asksReading: asks_reading ?? false,
    };
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

/** Papers of a settlement at one time. */
const maxDocuments = 500;
const tooMany = {
  en: `The village has ${maxDocuments} documents. Remove what nobody needs first.`,
  ru: `В посёлке уже ${maxDocuments} документов. Сначала уберите ненужные.`,
};

const unfit = {
  en: 'There is no such file of the village for residents.',
  ru: 'Такого файла посёлка для жителей нет.',
};
