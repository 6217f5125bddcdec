import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { recountPhotographs } from '../../store/journal/articles.ts';
import { lockDocument } from '../../store/land/settlement-documents.ts';
import { listArticlesWithMedia, lockMedia } from '../../store/media/media.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { softDelete } from '../../store/system/soft-delete.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const remove_settlement_document = defineOperation({
  name: 'remove_settlement_document',
  summary: 'Take a document and its file away from residents. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, document: id }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  async write({ document }, context, { id: settlementId }) {
    const { db, caller, now } = context;
    // Undefined: already removed by somebody else.
    const found = await lockDocument(db, settlementId, document);
    if (found === undefined) return;
    const articles = await listArticlesWithMedia(db, found.mediaId, true);
    const media = await lockMedia(db, found.mediaId);
    // The document is removed with the row of its file.
    if (media) await softDelete(db, 'media', media, { accountId: caller.accountId, at: now() });
    if (articles.length > 0) await recountPhotographs(db, articles);
    await recordDecision(context, {
      action: 'remove_settlement_document',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      before: { title: found.title },
    });
  },
});
