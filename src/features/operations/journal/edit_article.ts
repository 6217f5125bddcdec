import { z } from 'zod';
import {
  enumField,
  flag,
  formatTimestamp,
  nonBlank,
  onlyOnMcpServers,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import {
  type ArticleKind,
  classifyEdit,
  mayChangeArticle,
  mayNotifyAgain,
  maySeeArticle,
} from '../../../domain/rules/article-publication.ts';
import { quoteUserText, readerTexts } from '../../../domain/rules/question-texts.ts';
import { isNarrowerOrEqual, type Visibility, visibilities } from '../../../domain/rules/settlement-role.ts';
import {
  lockArticle,
  recountPhotographs,
  saveArticle,
  updateMediaSubjects,
} from '../../../store/journal/articles.ts';
import { replaceMentions } from '../../../store/journal/mentions.ts';
import { listTags, setTags } from '../../../store/journal/tags.ts';
import { findSettlement } from '../../../store/land/settlements.ts';
import { findLastNotifiedAt } from '../../../store/messaging/announcement-reach.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { findWriterRights, resolveMentions } from './article-mentions.ts';
import { refuseStaleVersion } from './article-version.ts';
import { createExcerpt } from './excerpt.ts';
import { applyPartialEdit, replaceField } from './partial-edit.ts';
import { articleField, articleSummary, illustrationFields, settlementField } from './shapes.ts';

const maxBodyLength = 60_000;

export const edit_article = defineOperation({
  name: 'edit_article',
  tag: 'Journal',
  route: 'PATCH /settlements/{settlement}/articles/{article}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement'],
  summary: 'Change an article; a published one stays published.',
  description: 'To hide it and keep its text, set `visibility` to private.',
  idempotent: true,
  body: 'text',
  input: z.object({
    settlement: settlementField,
    article: articleField,
    title: nonBlank(200).nullish().describe('At most 200 characters.'),
    body: nonBlank(maxBodyLength).nullish().describe('Markdown, the whole text.'),
    replace: replaceField(maxBodyLength),
    visibility: enumField(visibilities).nullish().describe('Who sees it.'),
    ...illustrationFields,
    base_version: text(40).nullish().describe('`version` you changed; refused if it has moved on.'),
    tell_again: onlyOnMcpServers(
      ['settlement'],
      flag.nullish().describe('Tell readers of an announcement again; hourly at most.'),
    ),
  }),
  output: z.object({ data: articleSummary }),
  async confirmationQuestion({ settlement, article, visibility, tell_again }, { db, caller }) {
    if (visibility == null && !tell_again) return null;
    const place = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    const found = (await lockArticle(db, place.id, article)) ?? refuse.notFound('article');
    if (!maySeeArticle(found, place.settlementRole, caller.accountId)) refuse.notFound('article');
    const [from, to] = [found.visibility as Visibility, visibility ?? (found.visibility as Visibility)];
    const isWider = found.status === 'published' && !isNarrowerOrEqual(to, from);
    if (!isWider && !tell_again) return null;
    permit(
      mayChangeArticle(
        found,
        await findWriterRights(db, found, place.settlementRole, caller.accountId),
        'edit',
      ),
    );
    const [title, who] = [quoteUserText(found.title), readerTexts[to]];
    return {
      en: `Show ${title} to more people? It will be read by ${who.en}.`,
      ru: `Показать ${title} большему числу людей? Прочесть смогут ${who.ru}.`,
      ...(tell_again && {
        en: `Send the announcement ${title} to everybody again? It is read by ${who.en}.`,
        ru: `Сообщить об объявлении ${title} всем ещё раз? Его читают ${who.ru}.`,
      }),
    };
  },
  async handle(input, context) {
    const { db, caller, now, newId } = context;
    const settlement = (await findSettlement(db, input.settlement, caller)) ?? refuse.notFound('settlement');
    const article = (await lockArticle(db, settlement.id, input.article)) ?? refuse.notFound('article');
    if (!maySeeArticle(article, settlement.settlementRole, caller.accountId)) refuse.notFound('article');
    const { settlement: _settlement, article: _article, base_version, tell_again, ...others } = input;
    const changes = { ...others, ...(tell_again && { tell_again }) };
    const who = await findWriterRights(db, article, settlement.settlementRole, caller.accountId);
    permit(mayChangeArticle(article, who, classifyEdit(changes, article.visibility as Visibility)));

    refuseStaleVersion(article, base_version);
    if (tell_again) {
      const allowed = mayNotifyAgain(article, await findLastNotifiedAt(db, article.id), now());
      if (allowed !== true) refuse.invalid('tell_again', allowed);
    }
    const { cover_media_id, about_on, photo_subjects } = input;
    const body = applyPartialEdit(article.body, input, maxBodyLength);
    const next = {
      ...article,
      title: input.title?.trim() ?? article.title,
      body: body ?? article.body,
      excerpt: body === undefined ? article.excerpt : createExcerpt(body),
      visibility: input.visibility ?? article.visibility,
      coverMediaId: cover_media_id === undefined ? article.coverMediaId : cover_media_id,
      aboutOn: about_on === undefined ? article.aboutOn : about_on,
    };
    const isReadAnew =
      body !== undefined || cover_media_id != null || about_on !== undefined || photo_subjects != null;
    if (isReadAnew) {
      const read = await resolveMentions(db, settlement, caller, next, input);
      next.aboutOnShown = read.aboutOnShown;
      next.mentionsCount = read.mentions.length;
      await replaceMentions(db, article.id, read.mentions);
      if (article.parcelId !== null) await updateMediaSubjects(db, article.parcelId, read.moves);
    }
    await saveArticle(db, next, now());
    if (isReadAnew) await recountPhotographs(db, [article.id]);
    if (tell_again) {
      await publishEvent(context, {
        type: 'announcement_published',
        settlementId: settlement.id,
        articleId: article.id,
        slug: article.slug,
        title: next.title,
        visibility: next.visibility,
        authorId: caller.accountId,
      });
    }
    const subject = { subjectType: 'article', subjectId: article.id, settlementId: settlement.id } as const;
    const tags = input.tags
      ? await setTags(db, subject, input.tags, newId)
      : (await listTags(db, 'article', [article.id])).get(article.id);
    return {
      data: {
        id: article.id,
        slug: article.slug,
        title: next.title,
        excerpt: next.excerpt,
        kind: article.kind as ArticleKind,
        status: article.status as 'draft' | 'published',
        visibility: next.visibility as Visibility,
        tags: tags ?? [],
        created_at: formatTimestamp(article.createdAt),
      },
    };
  },
});
