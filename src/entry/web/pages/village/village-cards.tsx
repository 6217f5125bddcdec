import { formatNumber } from '../../../../base/i18n/format-number.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Card } from '../../ui/card.tsx';
import { ContactRow, EmergencyNumberRow } from '../../ui/contact-row.tsx';
import { EventRow } from '../../ui/event-row.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { FactList, List, ListCard } from '../../ui/list.tsx';
import { usePage } from '../../ui/page-context.ts';
import { Plan } from '../../ui/plan.tsx';
import { Row } from '../../ui/row.tsx';
import { articleKindTexts } from '../../words/article-texts.ts';
import { formatDay, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { settlementKindTexts, settlementStatusTexts, translateName } from '../../words/shared-texts.ts';
import type { VillageData } from './load-village.ts';

export const texts = {
  myPlot: labels.myPlot,
  directory: labels.directory,
  directoryWhy: { en: 'who to call, medals, hours', ru: 'кому позвонить, медали, часы' },
  map: labels.map,
  mapWhy: { en: 'plots, houses, distances', ru: 'участки, дома, отступы' },
  calendar: { en: 'Coming days', ru: 'Ближайшие дни' },
  wholeCalendar: { en: 'Calendar', ru: 'Календарь' },
  noEvents: { en: 'Nothing is planned this week.', ru: 'На этой неделе ничего не назначено.' },
  documents: labels.documents,
  documentsWhy: { en: 'charter, minutes', ru: 'устав, протоколы' },
  devicesWhy: { en: 'pump, gate, main meter', ru: 'насос, ворота, общий счётчик' },
  news: labels.newsAndDiaries,
  all: labels.all,
  noNews: { en: 'No news yet.', ru: 'Новостей пока нет.' },
  emergency: { en: 'In an emergency', ru: 'Если беда' },
  board: labels.board,
  goingOn: { en: 'What is going on', ru: 'Дела посёлка' },
  due: labels.dueBy,
  kind: labels.kind,
  status: { en: 'Stage', ru: 'Состояние' },
  region: { en: 'Region', ru: 'Регион' },
  district: { en: 'District', ru: 'Округ или район' },
  address: labels.address,
  plots: { en: 'Plots', ru: 'Участков' },
  plan: { en: 'Plan of the village', ru: 'План посёлка' },
} as const satisfies Record<string, Text>;

/** Links to the settlement's pages; pages that are not registered are left out. */
export function VillageLinks({ data: { settlement, membership, commons } }: { data: VillageData }) {
  const language = useLanguage();
  const { hasPage } = usePage();
  const at = { settlement: settlement.slug };
  const map = fillPath(paths.map, at);
  const own = membership.plots.filter(({ parcel_id }) => hasPage(fillPath(paths.plot, { plot: parcel_id })));
  return (
    <ListCard>
      {own.map(({ parcel_id, plot_number }) => (
        <Row
          key={parcel_id}
          href={fillPath(paths.plot, { plot: parcel_id })}
          icon="plot"
          tone="green"
          title={`${texts.myPlot[language]} ${plot_number}`}
        />
      ))}
      <Row
        href={fillPath(paths.directory, at)}
        icon="phone"
        tone="green"
        title={texts.directory}
        line={texts.directoryWhy}
      />
      {hasPage(map) && <Row href={map} icon="map" tone="green" title={texts.map} line={texts.mapWhy} />}
      {(membership.isBoard || commons.sensors.length > 0) && (
        <Row
          href={fillPath(paths.villageDevices, at)}
          icon="device"
          tone="green"
          title={labels.devices}
          line={texts.devicesWhy}
        />
      )}
      {commons.hasDocuments && (
        <Row
          href={fillPath(paths.documents, at)}
          icon="book"
          tone="green"
          title={texts.documents}
          line={texts.documentsWhy}
        />
      )}
    </ListCard>
  );
}

/** The next days of the village, and the way to its calendar. */
export function ComingDays({ data: { settlement, events, clock } }: { data: VillageData }) {
  return (
    <ListCard
      heading={{
        id: 'calendar',
        title: texts.calendar,
        link: {
          href: fillPath(paths.villageCalendar, { settlement: settlement.slug }),
          text: texts.wholeCalendar,
        },
      }}
      none={texts.noEvents}
    >
      {events.map((event) => (
        <EventRow key={`${event.id} ${event.on}`} event={event} settlement={settlement.slug} clock={clock} />
      ))}
    </ListCard>
  );
}

export function News({ data: { settlement, news, clock } }: { data: VillageData }) {
  const language = useLanguage();
  const at = { settlement: settlement.slug };
  return (
    <Card
      flush
      heading={{
        id: 'news',
        title: texts.news,
        link: { href: fillPath(paths.articles, at), text: texts.all },
      }}
    >
      {news.length === 0 && <p class="card-line soft">{texts.noNews}</p>}
      <List>
        {news.map((entry) => (
          <Row
            key={entry.id}
            href={fillPath(paths.article, { ...at, article: entry.slug })}
            icon={entry.kind === 'announcement' ? 'announce' : 'diary'}
            tone={entry.kind === 'announcement' ? 'warn' : undefined}
            title={entry.title}
            line={`${articleKindTexts[entry.kind][language]} · ${formatRelativeTime(entry.published_at ?? entry.created_at, clock)}`}
          />
        ))}
      </List>
    </Card>
  );
}

export function Emergency({ data: { settlement, emergency } }: { data: VillageData }) {
  return (
    <ListCard
      heading={{
        id: 'emergency',
        title: texts.emergency,
        link: {
          href: fillPath(paths.directory, { settlement: settlement.slug }),
          text: texts.all,
        },
      }}
    >
      <EmergencyNumberRow />
      {emergency.map((contact) => (
        <ContactRow key={contact.id} settlement={settlement.slug} contact={contact} />
      ))}
    </ListCard>
  );
}

export function OpenTasks({ data: { tasks, clock } }: { data: VillageData }) {
  const language = useLanguage();
  const { hasPage } = usePage();
  if (tasks.length === 0) return null;
  return (
    <ListCard
      heading={{
        id: 'going-on',
        title: texts.goingOn,
        ...(hasPage(paths.tasks) && { link: { href: paths.tasks, text: texts.all } }),
      }}
    >
      {tasks.map((task) => {
        const href = fillPath(paths.task, { task: task.id });
        const due = task.due_on && `${texts.due[language]} ${formatDay(task.due_on, clock)}`;
        return (
          <Row
            key={task.id}
            href={hasPage(href) ? href : undefined}
            icon="tasks"
            title={task.title}
            line={[formatRelativeTime(task.created_at, clock), due].filter(Boolean).join(' · ')}
          />
        );
      })}
    </ListCard>
  );
}

/** Empty where none was entered, or the address names it, too. */
export function districtOf({ places, address }: VillageData['settlement']): string {
  const name = places.find(({ kind }) => kind === 'district')?.name ?? '';
  return address.includes(name) ? '' : name;
}

export function VillageFacts({ data: { settlement, land, membership } }: { data: VillageData }) {
  const language = useLanguage();
  const district = districtOf(settlement);
  const facts: readonly (readonly [Text, string])[] = [
    [texts.kind, translateName(settlementKindTexts, settlement.kind, language)],
    [texts.status, translateName(settlementStatusTexts, settlement.status, language)],
    [texts.region, settlement.region],
    ...(district === '' ? [] : [[texts.district, district] as const]),
    [texts.address, settlement.address],
    [texts.plots, formatNumber(settlement.parcels_total, language)],
    ...(settlement.board
      ? [[texts.board, settlement.board.map(({ name }) => name).join(', ')] as const]
      : []),
  ];
  return (
    <>
      <Plan
        id="plan"
        title={texts.plan}
        land={land}
        own={membership.plots.map(({ parcel_id }) => parcel_id)}
      />
      <Card>
        <FactList facts={facts.map(([name, value]) => [name, value || '—'] as const)} />
      </Card>
    </>
  );
}
