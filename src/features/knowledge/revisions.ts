import type { Context, SignedInContext } from '../../domain/kernel/context.ts';
import { StalePreparation } from '../../domain/kernel/preparation.ts';
import type { ModerationOutcome } from '../../domain/rules/knowledge-moderation.ts';
import { slugify } from '../../domain/rules/slug.ts';
import { normalizeTagName, setTags } from '../../store/journal/tags.ts';
import { saveApprovedRevision, saveArticleStatus } from '../../store/knowledge/knowledge-changes.ts';
import { insertRevision, replaceOpenRevisions } from '../../store/knowledge/knowledge-revisions.ts';
import { replaceArticlePassages } from '../../store/knowledge/search-index.ts';
import { publishEvent } from '../notify/publish-event.ts';
import type { IndexedBody, ParsedBody } from './article-text.ts';

type RevisionContext = Pick<SignedInContext, 'db' | 'caller' | 'now' | 'newId' | 'services'>;

/** Everything about an article that a revision keeps. */
export interface ArticleText {
  title: string;
  body: string;
  category: string | null;
  tags: readonly string[];
}

export interface RevisedArticle {
  id: string;
  slug: string;
  /** Whether it was published before this change. */
  isPublished: boolean;
}

export interface Revision {
  text: ArticleText;
  /** The parsed body, or only its excerpt if parsed before; with passages if it may be approved. */
  read: ParsedBody | IndexedBody | { excerpt: string };
  baseRevisionId: string | null;
  note: string;
}

/**
 * Adds a revision to an article whose row the caller has locked. Replaced revisions stay in the history; an approved
 * one is published and indexed in the same transaction.
 */
export async function addRevision(
  context: RevisionContext,
  article: RevisedArticle,
  revision: Revision,
  outcome: ModerationOutcome,
): Promise<void> {
  const { db, caller, newId } = context;
  const now = context.now();
  const id = newId();
  const { title, body, category, tags } = revision.text;
  await replaceOpenRevisions(db, article.id, article.isPublished ? caller.accountId : 'anybody');
  await insertRevision(db, {
    id,
    articleId: article.id,
    authorId: caller.accountId,
    state: outcome.revision,
    baseRevisionId: revision.baseRevisionId,
    title,
    body,
    category,
    tags,
    excerpt: revision.read.excerpt,
    note: revision.note,
    createdAt: now,
  });
  if (outcome.revision === 'approved')
    await publishRevision(
      context,
      article.id,
      id,
      revision.text,
      requireIndexed(revision.read, revision.text),
    );
  else if (outcome.status !== 'published') await saveArticleStatus(db, article.id, outcome.status, now);
  if (outcome.revision === 'waiting') {
    await publishEvent(context, {
      type: 'knowledge_waiting',
      articleId: article.id,
      slug: article.slug,
      revisionId: id,
      title,
      authorId: caller.accountId,
    });
  }
}

/** Publishes a revision: current revision, tags and search index change together. */
export async function publishRevision(
  context: Pick<Context, 'db' | 'now' | 'newId' | 'services'>,
  articleId: string,
  revisionId: string,
  text: ArticleText,
  read: IndexedBody,
): Promise<void> {
  const { db, newId } = context;
  await saveApprovedRevision(db, articleId, revisionId, context.now());
  await setTags(
    db,
    { subjectType: 'knowledge_article', subjectId: articleId, settlementId: null },
    text.tags,
    newId,
  );
  context.services.searchTerms.wake();
  await context.services.semanticSearch.requestEmbedding(db, context.services.jobs);
  await indexRevision(context, articleId, revisionId, text, read);
}

/** The body parsed before the transaction, if it is of this text; else the preparation is outdated. */
export function requireIndexed(
  read: ParsedBody | IndexedBody | { excerpt: string } | undefined,
  { title, body }: Pick<ArticleText, 'title' | 'body'>,
): IndexedBody {
  if (read === undefined || !('passages' in read) || read.title !== title || read.body !== body)
    throw new StalePreparation();
  return read;
}

export async function indexRevision(
  { db, now, newId }: Pick<Context, 'db' | 'now' | 'newId'>,
  articleId: string,
  revisionId: string,
  text: Pick<ArticleText, 'tags'>,
  { passages, figures }: IndexedBody,
  isRebuilt = false,
): Promise<void> {
  await replaceArticlePassages(db, articleId, revisionId, passages, figures, now(), newId, {
    tags: text.tags,
    isRebuilt,
  });
}

/** Normalized tags, one per slug, in the order given. */
export function normalizeTags(names: readonly string[]): string[] {
  const bySlug = new Map<string, string>();
  for (const name of names) {
    const slug = slugify(name);
    if (!bySlug.has(slug)) bySlug.set(slug, normalizeTagName(name));
  }
  return [...bySlug.values()];
}

export function isSameText(one: ArticleText, other: ArticleText): boolean {
  return (
    one.title === other.title &&
    one.body === other.body &&
    one.category === other.category &&
    one.tags.length === other.tags.length &&
    one.tags.every((tag, index) => tag === other.tags[index])
  );
}
