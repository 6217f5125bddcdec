import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { isOfOwnDoor } from '../../../domain/rules/media-access.ts';
import { recountPhotographs } from '../../../store/journal/articles.ts';
import { findMedia, listArticlesWithMedia } from '../../../store/media/media.ts';
import { findMediaSubject } from '../../../store/media/media-subjects.ts';
import { restoreRemoved } from '../shapes/restoration.ts';
import { refuseOverSettlementQuota } from './upload.ts';

/** Restores a removed photograph if its subject still exists and the settlement has space. */
export async function restoreMedia(context: SignedInContext, id: string): Promise<void> {
  const { db, services } = context;
  const articles = await listArticlesWithMedia(db, id, true);
  if (!(await restoreRemoved(context, 'media', id))) return;
  const media = (await findMedia(db, id)) ?? refuse.notFound('media');
  if (
    isOfOwnDoor(media.subjectType) ||
    (await findMediaSubject(db, media.subjectType, media.subjectId, null, true)) === undefined
  ) {
    refuse.invalid('removed', {
      en: 'What it belonged to is no longer there, so it cannot be brought back.',
      ru: 'Того, к чему относился файл, больше нет, поэтому вернуть его нельзя.',
    });
  }
  // Removed files still count towards the owner's quota, so only the settlement's is checked.
  await refuseOverSettlementQuota(db, media.settlementId, 0);
  if (articles.length > 0) await recountPhotographs(db, articles);
  if (media.state === 'processing')
    await services.jobs.add(db, { queue: 'media_renditions', payload: { media: id } });
}
