import { z } from 'zod';
import { onlyOnMcpServers, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { enumField, flag, name, nonBlank, tagChanges, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import {
  classifyEdit,
  isBoardOnDiary,
  mayChangeArticle,
  mayNotifyAgain,
} from '../../../domain/rules/article-publication.ts';
import { findReplaced } from '../../../domain/rules/edit-conflicts.ts';
import { changeEvent, namesNoDay } from '../../../domain/rules/event-changes.ts';
import { mentionKey } from '../../../domain/rules/mentions.ts';
import { quoteUserText, readerTexts } from '../../../domain/rules/question-texts.ts';
import { isNarrowerOrEqual, type Visibility, visibilities } from '../../../domain/rules/settlement-role.ts';
import { mayBeUrgent, urgentNeedsDelivery } from '../../../domain/rules/urgent-notice.ts';
import { recountPhotographs, saveArticle, updateMediaSubjects } from '../../../store/journal/articles.ts';
import { replaceMentions } from '../../../store/journal/mentions.ts';
import { changeTags, findTags } from '../../../store/journal/tags.ts';
import { findLastNotifiedAt } from '../../../store/messaging/announcement-reach.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { keepReplacedValues } from '../../../store/system/replaced-values.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import {
  hiddenReply,
  hidingReasonField,
  requireHidingDecision,
  saveHidingDecision,
  showHiding,
} from '../shapes/hiding.ts';
import { replacedByCall, showReplacedByCall } from '../shapes/replaced.ts';
import { refuseManyUrgent } from './announcement-reach.ts';
import { resolveMentions } from './article-mentions.ts';
import {
  type ArticleAddress,
  articleHead,
  loadArticleToChange,
  loadArticleToShow,
} from './article-to-change.ts';
import { computeArticleVersion, refuseStaleVersion, type VersionedFields } from './article-version.ts';
import { eventChangeFields, eventFields, findSpan, pickEventWords } from './event-fields.ts';
import { createExcerpt } from './excerpt.ts';
import { applyPartialEdit, replaceField, requireBaseOfSection } from './partial-edit.ts';
import {
  articleField,
  articlePagePath,
  articleSummary,
  illustrationFields,
  settlementField,
  showArticleEntry,
  showUnknownMentions,
  urgentField,
} from './shapes.ts';
import { editedSectionField } from './text-section.ts';

const maxBodyLength = 60_000;

export const edit_article = defineOperation({
  name: 'edit_article',
  tag: 'Journal',
  route: 'PATCH /settlements/{settlement}/articles/{article}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement'],
  summary: 'Change an article; a published one stays published.',
  description: 'To hide it set `visibility` private. The board hides only a diary entry, with `reason`.',
  idempotent: true,
  body: 'text',
  input: z.object({
    settlement: settlementField,
    article: articleField,
    title: name(200).nullish().describe('Up to 200 characters.'),
    body: nonBlank(maxBodyLength).nullish().describe('Markdown, the whole text.'),
    replace: replaceField(maxBodyLength),
    section: editedSectionField,
    visibility: enumField(visibilities).nullish().describe('Who sees it.'),
    reason: hidingReasonField,
    ...illustrationFields,
    ...tagChanges,
    base_version: text(40).nullish().describe('The `version` you read.'),
    urgent: urgentField,
    ...eventFields,
    ...eventChangeFields,
    tell_again: onlyOnMcpServers(
      ['settlement'],
      stateDefault(false, flag.nullish().describe('Tell readers of an announcement again; hourly at most.')),
    ),
  }),
  output: z.object({ data: articleSummary.extend({ hidden: hiddenReply }), replaced: replacedByCall }),
  shortReply: [
    'data.id',
    'data.slug',
    'data.status',
    'data.visibility',
    'data.tags',
    'data.version',
    'data.unknown_mentions',
    'data.hidden',
    'replaced',
  ],
  pagePath: articlePagePath,
  head: articleHead,
  load: loadArticleToChange,
  permit({ article, who }, _caller, input) {
    // Whoever may change anything may hide it.
    const change =
      input === undefined ? 'hide' : classifyEdit(pickChanges(input), article.visibility as Visibility);
    permit(mayChangeArticle(article, who, change));
  },
  asksIf: ({ visibility, tell_again }) => visibility != null || tell_again === true,
  async question({ visibility, tell_again }, _context, { article }) {
    const [from, to] = [article.visibility as Visibility, visibility ?? (article.visibility as Visibility)];
    const isWider = article.status === 'published' && !isNarrowerOrEqual(to, from);
    if (!isWider && !tell_again) return null;
    const [title, who] = [quoteUserText(article.title), readerTexts[to]];
    return {
      en: `Show ${title} to more people? It will be read by ${who.en}.`,
      ru: `Показать ${title} большему числу людей? Прочесть смогут ${who.ru}.`,
      ...(tell_again && {
        en: `Send the announcement ${title} to everybody again? It is read by ${who.en}.`,
        ru: `Сообщить об объявлении ${title} всем ещё раз? Его читают ${who.ru}.`,
      }),
    };
  },
  async write(input, context, { settlement, article, who }) {
    const { db, caller, now, newId } = context;
    const { base_version, tell_again } = input;
    const standing = { visibility: article.visibility as Visibility, hiding: who.hiding };
    const shownTo = requireHidingDecision(context, standing, input, isBoardOnDiary(article, who));

    requireBaseOfSection(input, 'base_version', base_version);
    const oldTags = await findTags(db, 'article', article.id);
    refuseStaleVersion(article, oldTags, base_version);
    if (tell_again) {
      const allowed = mayNotifyAgain(article, await findLastNotifiedAt(db, article.id), now());
      if (allowed !== true) refuse.invalid('tell_again', allowed);
    }
    // What is hidden from residents is not urgent any more.
    const isUrgent = input.urgent ?? (article.isUrgent && shownTo.visibility !== 'private');
    const urgency = isUrgent ? mayBeUrgent({ ...article, visibility: shownTo.visibility }) : true;
    if (urgency !== true) refuse.invalid('urgent', urgency);
    if (isUrgent && !article.isUrgent && article.status === 'published' && !tell_again)
      refuse.invalid('urgent', urgentNeedsDelivery);
    if (isUrgent && tell_again) await refuseManyUrgent(context, settlement.id, 'tell_again');
    const { cover_media_id, about_on, photo_subjects } = input;
    const { timeZone } = settlement;
    const event = changeEvent(article.event, input, { kind: article.kind, timeZone, now: now() });
    const body = applyPartialEdit(article.body, input, maxBodyLength);
    const next = {
      ...article,
      title: input.title?.trim() ?? article.title,
      body: body ?? article.body,
      excerpt: body === undefined ? article.excerpt : createExcerpt(body),
      visibility: shownTo.visibility,
      coverMediaId: cover_media_id === undefined ? article.coverMediaId : cover_media_id,
      aboutOn: about_on === undefined ? article.aboutOn : about_on,
      isUrgent,
      event,
      eventSpan: findSpan(event, timeZone),
    };
    let unknown: Pick<EditedArticle, 'unknown_mentions'> = {};
    const isReadAnew =
      body !== undefined || cover_media_id != null || about_on !== undefined || photo_subjects != null;
    if (isReadAnew) {
      const read = await resolveMentions(db, settlement, caller, next, input);
      next.aboutOnShown = read.aboutOnShown;
      next.mentionsCount = read.mentions.length;
      if (body !== undefined) {
        const known = new Set(read.mentions.map(mentionKey));
        unknown = showUnknownMentions(next.body, (key) => known.has(key));
      }
      await replaceMentions(db, article.id, read.mentions);
      if (article.parcelId !== null) await updateMediaSubjects(db, article.parcelId, read.moves);
    }
    await saveArticle(db, next, now());
    if (isReadAnew) await recountPhotographs(db, [article.id]);
    const thing = { type: 'article', id: article.id, settlementId: settlement.id } as const;
    await saveHidingDecision(context, thing, standing, shownTo, 'edit_article');
    if (shownTo.done !== null) {
      await publishEvent(context, {
        type: `article_${shownTo.done}`,
        accountId: article.authorId,
        settlementId: settlement.id,
        slug: article.slug,
        title: article.title,
        reason: shownTo.hiding?.reason || null,
      });
    }
    if (tell_again) {
      await publishEvent(context, {
        type: 'announcement_published',
        settlementId: settlement.id,
        articleId: article.id,
        slug: article.slug,
        title: next.title,
        visibility: next.visibility,
        authorId: caller.accountId,
        isUrgent,
      });
    }
    const subject = { subjectType: 'article', subjectId: article.id, settlementId: settlement.id } as const;
    const tags = await changeTags(db, subject, input, newId);
    const [before, after] = [pickWords(article, oldTags), pickWords(next, tags)];
    if (article.kind !== 'diary' && article.status === 'published')
      await recordTextChange(context, settlement.id, article.id, before, after);
    const kept = { type: 'article', id: article.id } as const;
    const writer = await keepReplacedValues(context, kept, before, after, () => base_version != null);
    // Whoever hides somebody's entry replaces no words; `replace` and added tags name what they change.
    const isWhole = base_version == null && !isBoardOnDiary(article, who);
    const {
      body: oldBody,
      tags: formerTags,
      ...card
    } = namesNoDay(input) ? pickWords({ ...article, event: null }, oldTags) : before;
    const unseen =
      isWhole &&
      findReplaced(
        {
          ...card,
          ...(input.body != null && { body: oldBody }),
          ...(input.tags != null && { tags: formerTags }),
        },
        after,
      );
    return { id: article.id, ...unknown, ...showReplacedByCall(unseen || null, writer) };
  },
  async show({ settlement }, context, { id, unknown_mentions, replaced }: EditedArticle) {
    const { article } = await loadArticleToShow({ settlement, article: id }, context);
    const { hiding } = article;
    return {
      data: {
        ...showArticleEntry(article),
        tags: article.tags,
        version: computeArticleVersion(article, article.tags),
        ...(unknown_mentions && { unknown_mentions }),
        ...showHiding(hiding && { ...hiding, at: new Date(hiding.at) }),
      },
      ...(replaced && { replaced }),
    };
  },
});

interface EditedArticle {
  id: string;
  /** Of a text that this call changed. */
  unknown_mentions?: string[];
  replaced?: z.input<typeof replacedByCall>;
}

/** What an edit changes: of the fields that are given, all but where, why and against which version. */
function pickChanges({
  settlement: _settlement,
  article: _article,
  base_version: _base,
  tell_again,
  ...changes
}: ArticleAddress & Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...changes, ...(tell_again === true && { tell_again }) };
}

/** The board changes texts of the settlement in each other's name: the log says which fields, not their content. */
async function recordTextChange(
  context: SignedInContext,
  settlementId: string,
  articleId: string,
  before: ReturnType<typeof pickWords>,
  after: ReturnType<typeof pickWords>,
): Promise<void> {
  const names = Object.keys(before) as (keyof typeof before)[];
  const fields = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (fields.length === 0) return;
  const subject = { type: 'article', id: articleId } as const;
  await recordDecision(context, { action: 'edit_article', subject, settlementId, after: { fields } });
}

/** What a later edit can overwrite, by the names of the reply. */
function pickWords(
  { title, body, visibility, aboutOn, coverMediaId, event }: VersionedFields,
  tags: string[],
) {
  const words = { title, body, visibility, about_on: aboutOn, cover_media_id: coverMediaId, tags };
  return { ...words, ...pickEventWords(event) };
}
