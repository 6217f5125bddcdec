import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import type { ArticleKind } from '../../../../domain/rules/article-publication.ts';
import { checkMentionCount, findMentions } from '../../../../domain/rules/mentions.ts';
import { readerTexts } from '../../../../domain/rules/question-texts.ts';
import type { Visibility } from '../../../../domain/rules/settlement-role.ts';
import { edit_article } from '../../../../features/operations/journal/edit_article.ts';
import { publish_article } from '../../../../features/operations/journal/publish_article.ts';
import { show_article } from '../../../../features/operations/journal/show_article.ts';
import { write_article } from '../../../../features/operations/journal/write_article.ts';
import { joinPhotographs, publishPhotographs } from '../../loaders/entry-photographs.ts';
import { addUploadedPhotos, removePhotoFromForm } from '../../loaders/form-photographs.ts';
import { readLocalMoment } from '../../loaders/local-moment.ts';
import { type ActionResult, type FormRequest, Rerender } from '../../page/page.ts';
import type { PhotoSubject, SavedPhotographs } from '../../page/photographs.ts';
import { photoIdField } from '../../ui/photo-field.tsx';
import { isAskedFirst } from '../../ui/save-anyway.tsx';
import { readTags } from '../../ui/tags-field.tsx';
import * as labels from '../../words/labels.ts';
import { deriveTitle, parseLabelFields, replaceLabelsWithTokens } from './mention-labels.ts';

export const texts = {
  published: { en: 'Published.', ru: 'Опубликовано.' },
  saved: labels.saved,
  draftKept: {
    en: 'Kept as a draft. It is in “My entries” and not published.',
    ru: 'Оставлено черновиком. Он в «Моих записях» и не опубликован.',
  },
  announcementKept: {
    en: 'Kept as a draft. Nobody has been told yet: see below who would be, then publish it.',
    ru: 'Сохранено черновиком, пока никому не сообщили. Ниже видно, кому сообщим; потом опубликуйте.',
  },
  untitled: { en: 'Entry', ru: 'Запись' },
  tooLong: {
    en: 'The text is too long: 60,000 characters at most.',
    ru: 'Текст слишком длинный: не больше 60 000 знаков.',
  },
  notTaken: { en: 'Everything else is as it was.', ru: 'Остальное на месте.' },
} as const satisfies Record<string, Text>;

/** Published for whom. */
export const formatPublished = (visibility: Visibility): Text => ({
  en: `${texts.published.en} It can be read by ${readerTexts[visibility].en}.`,
  ru: `${texts.published.ru} Прочесть смогут ${readerTexts[visibility].ru}.`,
});

/** Of an entry as it is saved, and as it is typed. */
export const maxBodyLength = 60_000;

export type ShownArticle = z.output<typeof show_article.output>['data'];

/** What is being written, and where. */
export interface EntryTarget {
  readonly settlement: { readonly id: string; readonly slug: string; readonly time_zone: string };
  readonly kind: ArticleKind;
  /** Only of a diary. */
  readonly plot: string | null;
  /** The entry being edited; null for a new one. */
  readonly article: Pick<ShownArticle, 'id' | 'status' | 'visibility'> | null;
}

/** Photographs of a diary belong to the plot, others to the settlement; private until publication. */
export function choosePhotoSubject({
  settlement,
  plot,
}: {
  readonly settlement: { readonly id: string };
  readonly plot: string | null;
}): PhotoSubject {
  return plot === null
    ? { type: 'settlement', id: settlement.id, visibility: 'private' }
    : { type: 'parcel', id: plot, visibility: 'private' };
}

/** One form with several buttons: some only change the form and rerender it, the others save. */
export async function submitEntryForm(
  pageRequest: FormRequest,
  writing: EntryTarget,
): Promise<ActionResult | Rerender> {
  const { form } = pageRequest;
  const photos = await pageRequest.savePhotographs('photos', choosePhotoSubject(writing));
  addUploadedPhotos(form, photos);
  const again = applyFormButton(form, photos);
  if (again === undefined) return saveEntry(pageRequest, writing, photos);
  if (form.get('do') === 'preview') {
    const isGood = checkPreview(readEntryBody(form));
    if (isGood !== true) refuse.invalid('body', isGood);
  }
  return again;
}

/** A preview is rendered within the limits of a text that is saved. */
export function checkPreview(body: string): true | Text {
  return body.length > maxBodyLength ? texts.tooLong : checkMentionCount(findMentions(body));
}

function applyFormButton(form: URLSearchParams, photos: SavedPhotographs): Rerender | undefined {
  const again = () => new Rerender(photos.rejected.length > 0 ? photos.appendRejected(texts.notTaken) : null);
  const mention = form.get('mention') ?? (form.get('do') === 'mention' ? form.get('mention_other') : null);
  if (removePhotoFromForm(form)) return again();
  if (mention !== null) {
    const body = (form.get('body') ?? '').trimEnd();
    if (mention !== '') form.set('body', `${body}${body === '' ? '' : ' '}@${mention} `);
    return again();
  }
  return form.get('do') === 'preview' ? again() : undefined;
}

/** The text to store: labels replaced by tokens, photographs at the end. */
export const readEntryBody = (form: URLSearchParams): string =>
  joinPhotographs(readEntryText(form), form.getAll(photoIdField));

function readEntryText(form: URLSearchParams): string {
  const typed = (form.get('body') ?? '').replaceAll('\r\n', '\n');
  if (typed.length > maxBodyLength) return typed;
  return replaceLabelsWithTokens(typed, parseLabelFields(form.getAll('label')));
}

/** Only the form of an announcement has them. */
const readEventFields = (form: URLSearchParams, timeZone: string) => ({
  starts_at: readLocalMoment(form.get('starts_at'), timeZone),
  ends_at: readLocalMoment(form.get('ends_at'), timeZone),
  place: form.get('place')?.trim() || null,
  repeats: form.get('repeats') || null,
  repeats_until: form.get('repeats_until') || null,
});

async function saveEntry(
  pageRequest: FormRequest,
  writing: EntryTarget,
  photos: SavedPhotographs,
): Promise<ActionResult> {
  const { form, call, view } = pageRequest;
  const { settlement, kind, plot } = writing;
  const body = readEntryBody(form);
  const visibility = form.get('visibility') || undefined;
  const fields = {
    title: form.get('title')?.trim() || deriveTitle(readEntryText(form)) || texts.untitled[view.language],
    body,
    ...(visibility && { visibility }),
    about_on: form.get('about_on') || null,
    ...readTags(form),
    ...(form.has('starts_at') && readEventFields(form, settlement.time_zone)),
  };
  const at = { settlement: settlement.slug };
  let article = writing.article?.id;
  if (article === undefined) {
    const place = plot === null ? {} : { parcel_id: plot };
    const unless_similar = isAskedFirst(form);
    const written = await call(write_article, { ...at, kind, ...place, ...fields, unless_similar });
    article = written.data.id;
  } else {
    const base = form.get('version') || undefined;
    await call(edit_article, { ...at, article, ...fields, ...(base && { base_version: base }) });
  }
  const isAsked = form.get('do') === 'publish' && writing.article?.status !== 'published';
  // An announcement is published from its review page, which shows whom it reaches.
  const isAnnounced = isAsked && kind === 'announcement';
  const isPublishing = isAsked && !isAnnounced;
  const isOut = isPublishing || writing.article?.status === 'published';
  const { data } = await call(show_article, { ...at, article });
  if (isOut)
    await publishPhotographs(pageRequest, data, form.getAll(photoIdField), writing.article?.visibility);
  if (isPublishing) await call(publish_article, { ...at, article });
  if (isAnnounced) {
    const to = fillPath(paths.announceDraft, { ...at, article });
    return { to, notice: photos.appendRejected(texts.announcementKept) };
  }
  const to = isOut ? fillPath(paths.article, { ...at, article: data.slug }) : paths.myArticles;
  const notice = isPublishing ? formatPublished(data.visibility) : isOut ? texts.saved : texts.draftKept;
  return { to, notice: photos.appendRejected(notice) };
}
