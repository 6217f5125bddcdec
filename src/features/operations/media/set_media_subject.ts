import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { enumField, id } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { movableSubjectTypes, narrowerVisibility } from '../../../domain/rules/media-access.ts';
import type { Visibility } from '../../../domain/rules/settlement-role.ts';
import { recountPhotographs } from '../../../store/journal/articles.ts';
import { findTags } from '../../../store/journal/tags.ts';
import { listArticlesWithMedia, type MediaRow, moveMedia } from '../../../store/media/media.ts';
import { findMediaSubject } from '../../../store/media/media-subjects.ts';
import { replacedByCall, showReplacedByCall } from '../shapes/replaced.ts';
import {
  loadMediaToChange,
  permitMediaChange,
  requireTarget,
  resolveSubject,
  subjectReference,
} from './media-target.ts';
import { mediaShape, showMedia } from './shapes.ts';

export const set_media_subject = defineOperation({
  name: 'set_media_subject',
  tag: 'Media',
  route: 'POST /media/{media}/subject',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement'],
  toolsets: ['photographs', 'diary'],
  summary: 'Move a photograph or file to a plot, an object on it, or the settlement.',
  idempotent: true,
  input: z.object({
    media: id.describe('From list_media.'),
    subject_type: enumField(movableSubjectTypes).describe('Where it goes.'),
    subject_id: subjectReference,
  }),
  output: z.object({ data: mediaShape, replaced: replacedByCall }),
  head: ['media'],
  async load(at, context, lock) {
    const articles = await listArticlesWithMedia(context.db, at.media, lock);
    return { articles, media: await loadMediaToChange(at, context, lock) };
  },
  permit: ({ media }) => permitMediaChange(media, 'move'),
  async write(input, { db, caller, services, now }, { media, articles }) {
    const subject = await resolveSubject(db, caller, input, media.settlementId);
    const target = await requireTarget(db, caller, subject, true);
    if (media.settlementId === null || media.settlementId !== target.settlementId) {
      refuse.invalid('subject_id', {
        en: 'It can only be moved within its village.',
        ru: 'Переносить можно только внутри своего посёлка.',
      });
    }
    const next = {
      subjectType: input.subject_type,
      subjectId: subject.id,
      parcelId: target.parcelId,
      visibility: narrowerVisibility(media.visibility, await findSubjectVisibility(db, media)),
    };
    await moveMedia(db, media.id, next);
    if (articles.length > 0) await recountPhotographs(db, articles);
    const tags = await findTags(db, 'media', media.id);
    const isMoved = media.subjectType !== next.subjectType || media.subjectId !== next.subjectId;
    const former = isMoved ? { subject_type: media.subjectType, subject_id: media.subjectId } : null;
    return {
      data: showMedia(services, { ...media, ...next }, tags, now()),
      ...showReplacedByCall(former, undefined),
    };
  },
  show: showWritten,
});

/** The visibility that its present subject limits it to; null: no limit. */
async function findSubjectVisibility(db: Db, media: MediaRow): Promise<Visibility | null> {
  const { subjectType } = media;
  if (subjectType !== 'article' && subjectType !== 'task' && subjectType !== 'review') return null;
  const subject = await findMediaSubject(db, subjectType, media.subjectId, null, false);
  return subject === undefined || subject.isHidden ? 'private' : subject.visibility;
}
