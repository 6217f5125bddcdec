import type { Language, Text } from '../../../../base/i18n/text.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import type { ArticleKind } from '../../../../domain/rules/article-publication.ts';
import { dayInZone } from '../../../../domain/rules/days.ts';
import { findMentions, mentionKey } from '../../../../domain/rules/mentions.ts';
import { list_waiting_claims } from '../../../../features/actions/list_waiting_claims.ts';
import { show_article } from '../../../../features/operations/journal/show_article.ts';
import { list_media } from '../../../../features/operations/media/list_media.ts';
import { list_parcel_objects } from '../../../../features/operations/parcel/list_parcel_objects.ts';
import { show_settlement } from '../../../../features/operations/settlement/show_settlement.ts';
import { list_tasks } from '../../../../features/operations/task/list_tasks.ts';
import { pickEventValues } from '../../forms/event-fields.tsx';
import { renderBody } from '../../loaders/article-body.ts';
import { splitPhotographs } from '../../loaders/entry-photographs.ts';
import { findMembership } from '../../loaders/membership.ts';
import type { PageRequest } from '../../page/page.ts';
import { photoIdField } from '../../ui/photo-field.tsx';
import { checkPreview, type EntryTarget, readEntryBody, type ShownArticle } from './entry-saving.ts';
import {
  assignLabels,
  type MentionLabel,
  parseLabelFields,
  replaceTokensWithLabels,
} from './mention-labels.ts';

const boardKinds = ['post', 'guide'] as const satisfies readonly ArticleKind[];
const notYours = {
  en: 'Only its author can change this entry. What you can do is on its page.',
  ru: 'Эту запись меняет только её автор. Что можете вы, есть на её странице.',
};
const boardOnly = {
  en: 'Announcements are written by the board of the village.',
  ru: 'Объявления пишет правление посёлка.',
};
const maxPhotos = 30;

export type EntryFormData = Awaited<ReturnType<typeof loadEntryForm>>;

/** Settlement, plot and kind of a new entry, or the entry that is being edited. */
export async function loadEntryContext(
  pageRequest: PageRequest<'signed-in'>,
  settlement: string,
  article?: string,
  announces = false,
) {
  const { call, text } = pageRequest;
  const [{ data: place }, shown, signed] = await Promise.all([
    call(show_settlement, { settlement }),
    article === undefined ? undefined : call(show_article, { settlement, article }),
    pageRequest.loadSignedInUser(),
  ]);
  const entry = shown?.data;
  if (entry && !entry.may_edit) throw new Refusal({ kind: 'forbidden', text: notYours });
  const { isBoard, plots: own, claims } = findMembership(signed, place.id);
  if (announces && !isBoard) throw new Refusal({ kind: 'forbidden', text: boardOnly });
  const requestedKind = announces
    ? 'announcement'
    : isBoard
      ? boardKinds.find((name) => name === text('kind'))
      : undefined;
  const plots = own.map(({ parcel_id, plot_number }) => ({ id: parcel_id, number: plot_number }));
  const kind: ArticleKind =
    entry?.kind ?? requestedKind ?? (plots.length === 0 && isBoard ? 'post' : 'diary');
  const here = signed?.overview.place?.plot?.id;
  const chosen =
    plots.find(({ id }) => id === text('plot')) ?? plots.find(({ id }) => id === here) ?? plots[0];
  const plot = entry ? entry.parcel_id : kind === 'diary' ? (chosen?.id ?? null) : null;
  const writing: EntryTarget = { settlement: place, kind, plot, article: entry ?? null };
  return { place, plots, hasClaims: claims.length > 0, entry, writing };
}

/** All data of the form: the entry, what can be mentioned, photographs, conflict and preview. */
export async function loadEntryForm(
  pageRequest: PageRequest<'signed-in'>,
  settlement: string,
  article?: string,
  announces = false,
) {
  const { form, view, dependencies } = pageRequest;
  const { place, plots, hasClaims, entry, writing } = await loadEntryContext(
    pageRequest,
    settlement,
    article,
    announces,
  );
  const { plot } = writing;
  const things =
    plot === null ? { objects: [], tasks: [] } : await listMentionable(pageRequest, place.slug, plot);
  const { text: prose, ids } = splitPhotographs(entry?.body ?? '');
  const photos = await listPhotos(pageRequest, writing, entry, ids);
  const labels = labelMentions(
    prose,
    entry,
    things,
    photos.map(({ id }) => id),
    parseLabelFields(form?.getAll('label') ?? []),
    view.language,
  );
  const posted = form === null ? undefined : readEntryBody(form);
  return {
    writing,
    place: { slug: place.slug, name: place.name, households: place.households },
    plots,
    /** Of somebody without a plot here whose claim the board has not decided. */
    waiting:
      writing.kind === 'diary' && plot === null && hasClaims
        ? await pageRequest.call(list_waiting_claims, { settlement: place.id })
        : null,
    clock: { now: dependencies.now(), timeZone: place.time_zone, language: view.language },
    today: dayInZone(dependencies.now(), place.time_zone),
    labels,
    chips: labels.filter(({ key }) => key.startsWith('object:')).slice(0, 5),
    photos,
    values: {
      title: entry?.title ?? '',
      body: replaceTokensWithLabels(prose, labels),
      visibility: entry?.visibility ?? 'residents',
      about_on: entry?.about_on ?? '',
      tags: entry?.tags ?? [],
      ...pickEventValues(entry, place.time_zone),
    },
    version: entry?.version,
    /** The form was sent and is shown again. */
    isPosted: form !== null,
    /** Comes from the calendar, to add a day to it. */
    addsDay: form === null && pageRequest.text('day') !== '',
    /** Why photographs of the submitted form were rejected. */
    problem: (pageRequest.formResult as Text | null | undefined)?.[view.language] ?? null,
    moved: await findConflict(pageRequest, entry, posted),
    preview:
      form?.get('do') === 'preview'
        ? await renderPreview(pageRequest, writing, posted ?? '', labels, photos)
        : null,
  };
}

async function listMentionable({ call }: PageRequest, settlement: string, plot: string) {
  const [{ objects }, { tasks }] = await Promise.all([
    call(list_parcel_objects, { parcel: plot, limit: '100' }),
    call(list_tasks, { settlement, parcel_id: plot, limit: '20' }),
  ]);
  return { objects, tasks };
}

export interface FormPhoto {
  readonly id: string;
  readonly src: string | null;
  readonly large: string | null;
  readonly alt: string;
}

/** Photographs of the submitted form, else those at the end of the text. */
async function listPhotos(
  pageRequest: PageRequest,
  writing: EntryTarget,
  entry: ShownArticle | undefined,
  ids: string[],
): Promise<FormPhoto[]> {
  const wanted = pageRequest.form === null ? ids : pageRequest.form.getAll(photoIdField);
  if (wanted.length === 0) return [];
  const { plot, settlement } = writing;
  const listed = await pageRequest.call(list_media, {
    settlement: settlement.slug,
    ...(plot !== null && { parcel: plot }),
    limit: '100',
  });
  const known = new Map([...(entry?.photographs ?? []), ...listed.media].map((each) => [each.id, each]));
  return [...new Set(wanted)].slice(0, maxPhotos).map((id, index) => {
    const media = known.get(id);
    const { thumb, medium } = media?.renditions ?? {};
    const preview = media && 'preview' in media ? (media.preview as string | null) : null;
    const alt = media?.caption || photoName(pageRequest.view.language, index + 1);
    return { id, src: thumb?.path ?? preview, large: medium?.path ?? preview, alt };
  });
}

const photoName = (language: Language, number: number) =>
  ({ en: `photo ${number}`, ru: `фото ${number}` })[language];

/** Labels for everything the text mentions or could mention; what the user may not see gets a placeholder. */
function labelMentions(
  prose: string,
  entry: ShownArticle | undefined,
  { objects, tasks }: Awaited<ReturnType<typeof listMentionable>>,
  photos: readonly string[],
  written: readonly MentionLabel[],
  language: Language,
): MentionLabel[] {
  const hidden = { en: 'hidden thing', ru: 'скрытое' }[language];
  const offered = [
    ...objects.map(({ id, title }) => ({ key: `object:${id}`, title })),
    ...tasks.map(({ id, title }) => ({ key: `task:${id}`, title })),
    ...photos.map((id, index) => ({ key: `media:${id}`, title: photoName(language, index + 1) })),
  ];
  const known = new Set(offered.map(({ key }) => key));
  const named = findMentions(prose)
    .map(mentionKey)
    .filter((key) => !known.has(key))
    .map((key) => ({ key, title: entry?.mentions[key]?.title ?? hidden }));
  return assignLabels(prose, [...offered, ...named], written);
}

/** The current text, if it changed since the form was rendered. */
async function findConflict(
  { form, dependencies, shareKey }: PageRequest,
  entry: ShownArticle | undefined,
  posted: string | undefined,
) {
  if (!entry || form === null || posted === undefined || form.get('version') === entry.version) return null;
  return {
    title: entry.title,
    changes: (await dependencies.services.texts.compare(entry.body, posted, { share: shareKey })) ?? [],
  };
}

async function renderPreview(
  pageRequest: PageRequest,
  { plot }: EntryTarget,
  body: string,
  labels: readonly MentionLabel[],
  photos: readonly FormPhoto[],
): Promise<string | null> {
  // The page that says why it was refused shows no preview.
  if (checkPreview(body) !== true) return null;
  const mentions = findMentions(body);
  const titles = new Map(labels.map(({ key, label }) => [key, label]));
  const named = mentions.map((mention) => {
    const key = mentionKey(mention);
    return [key, { ...mention, title: titles.get(key) ?? '…' }];
  });
  const pictures = photos.flatMap(({ id, large, alt }) => {
    const picture = large && { path: large, width: 1024, height: 768, content_type: 'image/webp' };
    return picture ? [{ id, renditions: { medium: picture, large: picture }, caption: alt }] : [];
  });
  return renderBody(
    { body, mentions: Object.fromEntries(named), photographs: pictures as never, parcel_id: plot },
    pageRequest,
  );
}
