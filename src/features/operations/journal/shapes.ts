import { z } from 'zod';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { onlyOnMcpServers } from '../../../domain/kernel/argument-metadata.ts';
import {
  day,
  flag,
  formatTimestamp,
  id,
  outCursor,
  outDay,
  outEnum,
  outId,
  outSlug,
  outText,
  outTimestamp,
  outWord,
  reference,
  tagNames,
} from '../../../domain/kernel/fields.ts';
import { articleKinds, articleStatuses } from '../../../domain/rules/article-publication.ts';
import { findMentions, mentionKey, mentionTypes } from '../../../domain/rules/mentions.ts';
import { visibilities } from '../../../domain/rules/settlement-role.ts';
import { shortenName } from '../../../domain/rules/short-name.ts';
import type { ArticleRow, WholeArticleRow } from '../../../store/journal/articles.ts';
import type { MentionedRow } from '../../../store/journal/mentions.ts';
import { computeArticleVersion } from './article-version.ts';
import { changedOccurrencesReply, eventReply, showChangedOccurrences, showEvent } from './event-fields.ts';

export const settlementField = reference.describe('Slug or id.');
export const articleField = reference.describe('Slug or id.');

/** Of announcements, for the board. */
export const urgentField = onlyOnMcpServers(
  ['settlement'],
  flag
    .nullish()
    .describe(
      'Announcement: told in every way a person has, and after 1, 6, 24 hours again until acknowledged.',
    ),
);

/** Fields besides the text, shared by write_article and edit_article. */
export const illustrationFields = {
  tags: tagNames.nullish(),
  cover_media_id: id.nullish().describe('A photograph; null: the first one.'),
  about_on: day.nullish().describe('The day it is about; null: of its photographs.'),
  photo_subjects: z
    .array(
      z.strictObject({
        media: id.describe('A photograph of the plot.'),
        object: id.nullable().describe('From list_parcel_objects; null: the whole plot.'),
      }),
    )
    .max(200)
    .nullish()
    .describe('What each photograph shows; left out: as it was.'),
};

export const articleEntry = z.object({
  id: outId,
  settlement_id: outId,
  parcel_id: outId.nullable().describe('The plot of a diary entry; null for the other kinds.'),
  plot_number: outText.nullable().describe('Its number; likewise.'),
  author_user_id: outId,
  author_name: outText.describe('A short display name, never the whole one.'),
  slug: outSlug.describe('Accepted wherever the identifier is.'),
  title: outText,
  excerpt: outText.describe('The beginning of the text in plain words.'),
  kind: outEnum(articleKinds),
  status: outEnum(articleStatuses),
  visibility: outEnum(visibilities),
  mentions_count: z.int().describe('How many things the text names.'),
  photos_count: z.int(),
  urgent: z
    .literal(true)
    .optional()
    .describe('An announcement that is repeated until every household has acknowledged it.'),
  ...eventReply,
  published_at: outTimestamp.nullable().describe('Null while it is a draft.'),
  created_at: outTimestamp,
});

export const outVersion = outWord.describe('Moves on with every change; the `base_version` of edit_article.');

export const articlePage = z.object({ articles: z.array(articleEntry), cursor: outCursor });

const mention = z.object({ type: outEnum(mentionTypes), id: outId, title: outText });
const mentionMap = z
  .record(outWord, mention)
  .describe(
    'By token without brackets, as object:123: what it points at and its present title. Things that do not exist or ' +
      'that the caller may not see are not here.',
  );

const wholeArticle = articleEntry.extend({
  body: outText.describe('Markdown with [type:id] tokens, as its author typed it.'),
  tags: z.array(outText),
  changed_occurrences: changedOccurrencesReply,
  about_on: outDay.describe('The day the entry is about.'),
  cover_media_id: outId
    .nullable()
    .describe('The photograph to show with it; null when there is none to see.'),
});

const unknownMentions = z
  .array(outWord)
  .optional()
  .describe('Tokens of the text that name nothing you may see, as object:1; absent: none.');

/** The field `unknown_mentions`, where a text names something that its writer cannot see. */
export function showUnknownMentions(body: string, isKnown: (key: string) => boolean) {
  const unknown = findMentions(body)
    .map(mentionKey)
    .filter((key) => !isKnown(key));
  return unknown.length > 0 ? { unknown_mentions: unknown } : {};
}

export const shownArticle = wholeArticle.extend({ mentions: mentionMap });
export const writtenArticle = wholeArticle.extend({
  version: outVersion,
  mentions: z
    .union([mentionMap, z.array(mention).max(0)])
    .describe('As in show_article; an empty array when there are none.'),
  unknown_mentions: unknownMentions,
});

/** For MCP `mentions` is always a map: assistants misread a field of two types. */
export function withMentionMap<Data extends Pick<z.output<typeof writtenArticle>, 'mentions'>>(reply: {
  data: Data;
}): { data: Data } {
  const { mentions } = reply.data;
  return Array.isArray(mentions) ? { ...reply, data: { ...reply.data, mentions: {} } } : reply;
}

export const articleSummary = articleEntry
  .pick({
    id: true,
    slug: true,
    title: true,
    excerpt: true,
    kind: true,
    status: true,
    visibility: true,
    created_at: true,
  })
  .extend({ tags: z.array(outText), version: outVersion, unknown_mentions: unknownMentions });

export function showArticleEntry(row: ArticleRow): z.input<typeof articleEntry> {
  return {
    id: row.id,
    settlement_id: row.settlementId,
    parcel_id: row.parcelId,
    plot_number: row.plotNumber,
    author_user_id: row.authorId,
    author_name: shortenName(row.authorName),
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    kind: row.kind as (typeof articleKinds)[number],
    status: row.status as (typeof articleStatuses)[number],
    visibility: row.visibility as (typeof visibilities)[number],
    mentions_count: row.mentionsCount,
    photos_count: row.photosCount,
    ...(row.isUrgent && { urgent: true as const }),
    ...showEvent(row.event),
    published_at: formatTimestamp(row.publishedAt),
    created_at: formatTimestamp(row.createdAt),
  };
}

/** `named` holds what the caller may see of the text's mentions and the cover. */
export function showFullArticle(
  row: WholeArticleRow,
  tags: string[],
  named: readonly MentionedRow[],
  language: Language,
): z.input<typeof shownArticle> {
  const byKey = new Map(named.map((thing) => [mentionKey(thing), thing]));
  const seen = findMentions(row.body).flatMap((token) => byKey.get(mentionKey(token)) ?? []);
  const cover = row.coverMediaId === null ? undefined : byKey.get(`media:${row.coverMediaId}`);
  return {
    ...showArticleEntry(row),
    ...showChangedOccurrences(row.event),
    body: row.body,
    tags,
    about_on: row.aboutOnShown,
    cover_media_id: (cover ?? seen.find((thing) => thing.isPicture))?.id ?? null,
    mentions: Object.fromEntries(
      seen.map((thing) => [
        mentionKey(thing),
        { type: thing.type, id: thing.id, title: formatMentionTitle(thing, language) },
      ]),
    ),
  };
}

export function showWrittenArticle(
  ...parts: Parameters<typeof showFullArticle>
): z.input<typeof writtenArticle> {
  const { mentions, ...article } = showFullArticle(...parts);
  const version = computeArticleVersion(parts[0], article.tags);
  return {
    ...article,
    version,
    mentions: Object.keys(mentions).length === 0 ? [] : mentions,
    ...showUnknownMentions(article.body, (key) => Object.hasOwn(mentions, key)),
  };
}

const untitledText: Text = { en: 'Photograph', ru: 'Фотография' };

export function formatMentionTitle(thing: { title: string; isParcel: boolean }, language: Language): string {
  if (thing.isParcel) return { en: `Plot ${thing.title}`, ru: `Участок ${thing.title}` }[language];
  return thing.title || untitledText[language];
}

export const articlePagePath = (
  { data }: { data: { slug: string } },
  { settlement }: Readonly<Record<string, unknown>>,
) => fillPath(paths.article, { settlement: String(settlement), article: data.slug });
