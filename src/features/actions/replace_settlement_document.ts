import { z } from 'zod';
import { day, flag, id, integer, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { documentRefusals, maxDocumentVersions } from '../../domain/rules/settlement-documents.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { countDocuments, lockDocument, replaceDocumentFile } from '../../store/land/settlement-documents.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { refuseAskingNobody, takeDocumentFile } from './take-document-file.ts';

export const replace_settlement_document = defineOperation({
  name: 'replace_settlement_document',
  summary:
    'Put a new version of a document in place of the one shown, which stays to be read as a former one. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    document: id,
    day,
    file: id,
    /** Who has read a former version is asked to read this one. */
    asks_again: flag.optional(),
    /** The version that it replaces; refused if there is a newer one. */
    seen_version: integer(1, maxDocumentVersions),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  async write({ document, day: of, file, asks_again, seen_version }, context, { id: settlementId }) {
    const { db, caller, now } = context;
    // The settlement before the document, as where one is added.
    const { bytes } = await countDocuments(db, settlementId);
    const found = (await lockDocument(db, settlementId, document)) ?? refuse.notFound('document');
    if (found.version !== seen_version) refuse.invalid('file', sayNewer(found));
    if (found.version >= maxDocumentVersions) refuse.invalid('file', documentRefusals.tooManyVersions);
    const asksAgain = asks_again ?? false;
    refuseAskingNobody(found.readers, asksAgain);
    await takeDocumentFile(context, file, { settlementId, documentId: document, used: bytes });
    const next = { id: document, mediaId: file, day: of, asksAgain };
    await replaceDocumentFile(db, { ...next, addedBy: caller.accountId, now: now() });
    await recordDecision(context, {
      action: 'replace_settlement_document',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      before: { title: found.title, version: found.version },
      after: { title: found.title, version: found.version + 1, day: of },
    });
    return { version: found.version + 1 };
  },
});

const sayNewer = ({ version, addedBy }: { version: number; addedBy: string }) => ({
  en: `Meanwhile ${addedBy} has put in version ${version}. Look at it, and send yours if it still is to replace it.`,
  ru: `Пока вы выбирали файл, появилась версия ${version} (${addedBy}). Посмотрите её и отправьте свою, если она всё ещё нужна.`,
});
