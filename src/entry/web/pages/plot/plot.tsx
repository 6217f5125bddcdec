import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_my_devices } from '../../../../features/operations/device/list_my_devices.ts';
import { list_articles } from '../../../../features/operations/journal/list_articles.ts';
import { list_media } from '../../../../features/operations/media/list_media.ts';
import { list_parcel_objects } from '../../../../features/operations/parcel/list_parcel_objects.ts';
import { list_tasks } from '../../../../features/operations/task/list_tasks.ts';
import { show_interface_settings } from '../../../../features/operations/user/show_interface_settings.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { FactList, List } from '../../ui/list.tsx';
import { usePage } from '../../ui/page-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Plan } from '../../ui/plan.tsx';
import { Row } from '../../ui/row.tsx';
import { Columns, Section, Stack } from '../../ui/section.tsx';
import { formatDay, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { SensorRow } from '../devices/devices.tsx';
import { ObjectList, ViewSwitch } from './object-list.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { loadCovers, loadPlot, type Plot } from './plot-data.ts';

export const texts = {
  title: labels.myPlot,
  plot: labels.plot,
  today: labels.today,
  area: labels.area,
  cadastre: { en: 'Cadastral number', ru: 'Кадастр' },
  write: { en: 'Write in the diary', ru: 'Записать в дневник' },
  plan: { en: 'Plan and setbacks', ru: 'План и отступы' },
  objects: { en: 'What grows and stands', ru: 'Что растёт и стоит' },
  all: labels.all,
  noObjects: { en: 'Nothing is written down yet', ru: 'Пока ничего не записано' },
  noObjectsWhy: { en: 'Begin with one tree or bed.', ru: 'Начните с одного дерева или грядки.' },
  addObject: labels.add,
  devices: labels.devices,
  connect: { en: 'Connect', ru: 'Подключить' },
  noDevices: { en: 'No devices yet.', ru: 'Устройств пока нет.' },
  photos: labels.photographs,
  noPhotos: { en: 'No photographs yet.', ru: 'Фотографий пока нет.' },
  entries: { en: 'Entries', ru: 'Записи' },
  noEntries: { en: 'No entries yet.', ru: 'Записей пока нет.' },
  tasks: { en: 'Tasks', ru: 'Дела' },
  hands: { en: 'If the plot changes hands', ru: 'Если участок сменит хозяина' },
  handsText: {
    en: 'When your ownership ends, your devices are disconnected and their passwords erased. Your diary stays yours: you can read it, hide it or remove it, and so with your photographs. What grows and stands here stays with the plot and its next owner.',
    ru: 'Когда вы перестанете быть хозяином, ваши устройства отключатся, а их пароли сотрутся. Дневник останется вашим: его можно читать, скрыть или удалить, фотографии тоже. А то, что здесь растёт и стоит, останется с участком и новым хозяином.',
  },
} as const satisfies Record<string, Text>;

const maxObjectsShown = 8;

async function loadPlotSections(pageRequest: PageRequest<'signed-in'>, plot: Plot) {
  const { call } = pageRequest;
  const { settlement, id } = plot;
  const [land, objects, covers, settings, media, entries, tasks, devices] = await Promise.all([
    pageRequest.dependencies.landReader.read(settlement),
    call(list_parcel_objects, { parcel: id, limit: String(maxObjectsShown) }),
    loadCovers(pageRequest, plot),
    call(show_interface_settings, {}),
    call(list_media, { settlement, parcel: id, limit: '6' }),
    call(list_articles, { settlement, parcel_id: id }),
    call(list_tasks, { settlement, parcel_id: id, open: 'true', limit: '5' }),
    plot.isMember ? call(list_my_devices, { settlement }) : { data: [] },
  ]);
  const sensors = devices.data
    .filter(({ parcel_id, state }) => parcel_id === id && state !== 'revoked')
    .flatMap((connection) => connection.devices.flatMap((device) => device.sensors))
    .filter(({ is_enabled }) => is_enabled);
  return {
    land,
    objects: objects.objects,
    hasMore: objects.cursor !== null,
    covers,
    view: settings.objects_view ?? 'tiles',
    media: media.media,
    entries: entries.articles.slice(0, 3),
    tasks: tasks.tasks,
    sensors,
  };
}

type PlotSections = Awaited<ReturnType<typeof loadPlotSections>>;
type PlotProps = { readonly plot: Plot; readonly parts: PlotSections; readonly language: Language };

export const plotPage = definePage({
  path: paths.plot,
  access: 'signed-in',
  texts,
  async load({ plot: id }, pageRequest) {
    const plot = await loadPlot(pageRequest, id);
    return { plot, parts: await loadPlotSections(pageRequest, plot) };
  },
  head: ({ plot }, { language }) => ({ title: `${texts.plot[language]} ${plot.number}` }),
  render: ({ plot, parts }, { language }) => {
    const props = { plot, parts, language };
    return (
      <>
        <PageHead
          title={`${texts.plot[language]} ${plot.number}`}
          line={[plot.address, plot.settlementName].filter(Boolean).join(' · ')}
          parent={{ href: paths.today, text: texts.today[language] }}
        />
        <Stack gap="wide-gap">
          <PlotFacts {...props} />
          <ObjectsSection {...props} />
          <Columns
            main={
              <>
                {plot.isMember && <DevicesCard {...props} />}
                <PhotosSection {...props} />
              </>
            }
            side={
              <>
                <Plan id="plan" title={texts.plan[language]} land={parts.land} chosen={plot.id} />
                <EntriesCard {...props} />
                <TasksCard {...props} />
              </>
            }
          />
          {plot.isMember && (
            <Fold title={texts.hands[language]}>
              <p>{texts.handsText[language]}</p>
            </Fold>
          )}
        </Stack>
      </>
    );
  },
});

function PlotFacts({ plot, language }: PlotProps) {
  const { hasPage } = usePage();
  const write = fillPath(paths.writeArticle, { settlement: plot.settlement });
  const plan = fillPath(paths.plotPlan, { plot: plot.id });
  const facts = [
    ...(plot.areaM2 === null ? [] : [[texts.area[language], formatArea(plot.areaM2, language)] as const]),
    ...(plot.cadastralNumber ? [[texts.cadastre[language], plot.cadastralNumber] as const] : []),
  ];
  return (
    <Card>
      {facts.length > 0 && <FactList facts={facts} />}
      {plot.isMember && (hasPage(write) || hasPage(plan)) && (
        <div class="gap-top">
          <Buttons>
            {hasPage(write) && (
              <LinkButton href={write} icon="diary">
                {texts.write[language]}
              </LinkButton>
            )}
            {hasPage(plan) && (
              <LinkButton href={plan} kind="quiet">
                {texts.plan[language]}
              </LinkButton>
            )}
          </Buttons>
        </div>
      )}
    </Card>
  );
}

/** In Russian in sotkas (100 m²), the usual unit for plots. */
function formatArea(areaM2: number, language: Language): string {
  if (language === 'en') return `${new Intl.NumberFormat('en').format(Math.round(areaM2))}\u00a0m²`;
  const sotkas = Math.round(areaM2 / 10) / 10;
  return `${new Intl.NumberFormat('ru').format(sotkas)}\u00a0сот.`;
}

function ObjectsSection({ plot, parts, language }: PlotProps) {
  const href = fillPath(paths.plotObjects, { plot: plot.id });
  const here = fillPath(paths.plot, { plot: plot.id });
  return (
    <Section
      id="objects"
      title={texts.objects[language]}
      aside={
        parts.objects.length > 0 && <ViewSwitch plot={plot} view={parts.view} language={language} to={here} />
      }
      link={{ href, text: texts.all[language] }}
    >
      {parts.objects.length === 0 ? (
        <Card>
          <EmptyState
            icon="tree"
            title={texts.noObjects[language]}
            action={
              plot.isMember && (
                <LinkButton href={href} kind="quiet">
                  {texts.addObject[language]}
                </LinkButton>
              )
            }
          >
            {texts.noObjectsWhy[language]}
          </EmptyState>
        </Card>
      ) : (
        <ObjectList
          plot={plot}
          objects={parts.objects}
          covers={parts.covers}
          view={parts.view}
          language={language}
          {...(plot.isMember && { add: `${href}#add` })}
        />
      )}
    </Section>
  );
}

function DevicesCard({ plot, parts, language }: PlotProps) {
  return (
    <Card
      flush
      heading={{
        id: 'devices',
        title: <a href={paths.devices}>{texts.devices[language]}</a>,
        link: { href: paths.connectDevice, text: texts.connect[language] },
      }}
    >
      {parts.sensors.length === 0 && <p class="card-line soft">{texts.noDevices[language]}</p>}
      <List>
        {parts.sensors.slice(0, 5).map((sensor) => (
          <SensorRow key={sensor.id} sensor={sensor} clock={plot.clock} />
        ))}
      </List>
    </Card>
  );
}

function PhotosSection({ plot, parts, language }: PlotProps) {
  const href = fillPath(paths.plotPhotos, { plot: plot.id });
  return (
    <Section id="photos" title={texts.photos[language]} link={{ href, text: texts.all[language] }}>
      {parts.media.length === 0 ? (
        <p class="soft">{texts.noPhotos[language]}</p>
      ) : (
        <PhotoGrid plot={plot} media={parts.media} />
      )}
    </Section>
  );
}

function EntriesCard({ plot, parts, language }: PlotProps) {
  const { settlement, clock } = plot;
  return (
    <Card
      flush
      heading={{
        id: 'entries',
        title: texts.entries[language],
        link: { href: fillPath(paths.articles, { settlement }), text: texts.all[language] },
      }}
    >
      {parts.entries.length === 0 && <p class="card-line soft">{texts.noEntries[language]}</p>}
      <List>
        {parts.entries.map((entry) => (
          <Row
            key={entry.id}
            href={fillPath(paths.article, { settlement, article: entry.slug })}
            icon="diary"
            title={entry.title}
            line={formatRelativeTime(entry.published_at ?? entry.created_at, clock)}
          />
        ))}
      </List>
    </Card>
  );
}

function TasksCard({ plot, parts, language }: PlotProps) {
  if (parts.tasks.length === 0) return null;
  return (
    <Card flush heading={{ id: 'tasks', title: texts.tasks[language] }}>
      <List>
        {parts.tasks.map((task) => (
          <Row
            key={task.id}
            href={fillPath(paths.task, { task: task.id })}
            icon="tasks"
            title={task.title}
            line={
              task.due_on
                ? formatDay(task.due_on, plot.clock)
                : formatRelativeTime(task.created_at, plot.clock)
            }
          />
        ))}
      </List>
    </Card>
  );
}
