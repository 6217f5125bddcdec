import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { edit_media } from '../../../../features/operations/media/edit_media.ts';
import { list_media } from '../../../../features/operations/media/list_media.ts';
import { set_media_subject } from '../../../../features/operations/media/set_media_subject.ts';
import { list_parcel_objects } from '../../../../features/operations/parcel/list_parcel_objects.ts';
import { loadPlot, type Media, type Plot, thumbnailUrl } from '../../loaders/plot.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { conflictAsFieldError, pickChanged, readBaseValues } from '../../server/base-values.ts';
import { Button } from '../../ui/button.tsx';
import { readReason } from '../../ui/decision.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { say } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { savedText } from '../../words/shared-texts.ts';
import { PhotoEditor, remove } from './photo-editor.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { formatSeason, groupByName } from './seasons.ts';

export const texts = {
  title: labels.photographs,
  plot: labels.plot,
  order: { en: 'In what order', ru: 'Как разложить' },
  bySeason: { en: 'By season', ru: 'По временам года' },
  byPlace: { en: 'By place', ru: 'По местам' },
  whole: { en: 'The plot as a whole', ru: 'Участок целиком' },
  diary: { en: 'From the diary', ru: 'Из дневника' },
  other: { en: 'Elsewhere', ru: 'Другое' },
  none: { en: 'No photographs yet', ru: 'Фотографий пока нет' },
  noneWhy: {
    en: 'In a year it is good to see what the garden was like.',
    ru: 'Через год приятно посмотреть, каким был сад.',
  },
  add: labels.addPhotographs,
  save: labels.save,
  added: { en: 'The photographs are here.', ru: 'Фотографии на месте.' },
  removed: { en: 'Removed, can be restored', ru: 'Удалено, можно вернуть' },
  photo: labels.photograph,
  until: labels.until,
  back: labels.bringBack,
  isBack: labels.itIsBack,
  hidden: { en: 'Hidden. Its owner has been told why.', ru: 'Скрыто. Владельцу сообщили причину.' },
  shown: { en: 'Shown again. Its owner has been told.', ru: 'Снова видно. Владельцу сообщили.' },
} as const satisfies Record<string, Text>;

const photosPath = (plot: string) => fillPath(paths.plotPhotos, { plot });
const photoPath = ({ plot, photo }: { plot: string; photo: string }) =>
  `${photosPath(plot)}?${new URLSearchParams({ photo })}`;
const maxPlaces = 100;

const hide = form(edit_media, {
  path: paths.hidePlotPhoto,
  given: ({ photo }, { form: posted }) =>
    posted.get('decision') === 'show'
      ? { media: photo, visibility: 'public' }
      : { media: photo, visibility: 'private', reason: readReason(posted) },
  done: (_, names, { text }) => ({
    to: photoPath(names),
    notice: text('decision') === 'show' ? texts.shown : texts.hidden,
  }),
});

const restore = form(edit_media, {
  path: paths.restorePlotPhoto,
  isButton: true,
  given: ({ photo }) => ({ media: photo, removed: false }),
  done: (_, names) => ({ to: photoPath(names), notice: texts.isBack }),
});

export const plotPhotosPage = definePage({
  path: paths.plotPhotos,
  access: 'signed-in',
  texts,
  async load({ plot: id }, pageRequest) {
    const { call, text } = pageRequest;
    const plot = await loadPlot(pageRequest, id);
    // A refused form is rendered again with the photograph of the posted URL.
    const { photo: posted } = pageRequest.request.params as { photo?: string };
    const parameter = (name: string) => (pageRequest.form === null ? text(name) : '');
    const cursor = parameter('cursor');
    const ofPlot = { settlement: plot.settlement, parcel: id };
    const wanted = posted ?? parameter('photo');
    const isByPlace = parameter('by') === 'place';
    const [page, gone, places] = await Promise.all([
      call(list_media, { ...ofPlot, limit: '60', cursor: cursor || undefined }),
      call(list_media, { ...ofPlot, removed: 'true' }),
      isByPlace || wanted !== ''
        ? call(list_parcel_objects, { parcel: id, archived: 'true', limit: String(maxPlaces) })
        : { objects: [] },
    ]);
    const one =
      wanted === ''
        ? null
        : (page.media.find((each) => each.id === wanted) ??
          // Of another page of the list.
          (await call(list_media, { ...ofPlot, media: wanted })).media[0] ??
          refuse.notFound('media'));
    return {
      plot,
      media: page.media,
      next: page.cursor,
      gone: gone.media,
      objects: places.objects,
      one,
      cursor,
      isByPlace,
      me: pageRequest.session.accountId,
    };
  },
  actions: {
    add: {
      path: paths.plotPhotos,
      photographs: true,
      async perform({ plot }, pageRequest) {
        const kept = await pageRequest.savePhotographs('photos', { type: 'parcel', id: plot });
        return { to: photosPath(plot), notice: kept.appendRejected(texts.added) };
      },
    },
    photo: {
      path: paths.editPlotPhoto,
      async perform({ plot, photo }, { call, form: posted, text }) {
        const seen = readBaseValues(posted);
        const wanted = {
          caption: text('caption'),
          ...(text('visibility') !== '' && { visibility: text('visibility') }),
        };
        await conflictAsFieldError(call(edit_media, { media: photo, ...pickChanged(wanted, seen), seen }));
        const place = text('place');
        if (place !== '' && place !== text('place_now'))
          await call(set_media_subject, {
            media: photo,
            subject_type: place === 'plot' ? 'parcel' : 'object',
            subject_id: place === 'plot' ? plot : place,
          });
        return { to: photoPath({ plot, photo }), notice: savedText };
      },
    },
    remove,
    hide,
    restore,
  },
  head: () => ({ scripts: ['photos.js'] }),
  render: ({ plot, media, next, gone, objects, one, cursor, isByPlace, me }, { language }) => {
    const here = photosPath(plot.id);
    const names = new Map(objects.map(({ id, title }) => [id, title]));
    const groups = isByPlace
      ? groupByName(media, (each) => formatPlace(each, names, language))
      : groupByName(media, (each) => formatSeason(each.taken_at ?? each.created_at, plot.clock));
    return (
      <Screen
        title={texts.title}
        parent={{
          href: fillPath(paths.plot, { plot: plot.id }),
          text: `${texts.plot[language]} ${plot.number}`,
        }}
      >
        {one && <PhotoEditor plot={plot} photo={one} objects={objects} me={me} />}
        {media.length === 0 && (
          <EmptyState icon="camera" title={texts.none}>
            {texts.noneWhy}
          </EmptyState>
        )}
        {media.length > 0 && (
          <Tabs
            label={texts.order}
            here={isByPlace ? `${here}?by=place` : here}
            tabs={[
              { href: here, text: texts.bySeason },
              { href: `${here}?by=place`, text: texts.byPlace },
            ]}
          />
        )}
        {groups.map(({ name, items }, index) => (
          <section key={name} aria-labelledby={`group-${index}`}>
            <div class="section-head">
              <h2 id={`group-${index}`}>{name}</h2>
            </div>
            <PhotoGrid plot={plot} media={items} cursor={cursor} />
          </section>
        ))}
        <Pager cursor={next} without="photo" />
        {plot.isMember && (
          <Fold title={texts.add} open={media.length === 0}>
            <Form id="add" action={here} multipart>
              <PhotoField subject={{ type: 'parcel', id: plot.id }} />
              <Button>{texts.save}</Button>
            </Form>
          </Fold>
        )}
        {gone.length > 0 && <RemovedPhotos plot={plot} gone={gone} />}
      </Screen>
    );
  },
});

function formatPlace({ subject }: Media, names: ReadonlyMap<string, string>, language: Language): string {
  if (subject.type === 'object') return names.get(subject.id) ?? texts.other[language];
  if (subject.type === 'article') return texts.diary[language];
  return texts[subject.type === 'parcel' ? 'whole' : 'other'][language];
}

function RemovedPhotos({ plot, gone }: { plot: Plot; gone: readonly Media[] }) {
  return (
    <Fold title={texts.removed}>
      <List>
        {gone.map((one) => (
          <Row
            key={one.id}
            picture={thumbnailUrl(one)}
            title={one.caption || texts.photo}
            line={`${say(texts.until)} ${formatRelativeTime(one.restorable_until ?? '', plot.clock)}`}
            action={
              <restore.Button
                at={{ plot: plot.id, photo: one.id }}
                kind="quiet"
                compact
                icon="undo"
                about={one.caption}
              >
                {texts.back}
              </restore.Button>
            }
          />
        ))}
      </List>
    </Fold>
  );
}
