import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_media } from '../../../../features/operations/media/list_media.ts';
import { edit_parcel_object } from '../../../../features/operations/parcel/edit_parcel_object.ts';
import { show_parcel_object } from '../../../../features/operations/parcel/show_parcel_object.ts';
import { definePage, submitTo } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { FactList, List } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePage } from '../../ui/page-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import { Row } from '../../ui/row.tsx';
import { Stack } from '../../ui/section.tsx';
import { TagLinks } from '../../ui/tag-links.tsx';
import { formatDay, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { objectKindTexts } from '../../words/parcel-object-texts.ts';
import { savedText } from '../../words/shared-texts.ts';
import { ObjectFields, readObject } from './object-fields.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { loadPlot, type Plot, type PlotObject } from './plot-data.ts';

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
  addPhotos: { en: 'Add photographs', ru: 'Добавить фотографии' },
  added: { en: 'The photographs are here.', ru: 'Фотографии на месте.' },
  edit: labels.change,
  save: labels.save,
  archive: { en: 'No longer there', ru: 'Этого больше нет' },
  archiveNote: {
    en: 'It goes to the archive: out of the list, its history stays. It can be brought back at any time.',
    ru: 'Уйдёт в архив: из списка пропадёт, история останется. Вернуть можно когда угодно.',
  },
  toArchive: { en: 'Put into the archive', ru: 'Убрать в архив' },
  unarchive: { en: 'It is there again', ru: 'Снова есть' },
  isArchived: { en: 'It is in the archive.', ru: 'Убрали в архив.' },
  isBack: labels.itIsBack,
  remove: { en: 'Remove', ru: 'Удалить' },
  removeNote: {
    en: 'For what was entered by mistake. For 30 days you can bring it back from the list.',
    ru: 'Для записанного по ошибке. 30 дней вы сможете вернуть его из списка.',
  },
  isRemoved: {
    en: 'Removed. For 30 days you can bring it back here.',
    ru: 'Удалили. 30 дней можно вернуть здесь.',
  },
} as const satisfies Record<string, Text>;

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
    edit: submitTo(edit_parcel_object, {
      path: paths.editPlotObject,
      read: (form, { plot, object }) => ({
        parcel: plot,
        object,
        ...readObject(form),
        seen_updated_at: form.get('seen_updated_at') ?? undefined,
      }),
      done: (_, names) => ({ to: fillPath(paths.plotObject, names), notice: savedText }),
    }),
    photos: {
      path: paths.objectPhotos,
      photographs: true,
      async perform(names, pageRequest) {
        const kept = await pageRequest.savePhotographs('photos', { type: 'object', id: names.object });
        return { to: fillPath(paths.plotObject, names), notice: kept.appendRejected(texts.added) };
      },
    },
    archive: submitTo(edit_parcel_object, {
      path: paths.archivePlotObject,
      isButton: true,
      read: (form, { plot, object }) => ({ parcel: plot, object, archived: form.get('archived') === 'true' }),
      done: ({ data }, names) => ({
        to: fillPath(paths.plotObject, names),
        notice: data.archived ? texts.isArchived : texts.isBack,
      }),
    }),
    remove: submitTo(edit_parcel_object, {
      path: paths.removePlotObject,
      isButton: true,
      read: (_, { plot, object }) => ({ parcel: plot, object, removed: true }),
      done: (_, { plot }) => ({ to: fillPath(paths.plotObjects, { plot }), notice: texts.isRemoved }),
    }),
  },
  head: ({ object }) => ({ title: object.title, scripts: ['photos.js'] }),
  render: ({ plot, object, media }, { language }) => {
    const { history } = object;
    const isBare = media.length + history.articles.length + history.tasks.length === 0;
    return (
      <>
        <PageHead
          title={object.title}
          parent={{ href: fillPath(paths.plotObjects, { plot: plot.id }), text: texts.title }}
        />
        <Stack>
          {object.archived && <Notice tone="plain">{texts.archived}</Notice>}
          <Card>
            <FactList
              facts={[
                [texts.kind[language], objectKindTexts[object.kind][language]],
                ...(object.begun_on
                  ? ([[texts.begun[language], formatDay(object.begun_on, plot.clock)]] as const)
                  : []),
                ...(object.notes ? ([[texts.notes[language], object.notes]] as const) : []),
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
          <ObjectHistory plot={plot} history={history} language={language} />
          {plot.isMember && <ObjectActions plot={plot} object={object} language={language} />}
        </Stack>
      </>
    );
  },
});

function ObjectHistory({
  plot,
  history,
  language,
}: {
  plot: Plot;
  history: {
    articles: readonly { id: string; slug: string; title: string; status: string; about_on: string }[];
    tasks: readonly {
      id: string;
      title: string;
      status: string;
      due_on: string | null;
      created_at: string;
    }[];
  };
  language: Language;
}) {
  const { hasPage } = usePage();
  return (
    <>
      {history.articles.length > 0 && (
        <Card flush heading={{ id: 'entries', title: texts.entries }}>
          <List>
            {history.articles.map((entry) => (
              <Row
                key={entry.id}
                href={fillPath(paths.article, { settlement: plot.settlement, article: entry.slug })}
                icon="diary"
                title={entry.title}
                line={[
                  formatDay(entry.about_on, plot.clock),
                  entry.status === 'draft' ? texts.draft[language] : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              />
            ))}
          </List>
        </Card>
      )}
      {history.tasks.length > 0 && (
        <Card flush heading={{ id: 'tasks', title: texts.tasks }}>
          <List>
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
                      ? texts.done[language]
                      : task.due_on
                        ? formatDay(task.due_on, plot.clock)
                        : formatRelativeTime(task.created_at, plot.clock)
                  }
                />
              );
            })}
          </List>
        </Card>
      )}
    </>
  );
}

function ObjectActions({ plot, object, language }: { plot: Plot; object: PlotObject; language: Language }) {
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
        <Form
          id="edit"
          action={fillPath(paths.editPlotObject, names)}
          hidden={{ seen_updated_at: object.updated_at }}
        >
          <EditConflict
            form="edit"
            field="seen_updated_at"
            currentValue={object.updated_at}
            facts={[
              [texts.name[language], object.title],
              [texts.kind[language], objectKindTexts[object.kind][language]],
              [texts.begun[language], object.begun_on ? formatDay(object.begun_on, plot.clock) : ''],
              [texts.notes[language], object.notes],
            ]}
          />
          <ObjectFields object={object} language={language} />
          <Button>{texts.save}</Button>
        </Form>
      </Fold>
      <Fold title={texts[object.archived ? 'unarchive' : 'archive'][language]}>
        {!object.archived && <p>{texts.archiveNote}</p>}
        <ButtonForm
          action={fillPath(paths.archivePlotObject, names)}
          kind="quiet"
          hidden={{ archived: object.archived ? 'false' : 'true' }}
        >
          {texts[object.archived ? 'unarchive' : 'toArchive'][language]}
        </ButtonForm>
      </Fold>
      <Fold title={texts.remove}>
        <p>{texts.removeNote}</p>
        <ButtonForm action={fillPath(paths.removePlotObject, names)} kind="quiet-danger" icon="remove">
          {texts.remove}
        </ButtonForm>
      </Fold>
    </>
  );
}
