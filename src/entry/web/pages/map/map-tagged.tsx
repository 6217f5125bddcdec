import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { say, useLanguage, type Words } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import * as labels from '../../words/labels.ts';
import { plotText } from '../../words/resident-texts.ts';
import type { MapData } from './map-data.ts';
import { PlotOnMap } from './map-lists.tsx';
import { buildMapPath } from './map-path.ts';
import type { TaggedGroup, TaggedItem, TagResults } from './tagged-data.ts';

export const texts = {
  title: { en: 'By tag', ru: 'По меткам' },
  tags: labels.tags,
  tag: { en: 'Tag', ru: 'Метка' },
  other: { en: 'Another tag', ru: 'Другая метка' },
  stop: { en: 'Without a tag', ru: 'Без метки' },
  none: { en: 'Nothing has this tag', ru: 'С этой меткой ничего нет' },
  noneWhy: {
    en: 'Or it is not open to you. Tags bring together entries, photographs, trees and jobs about one thing: choose another one.',
    ru: 'Или это видно не всем. Метка собирает записи, фотографии, деревья и дела об одном: выберите другую.',
  },
  noneYet: { en: 'Nothing found so far', ru: 'Пока ничего не нашлось' },
  noneYetWhy: { en: 'There is more to look through.', ru: 'Просмотрено не всё.' },
  nowhere: { en: 'Not tied to a plot', ru: 'Не об одном участке' },
} as const satisfies Record<string, Text>;

/** Text for the type of a tagged item. */
export const itemTypeTexts = {
  article: { en: 'entry', ru: 'запись' },
  media: { en: 'photograph', ru: 'фотография' },
  parcel_object: { en: 'grows or stands there', ru: 'растёт или стоит' },
  task: { en: 'task', ru: 'дело' },
  contact: { en: 'contact', ru: 'из справочника' },
  parcel: { en: 'the whole plot', ru: 'весь участок' },
} as const satisfies Record<TaggedItem['type'], Text>;

const icons = {
  article: 'diary',
  media: 'image',
  parcel_object: 'tree',
  task: 'tasks',
  contact: 'phone',
  parcel: 'plot',
} as const satisfies Record<TaggedItem['type'], IconName>;

/** Tags offered directly; the others are in the fold. */
const maxOffered = 10;

/** Tags of the settlement, and the items with the chosen one. */
export function TaggedList({ data }: { data: MapData }) {
  const { tags, tagged, settlement } = data;
  if (tags.length === 0 && tagged === null) return null;
  const further = tags.slice(maxOffered);
  return (
    <Card
      heading={{
        id: 'tagged',
        title: texts.title,
        link: tagged ? { href: buildMapPath(data, { tag: null }), text: texts.stop } : undefined,
      }}
    >
      <TagChips data={data} label={texts.tags} tags={tags.slice(0, maxOffered)} />
      {tagged && <TagResultList data={data} tagged={tagged} />}
      <Fold title={texts.other} open={tags.length === 0}>
        {further.length > 0 && <TagChips data={data} label={texts.other} tags={further} />}
        <SearchForm
          action={fillPath(paths.map, { settlement: settlement.slug })}
          name="tag"
          label={texts.tag}
          value=""
          maxLength={100}
        />
      </Fold>
    </Card>
  );
}

function TagChips({ data, label, tags }: { data: MapData; label: Words; tags: MapData['tags'] }) {
  if (tags.length === 0) return null;
  return (
    <nav class="chips gap-below" aria-label={say(label)}>
      {tags.map(({ slug, name, count }) => (
        <a
          key={slug}
          class="chip"
          href={`${buildMapPath(data, { tag: slug })}#tagged`}
          aria-current={slug === data.tagged?.slug ? 'true' : undefined}
        >
          {name} <span class="soft">{count}</span>
        </a>
      ))}
    </nav>
  );
}

function TagResultList({ data, tagged }: { data: MapData; tagged: TagResults }) {
  const language = useLanguage();
  const { groups, cursor } = tagged;
  const isOver = cursor === null;
  return (
    <>
      {!data.tags.slice(0, maxOffered).some(({ slug }) => slug === tagged.slug) && (
        <p>
          {`${texts.tag[language]}: `}
          <b>{tagged.name}</b>
        </p>
      )}
      {groups.length === 0 && (
        <EmptyState icon="search" title={texts[isOver ? 'none' : 'noneYet']}>
          {texts[isOver ? 'noneWhy' : 'noneYetWhy']}
        </EmptyState>
      )}
      {groups.map((group) => (
        <Group key={group.plot?.id ?? ''} data={data} group={group} />
      ))}
      <Pager cursor={cursor} name="tagged" of={tagged.name} anchor="tagged" />
    </>
  );
}

function Group({ data, group: { plot, items } }: { data: MapData; group: TaggedGroup }) {
  const language = useLanguage();
  const title = plot ? `${plotText[language]} ${plot.number}` : texts.nowhere[language];
  const isDrawn = plot !== null && data.drawn.has(plot.id);
  return (
    <section class="gap-below" aria-label={title}>
      <div class="section-head">
        <h3>{title}</h3>
        {isDrawn && <PlotOnMap data={data} plot={plot} />}
      </div>
      <List>
        {items.map((item) => (
          <Row
            key={item.id}
            href={buildItemPath(item, data.settlement.slug)}
            icon={icons[item.type]}
            title={item.type === 'parcel' ? `${plotText[language]} ${item.title}` : item.title}
            line={itemTypeTexts[item.type]}
          />
        ))}
      </List>
    </section>
  );
}

function buildItemPath({ type, id, slug, title, parcel_id }: TaggedItem, settlement: string): string {
  if (type === 'article') return fillPath(paths.article, { settlement, article: slug ?? id });
  if (type === 'contact') return fillPath(paths.contact, { settlement, contact: slug ?? id });
  if (type === 'task') return fillPath(paths.task, { task: id });
  if (type === 'media') return fillPath(paths.photograph, { settlement, photograph: id });
  if (type === 'parcel') return fillPath(paths.settlementPlot, { settlement, plot: title });
  return fillPath(paths.plotObject, { plot: parcel_id ?? '', object: id });
}
