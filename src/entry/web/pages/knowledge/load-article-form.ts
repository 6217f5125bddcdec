import type { Text } from '../../../../base/i18n/text.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { showDifference } from '../../../../features/operations/knowledge/revision-shapes.ts';
import { show_knowledge_article } from '../../../../features/operations/knowledge/show_knowledge_article.ts';
import { show_knowledge_revision } from '../../../../features/operations/knowledge/show_knowledge_revision.ts';
import type { FullArticle, Revision, UnpublishedText } from '../../loaders/knowledge-text.ts';
import type { PageRequest } from '../../page/page.ts';
import type { Differences } from '../../ui/article-difference.tsx';
import { photoIdField } from '../../ui/photo-field.tsx';
import { readTags } from '../../ui/tags-field.tsx';

/** A new article (`article` is null), or an edit of an existing one. */
export interface EditContext {
  readonly article: FullArticle | null;
  readonly isModerator: boolean;
  /** A revision is published, so the diff is shown before the edit is sent. */
  readonly isPublished: boolean;
  readonly isOwn: boolean;
  /** Only the author and moderators add pictures. */
  readonly mayAddPictures: boolean;
}

/** Result of a button that stores nothing: preview, compare. */
export interface EditPreview {
  readonly preview?: UnpublishedText;
  readonly differences?: Differences;
  /** Errors of photographs uploaded with the form. */
  readonly problem?: Text;
}

export async function loadEditContext(
  pageRequest: PageRequest<'signed-in'>,
  article?: string,
): Promise<EditContext> {
  const { call, session } = pageRequest;
  const shown =
    article === undefined ? null : await call(show_knowledge_article, { article, pictures: true });
  return {
    article: shown,
    isModerator: session.isModerator,
    isPublished: shown !== null && shown.approved_revision_id !== null,
    isOwn: shown === null || shown.author_user_id === session.accountId,
    mayAddPictures: shown === null || shown.pictures !== undefined,
  };
}

export type ArticleFormData = Awaited<ReturnType<typeof loadArticleForm>>;

export async function loadArticleForm(pageRequest: PageRequest<'signed-in'>, article?: string) {
  const { form, text, view } = pageRequest;
  const writing = await loadEditContext(pageRequest, article);
  const { article: shown } = writing;
  const found = (pageRequest.formResult ?? {}) as EditPreview;
  const began = form === null && shown ? await loadStartingText(pageRequest, shown, text('from')) : shown;
  const moved = await findConflict(pageRequest, shown);
  return {
    writing,
    values: {
      title: began?.title ?? '',
      body: began?.body ?? '',
      category: began?.category ?? '',
      tags: began?.tags ?? [],
    },
    /** Why the revision this edit starts from was rejected. */
    returned: began && 'reject_reason' in began ? began.reject_reason : null,
    base:
      moved?.current ??
      (form?.get('base') || (shown && (began === shown ? shown.revision_id : currentRevisionId(shown)))),
    moved,
    preview: found.preview ?? null,
    differences: found.differences ?? null,
    problem: found.problem?.[view.language] ?? null,
    photos: listAttachedPhotos(pageRequest, shown),
  };
}

/** The published revision; before the first publication, the only one. */
export const currentRevisionId = (shown: Pick<FullArticle, 'approved_revision_id' | 'revision_id'>) =>
  shown.approved_revision_id ?? shown.revision_id;

/** The text an edit starts from: the current one, or the revision named by `from`, such as a rejected one. */
async function loadStartingText(
  { call }: PageRequest,
  shown: FullArticle,
  from: string,
): Promise<FullArticle | Revision> {
  if (!isId(from)) return shown;
  return (await call(show_knowledge_revision, { article: shown.id, revision: from })).data;
}

/** Edit conflict: another revision stands than when the form was opened. Both diffs are returned. */
async function findConflict(
  { call, form, dependencies: { services }, shareKey }: PageRequest,
  shown: FullArticle | null,
) {
  const base = form?.get('base');
  if (!shown || !form || !base || base === shown.revision_id) return null;
  const current = shown.revision_id;
  const { data: now } = await call(show_knowledge_revision, { article: shown.id, revision: current });
  const theirs = await call(show_knowledge_revision, { article: shown.id, revision: current, against: base })
    .then(({ data }) => data.diff)
    .catch((error: unknown) => {
      // The base revision belongs to somebody else or does not exist.
      if (error instanceof Refusal) return null;
      throw error;
    });
  return {
    current,
    isOwn: shown.approved_revision_id !== null && current !== shown.approved_revision_id,
    theirs,
    own: await showDifference({ services, share: shareKey }, { ...now, id: now.id }, readArticleForm(form)),
  };
}

export function readArticleForm(form: URLSearchParams) {
  const field = (name: string) => form.get(name)?.trim() ?? '';
  return {
    title: field('title'),
    body: (form.get('body') ?? '').replaceAll('\r\n', '\n'),
    category: field('category') || null,
    tags: [],
    ...readTags(form),
  };
}

/** Photographs of the posted form that the text does not reference yet. */
function listAttachedPhotos({ form }: PageRequest, shown: FullArticle | null) {
  const kept = new Map(shown?.pictures?.map((each) => [each.id, each]));
  return [...new Set(form?.getAll(photoIdField) ?? [])].filter(isId).map((id, index) => ({
    id,
    src: kept.get(id)?.renditions.thumb?.path ?? kept.get(id)?.preview ?? null,
    alt: kept.get(id)?.caption || String(index + 1),
  }));
}
