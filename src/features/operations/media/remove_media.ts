import { z } from 'zod';
import { id } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { recountPhotographs } from '../../../store/journal/articles.ts';
import { listArticlesWithMedia } from '../../../store/media/media.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { softDelete } from '../../../store/system/soft-delete.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { loadMediaToChange, permitMediaChange } from './media-target.ts';

export const remove_media = defineOperation({
  name: 'remove_media',
  tag: 'Media',
  route: 'DELETE /media/{media}',
  success: 200,
  scope: 'mcp:write',
  writesIn: 'nowhere',
  audiences: ['resident', 'settlement'],
  summary: 'Remove a photograph or file.',
  description: 'Bring it back for 30 days with edit_media.',
  destructive: true,
  asksFirst: true,
  input: z.object({ media: id.describe('From list_media.') }),
  output: z.object({ data: z.object({ removed: z.literal(true) }) }),
  head: ['media'],
  async load(at, context, lock) {
    const articles = await listArticlesWithMedia(context.db, at.media, lock);
    return { articles, media: await loadMediaToChange(at, context, lock) };
  },
  permit: ({ media }) => permitMediaChange(media, 'remove'),
  async question(_input, _context, { media: { caption, fileName }, articles: { length: articles } }) {
    const name = caption || fileName;
    const which = name === '' ? '' : ` ${quoteUserText(name)}`;
    return {
      en: `Remove this photograph or file${which}?${articles > 0 ? ` Articles that show it: ${articles}.` : ''} You can bring it back for 30 days.`,
      ru: `Удалить фотографию или файл${which}?${articles > 0 ? ` Статей, где это показано: ${articles}.` : ''} Вернуть можно в течение 30 дней.`,
    };
  },
  async write(_input, context, { media, articles }) {
    const { db, caller, now } = context;
    await softDelete(db, 'media', media, { accountId: caller.accountId, at: now() });
    if (articles.length > 0) await recountPhotographs(db, articles);
    if (media.isBoard && media.settlementId !== null) {
      await recordDecision(context, {
        action: 'remove_media',
        subject: { type: 'media', id: media.id },
        settlementId: media.settlementId,
      });
      await publishEvent(context, {
        type: 'media_removed',
        accountId: media.ownerId,
        settlementId: media.settlementId,
        parcelId: media.parcelId,
        taskId: media.subjectId,
        caption: media.caption,
        reason: null,
      });
    }
    return { data: { removed: true as const } };
  },
  show: showWritten,
});
