import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import {
  enumField,
  formatTimestamp,
  id,
  outEnum,
  outId,
  outSlug,
  outText,
  outTimestamp,
  outUrl,
  reference,
} from '../../../domain/kernel/fields.ts';
import { type KnowledgeCategory, knowledgeCategories } from '../../../domain/rules/knowledge-categories.ts';
import { knowledgeArticleStatuses, visibleStatus } from '../../../domain/rules/knowledge-moderation.ts';
import { shortenName } from '../../../domain/rules/short-name.ts';
import type { KnowledgeArticleRow, KnowledgeEntryRow } from '../../../store/knowledge/knowledge-articles.ts';
import type { ArticleName } from '../../../store/knowledge/knowledge-passages.ts';
import { articleUrl } from '../../knowledge/article-urls.ts';

export const articleReference = reference.describe('Slug or id.');

export const revisionReference = id.describe('From list_knowledge_revisions.');

export const category = enumField(knowledgeCategories);

export const articleEntry = z.object({
  id: outId,
  author_user_id: outId,
  author_name: outText.describe('As neighbours say it: the first name and a letter.'),
  slug: outSlug.describe('The address form of the first title. It never changes.'),
  title: outText,
  excerpt: outText.describe('How the text begins, without marks.'),
  tags: z.array(outText),
  category: outEnum(knowledgeCategories).nullable().describe('Section of the base; null: not sorted yet.'),
  status: outEnum(knowledgeArticleStatuses).describe(
    'draft: not handed in; pending: what you see waits for a moderator; published: what you see is what everybody reads.',
  ),
  views_count: z.int().describe('Brought up to date every few seconds.'),
  published_at: outTimestamp.nullable().describe('When it was first published; null: never yet.'),
  created_at: outTimestamp,
});

export const fullArticle = articleEntry.extend({
  body: outText.describe('Markdown.'),
  updated_at: outTimestamp,
  revision_id: outId.describe('The revision shown here. Send it back as `base_revision_id` when you edit.'),
  approved_revision_id: outId
    .nullable()
    .describe('The revision everybody reads; null: nothing is published yet.'),
  waiting_revision_id: outId
    .nullable()
    .describe(
      'Your own revision that waits for a moderator; for a moderator without one, the oldest that waits. Null: none.',
    ),
  cover_media_id: outId.nullable().describe('The chosen cover; null: the first picture of the text.'),
});

export function showKnowledgeEntry(row: KnowledgeEntryRow): z.input<typeof articleEntry> {
  return {
    id: row.id,
    author_user_id: row.authorId,
    author_name: shortenName(row.authorName),
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    tags: row.tags,
    category: row.category as KnowledgeCategory | null,
    status: row.status,
    views_count: Number(row.viewsCount),
    published_at: formatTimestamp(row.publishedAt),
    created_at: formatTimestamp(row.createdAt),
  };
}

export function showFullKnowledgeArticle(row: KnowledgeArticleRow): z.input<typeof fullArticle> {
  const showsApproved = row.revisionId === row.approvedRevisionId;
  // The spread comes late for speed: adding fields one by one to a spread copy cost more than the rest of the reply.
  return {
    body: row.body,
    updated_at: formatTimestamp(showsApproved ? row.updatedAt : row.revisionCreatedAt),
    revision_id: row.revisionId,
    approved_revision_id: row.approvedRevisionId,
    waiting_revision_id: row.waitingRevisionId,
    cover_media_id: row.coverMediaId,
    ...showKnowledgeEntry(row),
    status: visibleStatus(row.status, showsApproved),
  };
}

export const quotedArticle = z.object({
  id: outId,
  title: outText,
  url: outUrl.describe(
    'Where a person reads the whole article; of a quoted passage, the place where it begins.',
  ),
});

export function showQuotedArticle(
  origin: string,
  { id, slug, title }: ArticleName,
): z.input<typeof quotedArticle> {
  return { id, title, url: articleUrl(origin, slug) };
}

/** What an assistant needs after a write; the text itself it has just sent. */
export const shortKnowledgeReply = [
  'id',
  'slug',
  'status',
  'revision_id',
  'approved_revision_id',
  'waiting_revision_id',
  'cover_media_id',
] as const;

export const knowledgePagePath = ({ slug }: { slug: string }) =>
  fillPath(paths.knowledgeArticle, { article: slug });
