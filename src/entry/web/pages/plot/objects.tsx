import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { edit_parcel_object } from '../../../../features/operations/parcel/edit_parcel_object.ts';
import { list_parcel_objects } from '../../../../features/operations/parcel/list_parcel_objects.ts';
import { write_parcel_object } from '../../../../features/operations/parcel/write_parcel_object.ts';
import { save_interface_settings } from '../../../../features/operations/user/save_interface_settings.ts';
import { loadCovers, loadPlot, readObjectsView } from '../../loaders/plot.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { sanitizeNextPath } from '../../server/visitor.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { List } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import { Row } from '../../ui/row.tsx';
import { isAskedFirst, SaveAnyway } from '../../ui/save-anyway.tsx';
import { Screen } from '../../ui/screen.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { ObjectFields, objectFields } from './object-fields.tsx';
import { ObjectList, ViewSwitch } from './object-list.tsx';

export const texts = {
  title: { en: 'On the plot', ru: 'Что растёт и стоит' },
  plot: labels.plot,
  none: { en: 'Nothing is written down yet', ru: 'Пока ничего не записано' },
  noneWhy: {
    en: 'Write down trees, beds and what was built: the diary, photographs and tasks gather around them.',
    ru: 'Запишите деревья, грядки и постройки: вокруг них соберутся дневник, фотографии и дела.',
  },
  withArchive: { en: 'Show what was removed', ru: 'Показать убранное' },
  withoutArchive: { en: 'Only what is there now', ru: 'Только то, что есть сейчас' },
  add: { en: 'Add something', ru: 'Добавить' },
  save: labels.save,
  saved: { en: 'Written down.', ru: 'Записали.' },
  removed: { en: 'Removed, can be restored', ru: 'Удалено, можно вернуть' },
  until: labels.until,
  back: labels.bringBack,
  isBack: labels.itIsBack,
} as const satisfies Record<string, Text>;

const add = form(write_parcel_object, {
  path: paths.plotObjects,
  uploads: 'photographs',
  given: ({ plot }, { form: sent }) => ({ parcel: plot, unless_similar: isAskedFirst(sent) }),
  fields: objectFields,
  async done({ data }, { plot }, pageRequest) {
    const photographs = await pageRequest.savePhotographs('photos', { type: 'object', id: data.id });
    return {
      to: fillPath(paths.plotObject, { plot, object: data.id }),
      notice: photographs.appendRejected(texts.saved),
    };
  },
});

const view = form(save_interface_settings, {
  path: paths.objectsView,
  isButton: true,
  given: (_, { text }) => ({
    objects_view: text('view') === 'table' ? 'table' : 'tiles',
  }),
  done: (_, { plot }, { text }) => ({
    to: sanitizeNextPath(text('to'), fillPath(paths.plotObjects, { plot })),
  }),
});

const restore = form(edit_parcel_object, {
  path: paths.restorePlotObject,
  isButton: true,
  given: ({ plot }) => ({ parcel: plot, removed: false }),
  done: (_, names) => ({ to: fillPath(paths.plotObject, names), notice: texts.isBack }),
});

export const plotObjectsPage = definePage({
  path: paths.plotObjects,
  access: 'signed-in',
  texts,
  missing: {
    title: { en: 'Write what it is called.', ru: 'Напишите, как это называется.' },
  },
  async load({ plot: id }, pageRequest) {
    const { call, text } = pageRequest;
    const plot = await loadPlot(pageRequest, id);
    const parameter = (name: string) => (pageRequest.form === null ? text(name) : '');
    const archived = parameter('archived') === '1';
    const [list, gone, { covers }] = await Promise.all([
      call(list_parcel_objects, {
        parcel: id,
        archived: String(archived),
        cursor: parameter('cursor') || undefined,
      }),
      plot.isMember ? call(list_parcel_objects, { parcel: id, removed: 'true' }) : { objects: [] },
      loadCovers(pageRequest, plot),
    ]);
    return { plot, ...list, gone: gone.objects, covers, archived, shownAs: readObjectsView(pageRequest) };
  },
  actions: { add, view, restore },
  head: () => ({ scripts: ['photos.js'] }),
  render: ({ plot, objects, cursor, gone, covers, archived, shownAs }, { language }) => {
    const here = fillPath(paths.plotObjects, { plot: plot.id });
    return (
      <Screen
        title={texts.title}
        parent={{
          href: fillPath(paths.plot, { plot: plot.id }),
          text: `${texts.plot[language]} ${plot.number}`,
        }}
        action={objects.length > 0 && <ViewSwitch plot={plot} view={shownAs} to={here} />}
      >
        {objects.length === 0 && (
          <EmptyState icon="tree" title={texts.none}>
            {texts.noneWhy}
          </EmptyState>
        )}
        {objects.length > 0 && <ObjectList plot={plot} objects={objects} covers={covers} view={shownAs} />}
        <Pager cursor={cursor} />
        <p>
          <a href={archived ? here : `${here}?archived=1`}>
            {archived ? texts.withoutArchive : texts.withArchive}
          </a>
        </p>
        {plot.isMember && (
          <Fold title={texts.add} open={objects.length === 0}>
            <add.Form at={{ plot: plot.id }} values={{ kind: 'tree' }}>
              <ObjectFields of={add} />
              <PhotoField />
              <SaveAnyway form="add" />
              <Button>{texts.save}</Button>
            </add.Form>
          </Fold>
        )}
        {gone.length > 0 && (
          <Fold title={texts.removed}>
            <List>
              {gone.map((object) => (
                <Row
                  key={object.id}
                  title={object.title}
                  line={`${texts.until[language]} ${formatRelativeTime(object.restorable_until ?? '', plot.clock)}`}
                  action={
                    <restore.Button
                      at={{ plot: plot.id, object: object.id }}
                      kind="quiet"
                      compact
                      icon="undo"
                      about={object.title}
                    >
                      {texts.back}
                    </restore.Button>
                  }
                />
              ))}
            </List>
          </Fold>
        )}
      </Screen>
    );
  },
});
