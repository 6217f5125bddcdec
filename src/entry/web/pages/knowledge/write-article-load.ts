import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { showDifference } from '../../../../features/operations/knowledge/revision-shapes.ts';
import { show_knowledge_article } from '../../../../features/operations/knowledge/show_knowledge_article.ts';
import { show_knowledge_revision } from '../../../../features/operations/knowledge/show_knowledge_revision.ts';
import type { Visit } from '../../page/page.ts';
import { isId } from '../../server/form-fields.ts';
import { photoIds } from '../../ui/photo-field.tsx';
import { readTags } from '../../ui/tags-field.tsx';
import type { DrawnText } from './drawn-text.ts';
import type { Differences } from './text-difference.tsx';

export type Shown = z.output<typeof show_knowledge_article.output>;
type Revision = z.output<typeof show_knowledge_revision.output>['data'];

/** What is being written: a new article, or an edit of one that is there. */
export interface Writing {
  readonly article: Shown | null;
  readonly isModerator: boolean;
  /** Everybody reads something of it already: what changes is seen before it is sent. */
  readonly isPublished: boolean;
  readonly isOwn: boolean;
  /** Pictures are added by its author and moderators. */
  readonly mayAddPictures: boolean;
}

/** What a button of the form found out without keeping anything. */
export interface Found {
  readonly preview?: DrawnText;
  readonly differences?: Differences;
  /** What was wrong with photographs that came with the form. */
  readonly problem?: Text;
}

export async function loadPlace(visit: Visit<'signed-in'>, article?: string): Promise<Writing> {
  const { call, session } = visit;
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

export type WriteData = Awaited<ReturnType<typeof loadWriting>>;

export async function loadWriting(visit: Visit<'signed-in'>, article?: string) {
  const { form, text, view } = visit;
  const writing = await loadPlace(visit, article);
  const { article: shown } = writing;
  const found = (visit.found ?? {}) as Found;
  const began = form === null && shown ? await findBeginning(visit, shown, text('from')) : shown;
  const moved = await findMoved(visit, shown);
  return {
    writing,
    values: {
      title: began?.title ?? '',
      body: began?.body ?? '',
      category: began?.category ?? '',
      tags: began?.tags ?? [],
    },
    /** The text that was returned, which one goes on with. */
    returned: began && 'reject_reason' in began ? began.reject_reason : null,
    base:
      moved?.current ??
      (form?.get('base') || (shown && (began === shown ? shown.revision_id : currentOf(shown)))),
    moved,
    preview: found.preview ?? null,
    differences: found.differences ?? null,
    problem: found.problem?.[view.language] ?? null,
    photos: listPhotos(visit, shown),
  };
}

/** What everybody reads, and before that the one text there is. */
export const currentOf = (shown: Pick<Shown, 'approved_revision_id' | 'revision_id'>) =>
  shown.approved_revision_id ?? shown.revision_id;

/** A text to go on with in place of what stands there: one that was returned, or an earlier one. */
async function findBeginning({ call }: Visit, shown: Shown, from: string): Promise<Shown | Revision> {
  if (!isId(from)) return shown;
  return (await call(show_knowledge_revision, { article: shown.id, revision: from })).data;
}

/** Somebody else’s text was passed while this one was written: what they changed, and both texts side by side. */
async function findMoved({ call, form, parts: { services }, share }: Visit, shown: Shown | null) {
  const base = form?.get('base');
  if (!shown || !form || !base || base === shown.revision_id || base === shown.approved_revision_id)
    return null;
  const current = currentOf(shown);
  const { data: now } = await call(show_knowledge_revision, { article: shown.id, revision: current });
  const theirs = await call(show_knowledge_revision, { article: shown.id, revision: current, against: base })
    .then(({ data }) => data.diff)
    .catch((error: unknown) => {
      // A base that was somebody else's, or never was.
      if (error instanceof Refusal) return null;
      throw error;
    });
  return {
    current,
    theirs,
    own: await showDifference({ services, share }, { ...now, id: now.id }, readText(form)),
  };
}

/** The fields of the form as an article keeps them. */
export function readText(form: URLSearchParams) {
  const field = (name: string) => form.get(name)?.trim() ?? '';
  return {
    title: field('title'),
    body: (form.get('body') ?? '').replaceAll('\r\n', '\n'),
    category: field('category') || null,
    tags: [],
    ...readTags(form),
  };
}

/** What the differences are shown against: the text everybody reads. */
export async function readPublished({ call }: Visit, shown: Shown): Promise<Shown | Revision> {
  const { approved_revision_id: revision } = shown;
  if (revision === null || revision === shown.revision_id) return shown;
  return (await call(show_knowledge_revision, { article: shown.id, revision })).data;
}

/** Those that came with the form and are not in the text yet. */
function listPhotos({ form }: Visit, shown: Shown | null) {
  const kept = new Map(shown?.pictures?.map((each) => [each.id, each]));
  return [...new Set(form?.getAll(photoIds) ?? [])].filter(isId).map((id, index) => ({
    id,
    src: kept.get(id)?.renditions.thumb?.path ?? kept.get(id)?.preview ?? null,
    alt: kept.get(id)?.caption || String(index + 1),
  }));
}
