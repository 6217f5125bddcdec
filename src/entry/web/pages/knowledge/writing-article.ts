import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { edit_knowledge_article } from '../../../../features/operations/knowledge/edit_knowledge_article.ts';
import { publish_knowledge_article } from '../../../../features/operations/knowledge/publish_knowledge_article.ts';
import { showDifference } from '../../../../features/operations/knowledge/revision-shapes.ts';
import { write_knowledge_article } from '../../../../features/operations/knowledge/write_knowledge_article.ts';
import { Again, type Done, type Posted } from '../../page/page.ts';
import type { KeptPhotographs } from '../../page/photographs.ts';
import { isId } from '../../server/form-fields.ts';
import { photoIds } from '../../ui/photo-field.tsx';
import { knownPictures } from './article-body.ts';
import { drawText } from './drawn-text.ts';
import { type Found, loadPlace, readPublished, readText, type Writing } from './write-article-load.ts';

export const texts = {
  sent: {
    en: 'Sent to the moderators. You will be told what they decide.',
    ru: 'Отправлено модераторам. Мы сообщим, что они решат.',
  },
  published: {
    en: 'Published: everybody reads this text now.',
    ru: 'Опубликовано: теперь все читают этот текст.',
  },
  saved: { en: 'Saved.', ru: 'Сохранено.' },
  draftKept: { en: 'Kept as a draft.', ru: 'Оставлено черновиком.' },
  nothing: { en: 'Nothing was changed, so nothing was sent.', ru: 'Ничего не изменено, отправлять нечего.' },
  moved: {
    en: 'The article was changed while you were writing. Nothing is written yet: look at both texts.',
    ru: 'Пока вы писали, статью изменили. Ничего пока не записано: посмотрите оба текста.',
  },
  photosLeft: { en: 'Everything else is as it was.', ru: 'Остальное на месте.' },
  tooLong: {
    en: 'An article has at most 300,000 characters. Make two of it.',
    ru: 'В статье может быть не больше 300\u00a0000 знаков. Разделите её на две.',
  },
  photo: { en: 'Picture', ru: 'Снимок' },
} as const satisfies Record<string, Text>;

/** Same limit as in the operations; checked before rendering a longer text. */
export const longestBody = 300_000;

const subjectOf = (id: string) => ({ type: 'knowledge_article', id }) as const;

/** One form, several buttons: preview, compare and removing a photograph store nothing. */
export async function writeArticle(visit: Posted<'signed-in'>, article?: string): Promise<Done | Again> {
  const { form } = visit;
  const writing = await loadPlace(visit, article);
  const removed = form.get('remove_photo');
  const id = writing.article?.id;
  const photos = id && writing.mayAddPictures ? await visit.keepPhotographs('photos', subjectOf(id)) : null;
  const added = [...form.getAll(photoIds), ...(photos?.kept ?? [])].filter(
    (each) => isId(each) && each !== removed,
  );
  form.delete(photoIds);
  for (const each of new Set(added)) form.append(photoIds, each);
  const again = (found: Found) =>
    new Again({ ...found, ...(photos?.faults.length && { problem: photos.tell(texts.photosLeft) }) });
  if (removed !== null) return again({});
  const body = joinPictures(readText(form).body, added, visit.view.language);
  if (body.length > longestBody) refuse.invalid('body', texts.tooLong);
  if (form.get('do') === 'preview') {
    const pictures = await knownPictures(visit.parts, (await loadPlace(visit, article)).article);
    return again({ preview: await drawText(body, pictures, visit) });
  }
  const wanted = { ...readText(form), body };
  if (form.get('do') === 'compare' && writing.article) {
    const published = await readPublished(visit, writing.article);
    return again({
      differences: await showDifference(
        { services: visit.parts.services, share: visit.share },
        { ...published, id: published.id },
        wanted,
      ),
    });
  }
  return sayMoved(writing.article ? keepEdit(visit, writing, wanted, photos) : keepNew(visit, wanted));
}

/** Appends pictures that the text does not reference yet. */
export function joinPictures(body: string, ids: readonly string[], language: Language): string {
  const named = new Set([...body.matchAll(/media[:/](\d{1,19})(?!\d)/g)].map(([, id]) => id));
  const left = [...new Set(ids)].filter((id) => !named.has(id));
  const pictures = left.map((id) => `![${texts.photo[language]}](media:${id})`);
  return pictures.length === 0 ? body : [body.trimEnd(), ...pictures].join('\n\n');
}

type Wanted = ReturnType<typeof readText>;

async function keepEdit(
  visit: Posted<'signed-in'>,
  { article, isPublished, isModerator }: Writing,
  wanted: Wanted,
  photos: KeptPhotographs | null,
): Promise<Done> {
  if (article === null) throw new Error('No article to edit');
  const { call, form } = visit;
  const tell = (notice: Text) => photos?.tell(notice) ?? notice;
  const page = fillPath(paths.knowledgeArticle, { article: article.slug });
  const edited = await call(edit_knowledge_article, {
    article: article.id,
    ...wanted,
    note: form.get('note')?.trim() || null,
    base_revision_id: form.get('base') || null,
  });
  if (isPublished) {
    if (edited.revision_id === article.revision_id) return { to: page, notice: tell(texts.nothing) };
    return { to: page, notice: tell(isModerator ? texts.published : texts.sent) };
  }
  if (form.get('do') !== 'send') return { to: page, notice: tell(texts.saved) };
  const { status } = await call(publish_knowledge_article, { article: article.id });
  return { to: page, notice: tell(status === 'published' ? texts.published : texts.sent) };
}

/** Pictures need the id of the article, so they are attached after it is created. */
async function keepNew(visit: Posted<'signed-in'>, wanted: Wanted): Promise<Done> {
  const { call, form, view } = visit;
  const isSent = form.get('do') === 'send';
  const hasPhotographs = (visit.request.sentFiles ?? []).length > 0;
  const written = await call(write_knowledge_article, { ...wanted, publish: isSent && !hasPhotographs });
  const to = fillPath(paths.knowledgeArticle, { article: written.slug });
  let { status } = written;
  let tell = (notice: Text) => notice;
  if (hasPhotographs) {
    const photos = await visit.keepPhotographs('photos', subjectOf(written.id));
    tell = photos.tell;
    const body = joinPictures(wanted.body, photos.kept, view.language);
    if (body !== wanted.body) await call(edit_knowledge_article, { article: written.id, body });
    if (isSent) ({ status } = await call(publish_knowledge_article, { article: written.id }));
  }
  const notice = { draft: texts.draftKept, pending: texts.sent, published: texts.published }[status];
  return { to, notice: tell(notice) };
}

/** Replaces the operation's refusal about base_revision_id with the page's own text. */
async function sayMoved(work: Promise<Done>): Promise<Done> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields?.base_revision_id === undefined) throw error;
    throw new Refusal({ kind: error.kind, text: texts.moved });
  }
}
