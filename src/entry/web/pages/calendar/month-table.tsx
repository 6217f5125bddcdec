import { findDateFormat } from '../../../../base/i18n/format-date.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { dayInZone } from '../../../../domain/rules/days.ts';
import type { ListedEvent } from '../../../../features/actions/event-occurrences.ts';
import { EventState } from '../../ui/event-row.tsx';
import { formatEventTime } from '../../words/format-events.ts';
import { type Clock, formatWeekdayAndDay } from '../../words/format-time.ts';
import { groupByDay, listWeeks } from './month.ts';

export const texts = {
  nothing: { en: 'Nothing is planned this month.', ru: 'В этом месяце ничего не назначено.' },
} as const satisfies Record<string, Text>;

type MonthProps = {
  readonly month: string;
  readonly events: readonly ListedEvent[];
  readonly settlement: string;
  readonly clock: Clock;
};

export const formatMonth = (month: string, { language }: Pick<Clock, 'language'>): string =>
  findDateFormat(language, 'UTC', { month: 'long', year: 'numeric' }).format(new Date(`${month}-01`));

/** Weeks and days; on a phone a list of the days on which something takes place. */
export function MonthTable({ month, events, settlement, clock }: MonthProps) {
  const weeks = listWeeks(month);
  const days = groupByDay(events, clock.timeZone);
  const today = dayInZone(clock.now, clock.timeZone);
  const name = findDateFormat(clock.language, 'UTC', { weekday: 'short' });
  const isEmpty = ![...days.keys()].some((day) => day.startsWith(month));
  return (
    <>
      <table class="month">
        <caption>{formatMonth(month, clock)}</caption>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {name.format(new Date(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const inMonth = day.startsWith(month);
                const taking = inMonth ? (days.get(day) ?? []) : [];
                const kind = [taking.length === 0 && 'idle', day === today && 'today', !inMonth && 'beyond'];
                return (
                  <td key={day} class={kind.filter(Boolean).join(' ') || undefined}>
                    <span class="date">
                      <span class="number">{inMonth ? Number(day.slice(8)) : ''}</span>
                      <span class="name">{formatWeekdayAndDay(day, clock)}</span>
                    </span>
                    {taking.map((event) => (
                      <DayEvent key={`${event.id} ${event.on}`} {...{ event, settlement, clock }} />
                    ))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {isEmpty && <p class="soft gap-above">{texts.nothing}</p>}
    </>
  );
}

function DayEvent({
  event,
  settlement,
  clock,
}: { event: ListedEvent } & Pick<MonthProps, 'settlement' | 'clock'>) {
  return (
    <a
      class={event.isCancelled ? 'day-event off' : 'day-event'}
      href={fillPath(paths.article, { settlement, article: event.slug })}
    >
      <span class="time">{formatEventTime(event, clock)}</span>{' '}
      {event.isCancelled ? <s>{event.title}</s> : event.title}
      {event.place !== '' && <span class="where"> · {event.place}</span>}{' '}
      <span class="event-state">
        <EventState event={event} />
      </span>
    </a>
  );
}
