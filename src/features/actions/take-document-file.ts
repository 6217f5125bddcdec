import type { SignedInContext } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import {
  type DocumentReaders,
  documentRefusals,
  isUnusedDocumentFile,
  maxDocumentBytes,
} from '../../domain/rules/settlement-documents.ts';
import { lockMedia, moveMedia } from '../../store/media/media.ts';

/** The file that the board has sent becomes one of the document. `used`: bytes of all documents, with the settlement locked. */
export async function takeDocumentFile(
  { db }: Pick<SignedInContext, 'db'>,
  file: string,
  to: { settlementId: string; documentId: string; used: number },
): Promise<void> {
  const media = await lockMedia(db, file);
  if (media === undefined || !isUnusedDocumentFile(media, to.settlementId))
    return refuse.invalid('file', documentRefusals.unfit);
  if (to.used + Number(media.bytes) > maxDocumentBytes) refuse.invalid('file', documentRefusals.full);
  const subject = { subjectType: 'document', subjectId: to.documentId, parcelId: null } as const;
  await moveMedia(db, file, { ...subject, visibility: 'private' });
}

/** Nobody but the board reads it, and nobody else can be asked to. */
export function refuseAskingNobody(readers: DocumentReaders, asks: boolean): void {
  if (asks && readers === 'editors') refuse.invalid('asks_reading', documentRefusals.nobodyToAsk);
}
