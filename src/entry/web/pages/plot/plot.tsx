import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { loadPlot, type Plot } from '../../loaders/plot.ts';
import { definePage } from '../../page/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { say } from '../../ui/language-context.ts';
import { List, ListCard } from '../../ui/list.tsx';
import { BackLink } from '../../ui/page-head.tsx';
import { Row } from '../../ui/row.tsx';
import { Columns, Section } from '../../ui/section.tsx';
import { SensorRow } from '../../ui/sensor-row.tsx';
import { formatDay, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { HouseholdCard } from './household-card.tsx';
import { ObjectList, ViewSwitch } from './object-list.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { PlotHead } from './plot-head.tsx';
import { loadPlotSections, type PlotSections } from './plot-sections.ts';

export const texts = {
  title: labels.myPlot,
  plot: labels.plot,
  today: labels.today,
  objects: { en: 'What grows and stands', ru: 'Что растёт и стоит' },
  all: labels.all,
  noObjects: { en: 'Nothing is written down yet', ru: 'Пока ничего не записано' },
  noObjectsWhy: { en: 'Begin with one tree or bed.', ru: 'Начните с одного дерева или грядки.' },
  addObject: labels.add,
  devices: labels.devices,
  connect: labels.connect,
  allSensors: { en: 'All sensors:', ru: 'Все датчики:' },
  noDevices: { en: 'No devices yet.', ru: 'Устройств пока нет.' },
  photos: labels.photographs,
  noPhotos: { en: 'No photographs yet.', ru: 'Фотографий пока нет.' },
  entries: { en: 'Entries', ru: 'Записи' },
  noEntries: { en: 'No entries yet.', ru: 'Записей пока нет.' },
  tasks: { en: 'Tasks', ru: 'Дела' },
  hands: { en: 'If the plot changes hands', ru: 'Если участок сменит собственника' },
  handsText: {
    en: 'When your ownership ends, your devices are disconnected and their passwords erased. Your diary stays yours: you can read it, hide it or remove it, and so with your photographs. What grows and stands here stays with the plot and its next owner.',
    ru: 'Когда вы перестанете быть собственником, ваши устройства отключатся, а их пароли сотрутся. Дневник останется вашим: его можно читать, скрыть или удалить, фотографии тоже. А то, что здесь растёт и стоит, останется с участком и новым собственником.',
  },
} as const satisfies Record<string, Text>;

const maxSensorsShown = 5;

type PlotProps = { readonly plot: Plot; readonly parts: PlotSections };

export const plotPage = definePage({
  path: paths.plot,
  access: 'signed-in',
  texts,
  async load({ plot: id }, pageRequest) {
    const plot = await loadPlot(pageRequest, id);
    return { plot, parts: await loadPlotSections(pageRequest, plot) };
  },
  head: ({ plot }, { language }) => ({ title: `${texts.plot[language]} ${plot.number}` }),
  render: (props) => {
    const { plot, parts } = props;
    return (
      <>
        <BackLink href={paths.today} text={texts.today} />
        <div class="stack wide-gap">
          <PlotHead {...props} />
          <ObjectsSection {...props} />
          <Columns
            main={
              <>
                {plot.isMember && <DevicesCard {...props} />}
                {parts.household && <HouseholdCard plot={plot.id} household={parts.household} />}
                <PhotosSection {...props} />
              </>
            }
            side={
              <>
                <EntriesCard {...props} />
                <TasksCard {...props} />
              </>
            }
          />
          {plot.isMember && (
            <Fold title={texts.hands}>
              <p>{texts.handsText}</p>
            </Fold>
          )}
        </div>
      </>
    );
  },
});

function ObjectsSection({ plot, parts }: PlotProps) {
  const href = fillPath(paths.plotObjects, { plot: plot.id });
  const here = fillPath(paths.plot, { plot: plot.id });
  return (
    <Section
      id="objects"
      title={texts.objects}
      aside={parts.objects.length > 0 && <ViewSwitch plot={plot} view={parts.view} to={here} />}
      link={{ href, text: texts.all }}
    >
      {parts.objects.length === 0 ? (
        <EmptyState
          icon="tree"
          title={texts.noObjects}
          action={
            plot.isMember && (
              <LinkButton href={href} kind="quiet">
                {texts.addObject}
              </LinkButton>
            )
          }
        >
          {texts.noObjectsWhy}
        </EmptyState>
      ) : (
        <ObjectList
          plot={plot}
          objects={parts.objects}
          covers={parts.covers}
          view={parts.view}
          add={plot.isMember ? `${href}#add` : undefined}
        />
      )}
    </Section>
  );
}

function DevicesCard({ plot, parts }: PlotProps) {
  return (
    <Card
      flush
      heading={{
        id: 'devices',
        title: <a href={paths.devices}>{texts.devices}</a>,
        link: { href: paths.connectDevice, text: texts.connect },
      }}
    >
      <List>
        <Row href={fillPath(paths.plotMeters, { plot: plot.id })} icon="power" title={labels.meters} />
        <Row href={fillPath(paths.plotFees, { plot: plot.id })} icon="list" title={labels.fees} />
        {parts.sensors.slice(0, maxSensorsShown).map((shown) => (
          <SensorRow key={shown.sensor.id} {...shown} clock={plot.clock} />
        ))}
        {parts.sensors.length > maxSensorsShown && (
          <Row href={paths.devices} title={`${say(texts.allSensors)} ${parts.sensors.length}`} />
        )}
      </List>
      {parts.sensors.length === 0 && <p class="card-line soft">{texts.noDevices}</p>}
    </Card>
  );
}

function PhotosSection({ plot, parts }: PlotProps) {
  const href = fillPath(paths.plotPhotos, { plot: plot.id });
  return (
    <Section id="photos" title={texts.photos} link={{ href, text: texts.all }}>
      {parts.media.length === 0 ? (
        <p class="soft">{texts.noPhotos}</p>
      ) : (
        <PhotoGrid plot={plot} media={parts.media} />
      )}
    </Section>
  );
}

function EntriesCard({ plot, parts }: PlotProps) {
  const { settlement, clock } = plot;
  return (
    <Card
      flush
      heading={{
        id: 'entries',
        title: texts.entries,
        link: { href: fillPath(paths.articles, { settlement }), text: texts.all },
      }}
    >
      {parts.entries.length === 0 && <p class="card-line soft">{texts.noEntries}</p>}
      <List>
        {parts.entries.map((entry) => (
          <Row
            key={entry.id}
            href={fillPath(paths.article, { settlement, article: entry.slug })}
            picture={entry.cover_path ?? undefined}
            icon="diary"
            title={entry.title}
            line={formatRelativeTime(entry.published_at ?? entry.created_at, clock)}
          />
        ))}
      </List>
    </Card>
  );
}

function TasksCard({ plot, parts }: PlotProps) {
  if (parts.tasks.length === 0) return null;
  return (
    <ListCard heading={{ id: 'tasks', title: texts.tasks }}>
      {parts.tasks.map((task) => (
        <Row
          key={task.id}
          href={fillPath(paths.task, { task: task.id })}
          icon="tasks"
          title={task.title}
          line={
            task.due_on ? formatDay(task.due_on, plot.clock) : formatRelativeTime(task.created_at, plot.clock)
          }
        />
      ))}
    </ListCard>
  );
}
