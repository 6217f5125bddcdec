import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ObjectKind } from '../../../../domain/rules/parcel-objects.ts';
import type { Media, Plot, PlotObject } from '../../loaders/plot.ts';
import { thumbnailUrl } from '../../loaders/plot.ts';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { say } from '../../ui/language-context.ts';
import { Table } from '../../ui/table.tsx';
import * as labels from '../../words/labels.ts';
import { objectKindTexts } from '../../words/parcel-object-texts.ts';

export const texts = {
  view: { en: 'How it is shown', ru: 'Как показывать' },
  tiles: { en: 'Tiles', ru: 'Плитки' },
  table: { en: 'List', ru: 'Список' },
  name: { en: 'What', ru: 'Что' },
  kind: labels.kind,
  begun: { en: 'Since', ru: 'С какого времени' },
  since: { en: 'since', ru: 'с' },
  archived: { en: 'archived', ru: 'в архиве' },
  add: labels.add,
  caption: { en: 'On the plot', ru: 'На участке' },
} as const satisfies Record<string, Text>;

const objectIcons: Partial<Record<ObjectKind, IconName>> = {
  tree: 'tree',
  shrub: 'tree',
  bed: 'bed',
  lawn: 'bed',
  well: 'water',
  borehole: 'water',
  pond: 'water',
  septic: 'water',
  lighting: 'power',
  utility: 'power',
  building: 'village',
  bathhouse: 'village',
  garage: 'village',
};

const objectPath = (plot: Plot, object: PlotObject) =>
  fillPath(paths.plotObject, { plot: plot.id, object: object.id });

/** Only the year; the exact day is on the object's page. */
function formatObjectLine({ begun_on, archived }: PlotObject, language: Language): string {
  const since = begun_on ? `${texts.since[language]} ${begun_on.slice(0, 4)}` : '';
  return [since, archived ? texts.archived[language] : ''].filter(Boolean).join(' · ');
}

type ObjectListProps = {
  readonly plot: Plot;
  readonly objects: readonly PlotObject[];
  readonly covers: ReadonlyMap<string, Media>;
  readonly view: string;
  /** Link of the last tile, which adds an object. */
  readonly add?: string | undefined;
};

/** Objects of a plot as tiles or as a table, depending on the account's setting. */
export function ObjectList({ plot, objects, covers, view, add }: ObjectListProps) {
  const { language } = plot.clock;
  if (view === 'table')
    return (
      <Table
        caption={texts.caption}
        columns={[{ title: texts.name }, { title: texts.kind }, { title: texts.begun }]}
        rows={objects.map((object) => [
          <a key="name" href={objectPath(plot, object)}>
            {object.title}
          </a>,
          objectKindTexts[object.kind][language],
          formatObjectLine(object, language),
        ])}
      />
    );
  return (
    <ul class="tiles">
      {objects.map((object) => {
        const cover = covers.get(object.id);
        return (
          <li key={object.id} class="tile">
            {cover ? (
              <img src={thumbnailUrl(cover)} alt="" width="160" height="107" loading="lazy" />
            ) : (
              <span class="no-picture">
                <Icon name={objectIcons[object.kind] ?? 'plot'} size="l" />
              </span>
            )}
            <div class="body">
              <a class="title" href={objectPath(plot, object)}>
                {object.title}
              </a>
              <span class="line">
                {[objectKindTexts[object.kind][language], formatObjectLine(object, language)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
          </li>
        );
      })}
      {add && (
        <li class="tile add">
          <a class="title" href={add}>
            <Icon name="plus" />
            {texts.add}
          </a>
        </li>
      )}
    </ul>
  );
}

/** A form and not a link, because the choice is stored with the account; `to` is the page to return to. */
export function ViewSwitch({ plot, view, to }: { plot: Plot; view: string; to: string }) {
  return (
    <form
      class="segments small-seg"
      method="post"
      action={fillPath(paths.objectsView, { plot: plot.id })}
      aria-label={say(texts.view)}
    >
      <HiddenFields />
      <input type="hidden" name="to" value={to} />
      {(['tiles', 'table'] as const).map((name) => (
        <button
          key={name}
          type="submit"
          name="view"
          value={name}
          aria-pressed={view === 'table' ? name === 'table' : name === 'tiles'}
        >
          <Icon name={name === 'tiles' ? 'grid' : 'list'} size="s" />
          {texts[name]}
        </button>
      ))}
    </form>
  );
}
