import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { show_calendar_link } from '../../../../features/actions/show_calendar_link.ts';
import { list_tasks } from '../../../../features/operations/task/list_tasks.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { addDaysToToday, type TaskEntry } from '../../words/format-tasks.ts';
import * as labels from '../../words/labels.ts';
import { calendar, revokeCalendar, TasksCalendar } from './calendar-link.tsx';
import { ClosedTasks, TasksByDay } from './task-list.tsx';

export const texts = {
  title: labels.tasks,
  create: { en: 'New', ru: 'Новая' },
  lists: { en: 'Whose tasks', ru: 'Чьи задачи' },
  mine: { en: 'Mine', ru: 'Мои' },
  given: { en: 'Assigned by me', ru: 'Мои поручения' },
  village: { en: 'The village’s', ru: 'Посёлка' },
  search: { en: 'Search the tasks', ru: 'Поиск по задачам' },
  none: { en: 'Nothing to do here', ru: 'Здесь дел нет' },
  whyMine: {
    en: 'What you are asked to do and your own reminders are listed here by day.',
    ru: 'Здесь по дням стоит то, о чём вас просят, и ваши напоминания.',
  },
  whyGiven: {
    en: 'What you ask the board, a neighbour or a craftsman to do is listed here until it is done.',
    ru: 'Здесь видно, что стало с вашими просьбами правлению, соседям и мастерам.',
  },
  whyVillage: {
    en: 'What everyone in the village may see is listed here.',
    ru: 'Здесь то, что видно всем жителям посёлка.',
  },
  all: { en: 'All tasks', ru: 'Все задачи' },
  write: { en: 'Write a task', ru: 'Записать дело' },
  showClosed: { en: 'Done and cancelled', ru: 'Сделанные и отменённые' },
  showOpen: { en: 'Back to open tasks', ru: 'К открытым' },
} as const satisfies Record<string, Text>;

const lists = ['mine', 'given', 'village'] as const;
type ListName = (typeof lists)[number];

export const tasksPage = definePage({
  path: paths.tasks,
  access: 'signed-in',
  texts,
  load: (_, pageRequest) => loadTasks(pageRequest),
  actions: { calendar, revokeCalendar },
  head: (_, { shown }) => ({ width: 'narrow', scripts: shown ? ['copy.js'] : [] }),
  render: (data, { shown }) => {
    const { list, tabs, tasks, clock, me, cursor, isContinued, isClosed, q } = data;
    const here = tasksPath({ list });
    const isBare = tasks.length === 0 && q === '' && !isContinued;
    const listed = { tasks, clock, me, back: tasksPath({ list, q, closed: isClosed ? '1' : '' }) };
    return (
      <>
        <PageHead
          title={texts.title}
          action={
            <LinkButton href={paths.newTask} icon="plus">
              {texts.create}
            </LinkButton>
          }
        />
        <Tabs
          label={texts.lists}
          here={here}
          tabs={tabs.map((each) => ({ href: tasksPath({ list: each }), text: texts[each] }))}
        />
        <div class="stack">
          {!isBare && (
            <SearchForm
              action={paths.tasks}
              name="q"
              label={texts.search}
              value={q}
              hidden={{ list, ...(isClosed && { closed: '1' }) }}
            />
          )}
          {tasks.length === 0 && <NoTasks list={list} isSearch={q !== ''} here={here} />}
          {tasks.length > 0 && (isClosed ? <ClosedTasks {...listed} /> : <TasksByDay {...listed} />)}
          <Pager cursor={cursor} />
          {list === 'mine' && !isClosed && !isContinued && (
            <TasksCalendar link={data.calendar} clock={clock} url={shown?.calendar} />
          )}
          <p>
            <a class="link" href={tasksPath({ list, closed: isClosed ? '' : '1' })}>
              {isClosed ? texts.showOpen : texts.showClosed}
            </a>
          </p>
        </div>
      </>
    );
  },
});

function NoTasks({ list, isSearch, here }: { list: ListName; isSearch: boolean; here: string }) {
  const why = { mine: texts.whyMine, given: texts.whyGiven, village: texts.whyVillage }[list];
  if (!isSearch)
    return (
      <EmptyState icon="tasks" title={texts.none}>
        {why}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="search"
      title={labels.nothingFound}
      action={
        <LinkButton href={here} kind="quiet">
          {texts.all}
        </LinkButton>
      }
    />
  );
}

/** `mine` is the default list and left out of the query. */
function tasksPath({ list, ...rest }: { list: ListName } & Record<string, string>): string {
  const values: Record<string, string> = { ...(list !== 'mine' && { list }), ...rest };
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  return query.size > 0 ? `${paths.tasks}?${query}` : paths.tasks;
}

/** Bound on tasks due within a week, which the first page lists before all others. */
const maxDueSoon = 300;

async function loadTasks(pageRequest: PageRequest<'signed-in'>) {
  const { call, text, loadSignedInUser, session } = pageRequest;
  const [visitor, clock, calendar] = await Promise.all([
    loadSignedInUser(),
    loadClock(pageRequest),
    call(show_calendar_link, {}),
  ]);
  const place = visitor?.overview.place;
  const tabs = lists.filter((each) => each !== 'village' || place !== undefined);
  const list = tabs.find((each) => each === text('list')) ?? 'mine';
  const [q, cursor, isClosed] = [text('q').trim(), text('cursor'), text('closed') === '1'];
  const whose = { mine: { mine: 'true' }, given: { given_by: 'me' }, village: { settlement: place?.slug } }[
    list
  ];
  const filter = { ...whose, q, open: String(!isClosed) };
  const me = { id: session.accountId, isEditor: visitor?.overview.board !== undefined };
  const base = { clock, me, list, tabs, isClosed, q, calendar, isContinued: cursor !== '' };
  const page = await call(list_tasks, { ...filter, cursor, limit: '100' });
  // Everything fits on one page, or closed tasks, which are not grouped by day.
  if (isClosed || (page.cursor === null && cursor === ''))
    return { ...base, tasks: page.tasks, cursor: page.cursor };
  const until = addDaysToToday(clock, 7);
  const isSoon = ({ due_on }: TaskEntry) => due_on !== null && due_on <= until;
  const soon = cursor === '' ? await listDueSoon(call, { ...filter, due_until: until }) : [];
  return { ...base, tasks: [...soon, ...page.tasks.filter((task) => !isSoon(task))], cursor: page.cursor };
}

/** Queried separately, because list_tasks orders by creation, newest first. */
async function listDueSoon(call: PageRequest['call'], filter: Record<string, unknown>): Promise<TaskEntry[]> {
  const soon: TaskEntry[] = [];
  let cursor: string | null = '';
  while (cursor !== null && soon.length < maxDueSoon) {
    const page: { tasks: TaskEntry[]; cursor: string | null } = await call(list_tasks, {
      ...filter,
      cursor,
      limit: '100',
    });
    soon.push(...page.tasks);
    cursor = page.cursor;
  }
  return soon;
}
