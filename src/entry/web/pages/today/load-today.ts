import type { z } from 'zod';
import { paths } from '../../../../base/site/paths.ts';
import { dayInZone } from '../../../../domain/rules/days.ts';
import { list_articles } from '../../../../features/operations/journal/list_articles.ts';
import { show_article } from '../../../../features/operations/journal/show_article.ts';
import { list_tasks } from '../../../../features/operations/task/list_tasks.ts';
import { type PageRequest, Redirect } from '../../page/page.ts';
import type { Me } from '../../server/overview.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import type { Overview, Place } from '../../ui/navigation.ts';
import { mayFinishTask } from '../../words/format-tasks.ts';
import type { Clock } from '../../words/format-time.ts';
import { renderBody } from '../journal/article-body.ts';
import { loadDevices, type TodayDevices } from './devices.ts';
import { loadWaitingItems, type WaitingItem } from './waiting-items.ts';

type Task = z.output<typeof list_tasks.output>['tasks'][number];
type Entry = z.output<typeof list_articles.output>['articles'][number];

export interface TodayData {
  readonly clock: Clock;
  readonly overview: Overview;
  /** The user's claims to plots that the board has not decided. */
  readonly claims: readonly { readonly plot: string; readonly settlement: string }[];
  readonly waiting: readonly WaitingItem[];
  readonly devices: TodayDevices | null;
  readonly announcement: { readonly entry: Entry; readonly safeHtml: string } | null;
  readonly diaries: readonly Entry[];
  readonly tasks: readonly Task[];
  /** Number of open tasks the user can finish. */
  readonly tasksOpen: number;
}

const weekMs = 7 * 86_400_000;

export async function loadToday(pageRequest: PageRequest<'signed-in'>): Promise<TodayData | Redirect> {
  const { call, text } = pageRequest;
  const signed = await pageRequest.loadSignedInUser();
  if (signed === null) return new Redirect(paths.login);
  // The chosen place is stored in a cookie; the parameter is dropped from the URL.
  if (text('place') !== '' && pageRequest.form === null) return new Redirect(paths.today);
  const { me, overview } = signed;
  const { place } = overview;
  const clock = await loadClock(pageRequest, place?.slug);
  const [waiting, devices, news, tasks] = await Promise.all([
    loadWaitingItems(pageRequest, overview),
    place?.plot && isConfirmed(me, place)
      ? loadDevices(call, { settlement: place.slug, parcel: place.plot.id }, clock)
      : null,
    place ? loadNews(pageRequest, place, me) : { announcement: null, diaries: [] },
    loadTasks(pageRequest, me, clock),
  ]);
  const claims = me.parcels
    .filter(({ state }) => state === 'claimed')
    .map(({ plot_number, settlement_name }) => ({ plot: plot_number, settlement: settlement_name }));
  return { clock, overview, claims, waiting, devices, ...news, ...tasks };
}

const isConfirmed = (me: Me, { plot }: Place) =>
  me.parcels.some(({ parcel_id, state }) => parcel_id === plot?.id && state === 'confirmed');

async function loadNews(pageRequest: PageRequest, { slug }: Place, me: Me) {
  const { call } = pageRequest;
  const [told, diaries] = await Promise.all([
    call(list_articles, { settlement: slug, kind: 'announcement' }),
    call(list_articles, { settlement: slug, kind: 'diary' }),
  ]);
  const [entry] = told.articles;
  const whole = entry && (await call(show_article, { settlement: slug, article: entry.id })).data;
  return {
    announcement: entry && whole ? { entry, safeHtml: await renderBody(whole, pageRequest) } : null,
    diaries: diaries.articles.filter(({ author_user_id }) => author_user_id !== me.id).slice(0, 2),
  };
}

/** Tasks the user can finish that are due within a week, then those without a due date. */
async function loadTasks({ call }: PageRequest, me: Me, { now, timeZone }: Clock) {
  const { tasks } = await call(list_tasks, { mine: 'true', open: 'true', limit: '100' });
  const own = tasks.filter((task) => mayFinishTask(task, me));
  const until = dayInZone(new Date(now.getTime() + weekMs), timeZone);
  const soon = own
    .filter(({ due_on }) => due_on === null || due_on <= until)
    .sort((a, b) => (a.due_on ?? '9').localeCompare(b.due_on ?? '9'));
  return { tasks: soon.slice(0, 5), tasksOpen: own.length };
}
