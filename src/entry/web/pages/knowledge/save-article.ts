import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import {
  edit_knowledge_article,
  maxBodyLength,
} from '../../../../features/operations/knowledge/edit_knowledge_article.ts';
import { publish_knowledge_article } from '../../../../features/operations/knowledge/publish_knowledge_article.ts';
import { showDifference } from '../../../../features/operations/knowledge/revision-shapes.ts';
import { write_knowledge_article } from '../../../../features/operations/knowledge/write_knowledge_article.ts';
import {
  findVisiblePictures,
  loadPublishedText,
  renderUnpublishedText,
} from '../../loaders/knowledge-text.ts';
import { type ActionResult, type FormRequest, Rerender } from '../../page/page.ts';
import type { SavedPhotographs } from '../../page/photographs.ts';
import { photoIdField } from '../../ui/photo-field.tsx';
import * as labels from '../../words/labels.ts';
import { type EditContext, type EditPreview, loadEditContext, readArticleForm } from './load-article-form.ts';

export const texts = {
  sent: {
    en: 'Sent to the moderators. You will be told what they decide.',
    ru: 'Отправлено модераторам. Мы сообщим, что они решат.',
  },
  published: {
    en: 'Published: everybody reads this text now.',
    ru: 'Опубликовано: теперь все читают этот текст.',
  },
  saved: labels.saved,
  draftKept: { en: 'Kept as a draft.', ru: 'Оставлено черновиком.' },
  nothing: { en: 'Nothing was changed, so nothing was sent.', ru: 'Ничего не изменено, отправлять нечего.' },
  moved: {
    en: 'The article was changed while you were writing. Nothing is written yet: look at both texts.',
    ru: 'Пока вы писали, статью изменили. Ничего пока не записано: посмотрите оба текста.',
  },
  photosLeft: { en: 'Everything else is as it was.', ru: 'Остальное на месте.' },
  tooLong: {
    en: 'An article has at most 300,000 characters. Split it into two.',
    ru: 'В статье может быть не больше 300\u00a0000 знаков. Разделите её на две.',
  },
  photo: { en: 'Picture', ru: 'Снимок' },
} as const satisfies Record<string, Text>;

const articlePhotoSubject = (id: string) => ({ type: 'knowledge_article', id }) as const;

/** One form, several buttons: preview, compare and removing a photograph store nothing. */
export async function submitArticleForm(
  pageRequest: FormRequest<'signed-in'>,
  article?: string,
): Promise<ActionResult | Rerender> {
  const { form } = pageRequest;
  const writing = await loadEditContext(pageRequest, article);
  const removed = form.get('remove_photo');
  const id = writing.article?.id;
  const photos =
    id && writing.mayAddPictures
      ? await pageRequest.savePhotographs('photos', articlePhotoSubject(id))
      : null;
  const added = [...form.getAll(photoIdField), ...(photos?.savedIds ?? [])].filter(
    (each) => isId(each) && each !== removed,
  );
  form.delete(photoIdField);
  for (const each of new Set(added)) form.append(photoIdField, each);
  const again = (found: EditPreview) =>
    new Rerender({
      ...found,
      ...(photos?.rejected.length && { problem: photos.appendRejected(texts.photosLeft) }),
    });
  if (removed !== null) return again({});
  const body = appendPictures(readArticleForm(form).body, added, pageRequest.view.language);
  // Before it is rendered.
  if (body.length > maxBodyLength) refuse.invalid('body', texts.tooLong);
  if (form.get('do') === 'preview') {
    const pictures = await findVisiblePictures(
      pageRequest.dependencies,
      (await loadEditContext(pageRequest, article)).article,
    );
    return again({ preview: await renderUnpublishedText(body, pictures, pageRequest) });
  }
  const wanted = { ...readArticleForm(form), body };
  if (form.get('do') === 'compare' && writing.article) {
    const published = await loadPublishedText(pageRequest, writing.article);
    return again({
      differences: await showDifference(
        { services: pageRequest.dependencies.services, share: pageRequest.shareKey },
        { ...published, id: published.id },
        wanted,
      ),
    });
  }
  return explainConflict(
    writing.article ? saveEdit(pageRequest, writing, wanted, photos) : saveNewArticle(pageRequest, wanted),
  );
}

/** Appends pictures that the text does not reference yet. */
export function appendPictures(body: string, ids: readonly string[], language: Language): string {
  const named = new Set([...body.matchAll(/media[:/](\d{1,19})(?!\d)/g)].map(([, id]) => id));
  const left = [...new Set(ids)].filter((id) => !named.has(id));
  const pictures = left.map((id) => `![${texts.photo[language]}](media:${id})`);
  return pictures.length === 0 ? body : [body.trimEnd(), ...pictures].join('\n\n');
}

type ArticleInput = ReturnType<typeof readArticleForm>;

async function saveEdit(
  pageRequest: FormRequest<'signed-in'>,
  { article, isPublished, isModerator }: EditContext,
  wanted: ArticleInput,
  photos: SavedPhotographs | null,
): Promise<ActionResult> {
  if (article === null) throw new Error('No article to edit');
  const { call, form } = pageRequest;
  const tell = (notice: Text) => photos?.appendRejected(notice) ?? notice;
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
  const { status } = await call(publish_knowledge_article, {
    article: article.id,
    revision_id: edited.revision_id,
  });
  return { to: page, notice: tell(status === 'published' ? texts.published : texts.sent) };
}

/** Pictures need the id of the article, so they are attached after it is created. */
async function saveNewArticle(
  pageRequest: FormRequest<'signed-in'>,
  wanted: ArticleInput,
): Promise<ActionResult> {
  const { call, form, view } = pageRequest;
  const isSent = form.get('do') === 'send';
  const hasPhotographs = (pageRequest.request.uploadedFiles ?? []).length > 0;
  const written = await call(write_knowledge_article, { ...wanted, publish: isSent && !hasPhotographs });
  const to = fillPath(paths.knowledgeArticle, { article: written.slug });
  let { status } = written;
  let tell = (notice: Text) => notice;
  if (hasPhotographs) {
    const photos = await pageRequest.savePhotographs('photos', articlePhotoSubject(written.id));
    tell = photos.appendRejected;
    const body = appendPictures(wanted.body, photos.savedIds, view.language);
    const base = { article: written.id, base_revision_id: written.revision_id };
    const { revision_id } =
      body === wanted.body ? written : await call(edit_knowledge_article, { ...base, body });
    if (isSent) ({ status } = await call(publish_knowledge_article, { article: written.id, revision_id }));
  }
  const notice = { draft: texts.draftKept, pending: texts.sent, published: texts.published }[status];
  return { to, notice: tell(notice) };
}

/** Replaces the operation's refusal about base_revision_id with the page's own text. */
async function explainConflict(work: Promise<ActionResult>): Promise<ActionResult> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields?.base_revision_id === undefined) throw error;
    throw new Refusal({ kind: error.kind, text: texts.moved });
  }
}
