import { isId } from '../../../../domain/kernel/identifier.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { list_knowledge_queue } from '../../../../features/operations/knowledge/list_knowledge_queue.ts';
import { list_knowledge_revisions } from '../../../../features/operations/knowledge/list_knowledge_revisions.ts';
import { show_knowledge_article } from '../../../../features/operations/knowledge/show_knowledge_article.ts';
import { show_knowledge_revision } from '../../../../features/operations/knowledge/show_knowledge_revision.ts';
import {
  type ChangedFigures,
  compareFigures,
  findVisiblePictures,
  loadPublishedText,
  renderUnpublishedText,
} from '../../loaders/knowledge-text.ts';
import type { PageRequest } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import type { Differences } from '../../ui/article-difference.tsx';

/** The article of a queued revision: the URL holds the revision id only. */
export async function findArticleOfRevision({ call }: PageRequest, revision: string): Promise<string> {
  if (!isId(revision)) refuse.notFound('revision');
  const { revisions } = await call(list_knowledge_queue, { revision });
  return (revisions[0] ?? refuse.notFound('revision')).article_id;
}

export type RevisionReviewData = Awaited<ReturnType<typeof loadRevisionReview>>;

/** A revision with what a moderator needs to decide: diff, figures before and after, history. */
export async function loadRevisionReview(
  { revision }: { revision: string },
  pageRequest: PageRequest<'moderator'>,
) {
  const { call, text, form, dependencies } = pageRequest;
  const article = await findArticleOfRevision(pageRequest, revision);
  const [shown, { data }, history, clock] = await Promise.all([
    call(show_knowledge_article, { article, pictures: true }),
    call(show_knowledge_revision, { article, revision }),
    call(list_knowledge_revisions, { article }),
    loadClock(pageRequest),
  ]);
  const before =
    shown.approved_revision_id === null ? '' : (await loadPublishedText(pageRequest, shown)).body;
  const pictures = await findVisiblePictures(dependencies, shown);
  const isWaiting = data.state === 'waiting';
  const { joined = null, lost = null } = (pageRequest.formResult ?? {}) as ReviewResult;
  const isWhole = text('view') === 'whole' && isWaiting;
  return {
    article: shown,
    revision: data,
    clock,
    history: history.revisions.slice(0, 5),
    /** The successor: a newer revision of the same author, or a moderator's correction. */
    next: history.revisions.find(
      ({ base_revision_id, author_user_id, state, corrected_by }) =>
        (corrected_by !== null && base_revision_id === revision) ||
        (state === 'waiting' && author_user_id === data.author_user_id && data.state === 'replaced'),
    ),
    isCorrecting: isWaiting && (form === null ? text('correct') !== '' : form.has('body')),
    joined: joined && {
      ...joined,
      drawn: await renderUnpublishedText(joined.body, pictures, pageRequest),
    },
    lost: isWaiting ? lost : null,
    drawn: isWhole ? await renderUnpublishedText(data.body, pictures, pageRequest) : null,
    figures: isWaiting
      ? await ignoreBusyRenderer(compareFigures(before, data.body, pictures, pageRequest))
      : null,
  };
}

/** The waiting text joined with the one in force, to be read before it is accepted by its digest. */
export interface JoinedText {
  title: string;
  body: string;
  digest: string;
}

/** What the text in force wrote since the edit was begun, and would be lost. */
export interface LostText {
  changed: Differences | null;
  changed_by?: { name: string };
  changed_at?: string;
}

/** What is shown before anything is accepted. */
export interface ReviewResult {
  joined?: JoinedText;
  lost?: LostText;
}

/** When rendering is refused as busy, the text can be decided without the figures. */
async function ignoreBusyRenderer(work: Promise<ChangedFigures>): Promise<ChangedFigures | null> {
  try {
    const figures = await work;
    return figures.before.length + figures.after.length === 0 ? null : figures;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
