import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { dayInZone } from '../../../../domain/rules/days.ts';
import { edit_task } from '../../../../features/operations/task/edit_task.ts';
import { describeTaskUndo, refuseLateTransition } from '../../loaders/task-status.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { sanitizeNextPath } from '../../server/visitor.ts';
import { Tag } from '../../ui/badge.tsx';
import { BoardStartCard } from '../../ui/board-start-card.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Announcement } from '../../ui/card.tsx';
import { CommonDevicesCard } from '../../ui/common-devices.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EventRow } from '../../ui/event-row.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PushOffer } from '../../ui/push-switch.tsx';
import { Row } from '../../ui/row.tsx';
import { Columns } from '../../ui/section.tsx';
import { formatDay, formatRelativeTime, formatToday } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { PlotCard, PumpCard } from './device-card.tsx';
import { loadToday, type TodayData } from './load-today.ts';
import { MetersDueCard } from './meters-due-card.tsx';
import { TroubleCard } from './trouble-card.tsx';
import { WaitingCard } from './waiting-card.tsx';

export const texts = {
  title: labels.today,
  find: { en: 'Find your village', ru: 'Найдите свой посёлок' },
  findWhy: {
    en: 'Open its page and say that you live there. The board confirms, and its news and your plot appear here.',
    ru: 'Откройте его страницу и скажите, что живёте там. Правление подтвердит, и здесь появятся новости и ваш участок.',
  },
  findButton: labels.findVillage,
  quiet: { en: 'All is quiet', ru: 'Пока тихо' },
  quietWhy: {
    en: 'Nothing needs your attention, and everything is fine.',
    ru: 'Ничего не ждёт, и всё в порядке.',
  },
  write: { en: 'Write in the plot’s diary', ru: 'Написать в дневник участка' },
  claimWaits: { en: 'Your claim is waiting for the board', ru: 'Ваша заявка ждёт решения правления' },
  plot: { en: 'plot', ru: 'участок' },
  tasks: { en: 'My tasks this week', ru: 'Мои дела на неделе' },
  finished: { en: 'Done: it is off your list.', ru: 'Сделано: задача снята с вашего списка.' },
  overdue: { en: 'was due', ru: 'срок был' },
  noDay: { en: 'no day set', ru: 'без срока' },
  diaries: { en: 'Neighbours’ diaries', ru: 'Дневники соседей' },
  events: { en: 'In the village this week', ru: 'В посёлке на неделе' },
} as const satisfies Record<string, Text>;

const finish = form(edit_task, {
  path: paths.finishTask,
  isButton: true,
  given: () => ({ status: 'done' as const }),
  refused: refuseLateTransition,
  done({ data }, _, { text, session }) {
    const to = sanitizeNextPath(text('to'));
    return { to, notice: texts.finished, undo: describeTaskUndo(data, session.accountId, to) };
  },
});

/** Start page after sign-in: warnings, pending decisions, devices, news and tasks. */
export const todayPage = definePage({
  path: paths.today,
  access: 'signed-in',
  texts,
  load: (_, pageRequest) => loadToday(pageRequest),
  actions: { finish },
  head: ({ pushKey }) => ({ scripts: pushKey === null ? [] : ['push.js'] }),
  render: (data) => (
    <>
      <PageHead title={texts.title} line={formatToday(data.clock)} />
      {data.pushKey !== null && (
        <div class="gap-below">
          <PushOffer publicKey={data.pushKey} next={paths.today} offer="again" />
        </div>
      )}
      {belongsNowhere(data) ? (
        <Welcome />
      ) : (
        <div data-region="today" data-live="*">
          <Claims data={data} />
          <Columns main={<MainColumn data={data} />} side={<SideColumn data={data} />} />
        </div>
      )}
    </>
  ),
});

const belongsNowhere = ({ overview }: TodayData) =>
  !overview.place && !overview.moderation && !overview.company;

function Welcome() {
  return (
    <EmptyState
      icon="village"
      title={texts.find}
      action={<LinkButton href={paths.settlements}>{texts.findButton}</LinkButton>}
    >
      {texts.findWhy}
    </EmptyState>
  );
}

function Claims({ data: { claims } }: { data: TodayData }) {
  if (claims.length === 0) return null;
  return (
    <div class="stack gap-below">
      {claims.map(({ plot, settlement }) => (
        <Notice key={`${settlement} ${plot}`} tone="plain" title={texts.claimWaits}>
          {settlement}, {texts.plot} {plot}
        </Notice>
      ))}
    </div>
  );
}

function MainColumn({ data }: { data: TodayData }) {
  const { clock, devices, overview, waiting, announcement, isUnread } = data;
  const { place } = overview;
  const write = place?.plot && fillPath(paths.writeArticle, { settlement: place.slug });
  const isQuiet =
    data.firstSteps === null &&
    waiting.length === 0 &&
    data.metersDue.length === 0 &&
    !devices?.pump &&
    !devices?.troubles.length &&
    !announcement &&
    data.diaries.length === 0;
  return (
    <>
      {devices && <TroubleCard devices={devices} plot={place?.plot?.id} clock={clock} />}
      {data.firstSteps !== null && place && (
        <BoardStartCard settlement={place.slug} steps={data.firstSteps} />
      )}
      <WaitingCard waiting={waiting} overview={overview} clock={clock} />
      {data.metersDue.length > 0 && <MetersDueCard meters={data.metersDue} clock={clock} />}
      {isUnread && <Announced data={data} />}
      {devices?.pump && <PumpCard pump={devices.pump} clock={clock} />}
      {!isUnread && <Announced data={data} />}
      {isQuiet && (
        <EmptyState
          icon="check"
          title={texts.quiet}
          action={write && <LinkButton href={write}>{texts.write}</LinkButton>}
        >
          {texts.quietWhy}
        </EmptyState>
      )}
    </>
  );
}

/** The newest announcement in full: one that was not opened yet first, with the titles of others. */
function Announced({ data: { announcement, otherUnread, overview, clock } }: { data: TodayData }) {
  const { language } = clock;
  const { place } = overview;
  if (!announcement || !place) return null;
  const settlement = place.slug;
  return (
    <Announcement
      label={
        <>
          <Tag tone="warn" icon="announce">
            {labels.announcement}
          </Tag>
          <a href={fillPath(paths.articles, { settlement })}>{labels.all}</a>
        </>
      }
      title={announcement.title}
      href={fillPath(paths.article, { settlement, article: announcement.slug })}
      foot={`${labels.board[language]} · ${formatRelativeTime(announcement.at, clock)}`}
      more={otherUnread.map(({ id, slug, title }) => (
        <p key={id}>
          <a class="link" href={fillPath(paths.article, { settlement, article: slug })}>
            {title}
          </a>
        </p>
      ))}
    >
      {/* Renderer output: only tags and URLs of its allow-list. */}
      <div dangerouslySetInnerHTML={{ __html: announcement.safeHtml }} />
    </Announcement>
  );
}

function Diaries({ data: { diaries, overview, clock } }: { data: TodayData }) {
  const { place } = overview;
  if (diaries.length === 0 || !place) return null;
  const settlement = place.slug;
  return (
    <ListCard
      heading={{
        id: 'diaries',
        title: texts.diaries,
        link: { href: fillPath(paths.articles, { settlement }), text: labels.all },
      }}
    >
      {diaries.map((entry) => (
        <Row
          key={entry.id}
          href={fillPath(paths.article, { settlement, article: entry.slug })}
          icon="diary"
          title={entry.title}
          line={formatRelativeTime(entry.at, clock)}
        />
      ))}
    </ListCard>
  );
}

function SideColumn({ data }: { data: TodayData }) {
  const { clock, devices, overview } = data;
  return (
    <>
      <Events data={data} />
      <Tasks data={data} />
      {devices && overview.place && <PlotCard devices={devices} place={overview.place} clock={clock} />}
      {devices && overview.place && (
        <CommonDevicesCard settlement={overview.place.slug} sensors={devices.common} clock={clock} />
      )}
      <Diaries data={data} />
    </>
  );
}

/** At most this many; the calendar has them all. */
const maxEvents = 5;

function Events({ data: { events, overview, clock } }: { data: TodayData }) {
  const { place } = overview;
  if (events.length === 0 || !place) return null;
  const settlement = place.slug;
  return (
    <ListCard
      heading={{
        id: 'events',
        title: texts.events,
        link: { href: fillPath(paths.villageCalendar, { settlement }), text: labels.all },
      }}
    >
      {events.slice(0, maxEvents).map((event) => (
        <EventRow key={`${event.id} ${event.on}`} event={event} settlement={settlement} clock={clock} />
      ))}
    </ListCard>
  );
}

function Tasks({ data: { tasks, tasksOpen, clock } }: { data: TodayData }) {
  const { language } = clock;
  if (tasks.length === 0) return null;
  const sayDue = (day: string | null) => {
    if (day === null) return texts.noDay[language];
    const isPast = day < dayInZone(clock.now, clock.timeZone);
    return `${(isPast ? texts.overdue : labels.dueBy)[language]} ${formatDay(day, clock)}`;
  };
  return (
    <ListCard
      heading={{
        id: 'tasks',
        title: texts.tasks,
        link: { href: paths.tasks, text: `${labels.all[language]} ${tasksOpen}` },
      }}
    >
      {tasks.map((task) => (
        <Row
          key={task.id}
          href={fillPath(paths.task, { task: task.id })}
          title={task.title}
          line={sayDue(task.due_on)}
          action={
            <finish.Button at={{ task: task.id }} kind="quiet" compact icon="check" about={task.title}>
              {labels.done}
            </finish.Button>
          }
        />
      ))}
    </ListCard>
  );
}
