import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_media } from '../../../../features/operations/media/list_media.ts';
import { edit_parcel_object } from '../../../../features/operations/parcel/edit_parcel_object.ts';
import { show_parcel_object } from '../../../../features/operations/parcel/show_parcel_object.ts';
import { loadPlot, type Plot, type PlotObject } from '../../loaders/plot.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { say } from '../../ui/language-context.ts';
import { FactList, ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePage } from '../../ui/page-context.ts';
import { PhotoField } from '../../ui/photo-field.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { TagLinks } from '../../ui/tag-links.tsx';
import { formatDay, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { objectKindTexts } from '../../words/parcel-object-texts.ts';
import { savedText } from '../../words/shared-texts.ts';
import { ObjectFields, objectFields } from './object-fields.tsx';
import { PhotoGrid } from './photo-grid.tsx';

export const texts = {
  title: { en: 'On the plot', ru: 'Что растёт и стоит' },
  name: labels.name,
  kind: labels.whatItIs,
  begun: { en: 'Since', ru: 'С какого дня' },
  notes: { en: 'Worth remembering', ru: 'Что помнить' },
  archived: { en: 'It is no longer there; its history is kept.', ru: 'Этого уже нет; история сохранена.' },
  entries: { en: 'Entries', ru: 'Записи' },
  photos: labels.photographs,
  tasks: { en: 'Tasks', ru: 'Дела' },
  noHistory: {
    en: 'Name it in the diary, add a photograph or a task: they gather here.',
    ru: 'Упомяните его в дневнике, добавьте фотографию или дело: всё соберётся здесь.',
  },
  draft: { en: 'draft', ru: 'черновик' },
  done: labels.doneState,
  addPhotos: labels.addPhotographs,
  added: { en: 'The photographs are here.', ru: 'Фотографии на месте.' },
  edit: labels.change,
  save: labels.save,
  archive: { en: 'No longer there', ru: 'Этого больше нет' },
  archiveNote: {
    en: 'It moves to the archive: it leaves the list, its history stays. You can restore it at any time.',
    ru: 'Уйдёт в архив: из списка пропадёт, история останется. Вернуть можно когда угодно.',
  },
  toArchive: { en: 'Archived', ru: 'Убрать в архив' },
  unarchive: { en: 'It is back', ru: 'Снова есть' },
  isArchived: { en: 'It is in the archive.', ru: 'Убрали в архив.' },
  isBack: labels.itIsBack,
  remove: labels.remove,
  removeNote: {
    en: 'For what was entered by mistake. For 30 days you can bring it back from the list.',
    ru: 'Для записанного по ошибке. 30 дней вы сможете вернуть его из списка.',
  },
  isRemoved: {
    en: 'Removed. You can restore it here for 30 days.',
    ru: 'Удалили. 30 дней можно вернуть здесь.',
  },
} as const satisfies Record<string, Text>;

const edit = form(edit_parcel_object, {
  path: paths.editPlotObject,
  given: ({ plot }) => ({ parcel: plot }),
  fields: objectFields,
  hidden: ['seen_updated_at'],
  done: (_, names) => ({ to: fillPath(paths.plotObject, names), notice: savedText }),
});

const archive = form(edit_parcel_object, {
  path: paths.archivePlotObject,
  isButton: true,
  given: ({ plot }, { text }) => ({ parcel: plot, archived: text('archived') === 'true' }),
  done: ({ data }, names) => ({
    to: fillPath(paths.plotObject, names),
    notice: data.archived ? texts.isArchived : texts.isBack,
  }),
});

const remove = form(edit_parcel_object, {
  path: paths.removePlotObject,
  isButton: true,
  given: ({ plot }) => ({ parcel: plot, removed: true }),
  done: (_, { plot }) => ({ to: fillPath(paths.plotObjects, { plot }), notice: texts.isRemoved }),
});

export const plotObjectPage = definePage({
  path: paths.plotObject,
  access: 'signed-in',
  texts,
  missing: {
    title: { en: 'Write what it is called.', ru: 'Напишите, как это называется.' },
  },
  async load({ plot: id, object }, pageRequest) {
    const plot = await loadPlot(pageRequest, id);
    const { data } = await pageRequest.call(show_parcel_object, { parcel: id, object });
    const { media } = await pageRequest.call(list_media, { settlement: plot.settlement, object: data.id });
    return { plot, object: data, media };
  },
  actions: {
    edit,
    photos: {
      path: paths.objectPhotos,
      photographs: true,
      async perform(names, pageRequest) {
        const kept = await pageRequest.savePhotographs('photos', { type: 'object', id: names.object });
        return { to: fillPath(paths.plotObject, names), notice: kept.appendRejected(texts.added) };
      },
    },
    archive,
    remove,
  },
  head: ({ object }) => ({ title: object.title, scripts: ['photos.js'] }),
  render: ({ plot, object, media }) => {
    const { history } = object;
    const isBare = media.length + history.articles.length + history.tasks.length === 0;
    return (
      <Screen
        title={object.title}
        parent={{ href: fillPath(paths.plotObjects, { plot: plot.id }), text: texts.title }}
      >
        {object.archived && <Notice tone="plain">{texts.archived}</Notice>}
        <Card>
          <FactList
            facts={[
              [texts.kind, objectKindTexts[object.kind]],
              ...(object.begun_on ? [[texts.begun, formatDay(object.begun_on, plot.clock)] as const] : []),
              ...(object.notes ? [[texts.notes, object.notes] as const] : []),
            ]}
          />
          {object.tags.length > 0 && (
            <div class="gap-top">
              <TagLinks settlement={plot.settlement} tags={object.tags} />
            </div>
          )}
          {isBare && <p class="soft gap-top">{texts.noHistory}</p>}
        </Card>
        {media.length > 0 && (
          <section aria-labelledby="photos-title">
            <div class="section-head">
              <h2 id="photos-title">{texts.photos}</h2>
            </div>
            <PhotoGrid plot={plot} media={media} />
          </section>
        )}
        <ObjectHistory plot={plot} history={history} />
        {plot.isMember && <ObjectActions plot={plot} object={object} />}
      </Screen>
    );
  },
});

type History = z.output<typeof show_parcel_object.output>['data']['history'];

function ObjectHistory({ plot, history }: { plot: Plot; history: History }) {
  const { hasPage } = usePage();
  return (
    <>
      {history.articles.length > 0 && (
        <ListCard heading={{ id: 'entries', title: texts.entries }}>
          {history.articles.map((entry) => (
            <Row
              key={entry.id}
              href={fillPath(paths.article, { settlement: plot.settlement, article: entry.slug })}
              icon="diary"
              title={entry.title}
              line={[
                formatDay(entry.about_on, plot.clock),
                ...(entry.status === 'draft' ? [say(texts.draft)] : []),
              ].join(' · ')}
            />
          ))}
        </ListCard>
      )}
      {history.tasks.length > 0 && (
        <ListCard heading={{ id: 'tasks', title: texts.tasks }}>
          {history.tasks.map((task) => {
            const href = fillPath(paths.task, { task: task.id });
            return (
              <Row
                key={task.id}
                href={hasPage(href) ? href : undefined}
                icon="tasks"
                done={task.status === 'done'}
                title={task.title}
                line={
                  task.status === 'done'
                    ? texts.done
                    : task.due_on
                      ? formatDay(task.due_on, plot.clock)
                      : formatRelativeTime(task.created_at, plot.clock)
                }
              />
            );
          })}
        </ListCard>
      )}
    </>
  );
}

function ObjectActions({ plot, object }: { plot: Plot; object: PlotObject }) {
  const names = { plot: plot.id, object: object.id };
  return (
    <>
      <Fold title={texts.addPhotos}>
        <Form id="photos" action={fillPath(paths.objectPhotos, names)} multipart>
          <PhotoField subject={{ type: 'object', id: object.id }} />
          <Button kind="quiet">{texts.save}</Button>
        </Form>
      </Fold>
      <Fold title={texts.edit}>
        <edit.Form at={names} values={object} hidden={{ seen_updated_at: object.updated_at }}>
          <EditConflict
            form="edit"
            field="seen_updated_at"
            currentValue={object.updated_at}
            facts={[
              [texts.name, object.title],
              [texts.kind, objectKindTexts[object.kind]],
              [texts.begun, object.begun_on ? formatDay(object.begun_on, plot.clock) : ''],
              [texts.notes, object.notes],
            ]}
          />
          <ObjectFields of={edit} />
          <Button>{texts.save}</Button>
        </edit.Form>
      </Fold>
      <Fold title={object.archived ? texts.unarchive : texts.archive}>
        {!object.archived && <p>{texts.archiveNote}</p>}
        <archive.Button at={names} kind="quiet" hidden={{ archived: object.archived ? 'false' : 'true' }}>
          {object.archived ? texts.unarchive : texts.toArchive}
        </archive.Button>
      </Fold>
      <Fold title={texts.remove}>
        <p>{texts.removeNote}</p>
        <remove.Button at={names} kind="quiet-danger" icon="remove">
          {texts.remove}
        </remove.Button>
      </Fold>
    </>
  );
}
