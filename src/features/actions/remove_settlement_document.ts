import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { listDocumentFiles, lockDocument } from '../../store/land/settlement-documents.ts';
import { lockMedia, moveMedia } from '../../store/media/media.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { softDelete } from '../../store/system/soft-delete.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const remove_settlement_document = defineOperation({
  name: 'remove_settlement_document',
  summary: 'Take a document with all its versions away from its readers. For the board.',
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
    const files = await listDocumentFiles(db, document);
    for (const file of files) {
      const media = await lockMedia(db, file);
      if (media === undefined) continue;
      // What is brought back is a file of the settlement that the board alone sees.
      const to = { subjectType: 'settlement', subjectId: settlementId, parcelId: null } as const;
      await moveMedia(db, file, { ...to, visibility: 'private' });
      // The document is removed with the row of the file that it shows.
      await softDelete(db, 'media', media, { accountId: caller.accountId, at: now() });
    }
    await recordDecision(context, {
      action: 'remove_settlement_document',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      before: { title: found.title, versions: files.length },
    });
  },
});
