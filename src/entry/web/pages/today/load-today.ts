import type { z } from 'zod';
import { paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { dayInZone } from '../../../../domain/rules/days.ts';
import type { ListedEvent } from '../../../../features/actions/event-occurrences.ts';
import { list_meters } from '../../../../features/actions/list_meters.ts';
import { list_news, type News } from '../../../../features/actions/list_news.ts';
import { show_board_start } from '../../../../features/actions/show_board_start.ts';
import { list_tasks } from '../../../../features/operations/task/list_tasks.ts';
import { renderBody } from '../../loaders/article-body.ts';
import { leaveOutPast } from '../../loaders/next-events.ts';
import { loadPushRenewal } from '../../loaders/push-devices.ts';
import { loadWaitingItems, type WaitingItem } from '../../loaders/waiting-items.ts';
import { type PageRequest, Redirect } from '../../page/page.ts';
import type { Me } from '../../server/overview.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import type { Overview, Place } from '../../ui/navigation.ts';
import { mayFinishTask, sortByDueDay } from '../../words/format-tasks.ts';
import type { Clock } from '../../words/format-time.ts';
import { loadDevices, type TodayDevices } from './devices.ts';

type Task = z.output<typeof list_tasks.output>['tasks'][number];

export interface TodayData {
  readonly clock: Clock;
  readonly overview: Overview;
  /** The user's claims to plots that the board has not decided. */
  readonly claims: readonly { readonly plot: string; readonly settlement: string }[];
  /** For the board of a new settlement, until they are done or put away. */
  readonly firstSteps: ReplyOf<typeof show_board_start>['steps'] | null;
  readonly waiting: readonly WaitingItem[];
  readonly devices: TodayDevices | null;
  /** Meters that the user types whose reading of this month is wanted. */
  readonly metersDue: ReplyOf<typeof list_meters>;
  readonly announcement: (News & { readonly safeHtml: string }) | null;
  /** Whether the user has not opened the announcement within a week. */
  readonly isUnread: boolean;
  /** Other announcements that were not opened. */
  readonly otherUnread: readonly News[];
  readonly diaries: readonly News[];
  readonly tasks: readonly Task[];
  /** What takes place within a week. */
  readonly events: readonly ListedEvent[];
  /** Number of open tasks the user can finish. */
  readonly tasksOpen: number;
  /** This browser was subscribed to pushes in an earlier session: the key to do so again. */
  readonly pushKey: string | null;
}

const weekMs = 7 * 86_400_000;

const maxMetersDue = 4;

export async function loadToday(pageRequest: PageRequest<'signed-in'>): Promise<TodayData | Redirect> {
  const { call, text } = pageRequest;
  const signed = await pageRequest.loadSignedInUser();
  if (signed === null) return new Redirect(paths.login);
  // The chosen place is stored in a cookie; the parameter is dropped from the URL.
  if (text('place') !== '' && pageRequest.form === null) return new Redirect(paths.today);
  const { me, overview } = signed;
  const { place } = overview;
  const clock = await loadClock(pageRequest, place?.slug);
  const isMember = me.parcels.some(({ state }) => state === 'confirmed');
  const [firstSteps, waiting, devices, meters, news, tasks, pushKey] = await Promise.all([
    overview.board && place ? loadFirstSteps(call, place) : null,
    loadWaitingItems(pageRequest, overview),
    isMember || overview.board
      ? loadDevices(
          call,
          { parcel: place?.plot && isConfirmed(me, place) ? place.plot.id : null, settlement: place?.slug },
          clock,
        )
      : null,
    isMember || overview.board ? call(list_meters, {}) : [],
    place
      ? loadNews(pageRequest, place, clock)
      : { announcement: null, isUnread: false, otherUnread: [], diaries: [], events: [] },
    loadTasks(pageRequest, me, clock),
    loadPushRenewal(pageRequest),
  ]);
  const claims = me.parcels
    .filter(({ state }) => state === 'claimed')
    .map(({ plot_number, settlement_name }) => ({ plot: plot_number, settlement: settlement_name }));
  const metersDue = meters.filter(({ isDue }) => isDue).slice(0, maxMetersDue);
  return { clock, overview, claims, firstSteps, waiting, devices, metersDue, ...news, ...tasks, pushKey };
}

async function loadFirstSteps(call: PageRequest['call'], { slug }: Place) {
  const { steps, isShown } = await call(show_board_start, { settlement: slug });
  return isShown ? steps : null;
}

const isConfirmed = (me: Me, { plot }: Place) =>
  me.parcels.some(({ parcel_id, state }) => parcel_id === plot?.id && state === 'confirmed');

async function loadNews(pageRequest: PageRequest<'signed-in'>, { slug }: Place, { now }: Clock) {
  const { announcement, events, ...news } = await pageRequest.call(list_news, { settlement: slug });
  return {
    ...news,
    events: leaveOutPast(events, now),
    announcement: announcement && {
      ...announcement,
      safeHtml: await renderBody({ body: announcement.body, mentions: {} }, pageRequest),
    },
  };
}

/** Tasks the user can finish that are due within a week, then those without a due date. */
async function loadTasks({ call }: PageRequest, me: Me, { now, timeZone }: Clock) {
  const { tasks } = await call(list_tasks, { mine: 'true', open: 'true', limit: '100' });
  const own = tasks.filter((task) => mayFinishTask(task, me));
  const until = dayInZone(new Date(now.getTime() + weekMs), timeZone);
  const soon = sortByDueDay(own.filter(({ due_on }) => due_on === null || due_on <= until));
  return { tasks: soon.slice(0, 5), tasksOpen: own.length };
}
