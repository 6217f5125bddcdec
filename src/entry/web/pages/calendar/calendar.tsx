import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { dayInZone } from '../../../../domain/rules/days.ts';
import { list_events } from '../../../../features/actions/list_events.ts';
import { make_calendar_link } from '../../../../features/actions/make_calendar_link.ts';
import { revoke_calendar_link } from '../../../../features/actions/revoke_calendar_link.ts';
import { show_calendar_link } from '../../../../features/actions/show_calendar_link.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { CalendarCard, texts as linkTexts } from '../../ui/calendar-card.tsx';
import { EventRow } from '../../ui/event-row.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { formatWeekdayAndDay } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { addMonths, groupByDay, listWeeks, readMonth, spanOfDays } from './month.ts';
import { formatMonth, MonthTable } from './month-table.tsx';

export const texts = {
  title: { en: 'Village calendar', ru: 'Календарь посёлка' },
  views: { en: 'Month or list', ru: 'Месяц или список' },
  month: labels.month,
  list: { en: 'Day by day', ru: 'По дням' },
  earlier: labels.earlier,
  later: labels.onward,
  add: { en: 'Add an event', ru: 'Добавить событие' },
  print: { en: 'Sheet for the notice board', ru: 'Лист на доску' },
  none: { en: 'Nothing is planned here', ru: 'Здесь ничего не назначено' },
  noneWhy: {
    en: 'The board announces meetings, work days and rubbish days.',
    ru: 'Правление объявляет собрания, субботники и вывоз мусора.',
  },
  tooMany: {
    en: 'There is more in this time than fits: these are the first 200 announcements.',
    ru: 'Событий больше, чем помещается: показаны первые 200 объявлений.',
  },
  why: {
    en: 'Rubbish days, meetings and work days show up on your phone by themselves, including anything moved or called off.',
    ru: 'Вывоз мусора, собрания и субботники появятся в телефоне сами\u00a0— вместе с переносами и отменами.',
  },
  once: {
    en: 'Add it as a calendar “from the internet” or “by subscription”. It is shown only this once; whoever has it sees the same village events as you.',
    ru: 'Добавьте его как календарь «по подписке» или «из интернета». Он показан только сейчас; кто его знает, видит те же события посёлка, что и вы.',
  },
  revoked: linkTexts.revoked,
} as const satisfies Record<string, Text>;

/** Months of a list. */
const listedMonths = 3;

const link = form(make_calendar_link, {
  access: 'anybody',
  path: paths.villageCalendarLink,
  isButton: true,
  done: ({ url }, names) => ({ to: fillPath(paths.villageCalendar, names), shown: { calendar: url } }),
});

const revoke = form(revoke_calendar_link, {
  access: 'anybody',
  path: paths.revokeVillageCalendarLink,
  isButton: true,
  done: (_, names) => ({ to: fillPath(paths.villageCalendar, names), notice: texts.revoked }),
});

export const calendarPage = definePage({
  path: paths.villageCalendar,
  access: 'anybody',
  texts,
  async load({ settlement }, pageRequest) {
    const { call, text } = pageRequest;
    const place = await loadSettlementContext(settlement, pageRequest);
    const { clock, membership } = place;
    const isList = text('as') === 'list';
    const month = readMonth(text('month'), clock);
    const today = dayInZone(clock.now, clock.timeZone);
    const weeks = listWeeks(month);
    const first = isList && today.startsWith(month) ? today : isList ? `${month}-01` : (weeks[0]?.[0] ?? '');
    const end = isList ? `${addMonths(month, listedMonths)}-01` : `${addMonths(month, 1)}-07`;
    const { isResident, readsAsBoard, claims } = membership;
    const belongs = isResident || readsAsBoard || claims.length > 0;
    const [{ events, isWhole }, own] = await Promise.all([
      call(list_events, { settlement, ...spanOfDays(first, end, clock.timeZone) }),
      belongs ? call(show_calendar_link, { settlement }) : null,
    ]);
    return { ...place, isList, month, events, isWhole, belongs, link: own };
  },
  actions: { link, revoke },
  head: ({ isList }, { shown }) => ({
    sheets: isList ? [] : ['calendar.css'],
    scripts: shown ? ['copy.js'] : [],
  }),
  render: (
    { settlement, membership, clock, isList, month, events, isWhole, belongs, ...data },
    { shown },
  ) => {
    const at = { settlement: settlement.slug };
    const here = fillPath(paths.villageCalendar, at);
    const addressOf = (other: string, asList = isList) =>
      `${here}?${new URLSearchParams({ ...(asList && { as: 'list' }), month: other })}`;
    const step = isList ? listedMonths : 1;
    const last = addMonths(month, step - 1);
    return (
      <Screen
        title={texts.title}
        line={
          isList ? `${formatMonth(month, clock)} – ${formatMonth(last, clock)}` : formatMonth(month, clock)
        }
        parent={{ href: fillPath(paths.settlement, at), text: settlement.name }}
        action={
          membership.isBoard ? (
            <LinkButton href={`${fillPath(paths.announce, at)}?day=1`} icon="plus" kind="quiet" compact>
              {texts.add}
            </LinkButton>
          ) : undefined
        }
      >
        <Segments
          label={texts.views}
          tabs={[
            { href: addressOf(month, false), text: texts.month },
            { href: addressOf(month, true), text: texts.list },
          ]}
          here={addressOf(month)}
        />
        <Buttons>
          <LinkButton href={addressOf(addMonths(month, -step))} kind="quiet" icon="back">
            {texts.earlier}
          </LinkButton>
          <LinkButton href={addressOf(addMonths(month, step))} kind="quiet" icon="right">
            {texts.later}
          </LinkButton>
        </Buttons>
        {!isWhole && <Notice tone="plain">{texts.tooMany}</Notice>}
        {isList ? (
          <EventList events={events} settlement={settlement.slug} clock={clock} />
        ) : (
          <MonthTable month={month} events={events} settlement={settlement.slug} clock={clock} />
        )}
        <Buttons>
          <LinkButton href={`${fillPath(paths.printCalendar, at)}?month=${month}`} kind="bare" icon="print">
            {texts.print}
          </LinkButton>
        </Buttons>
        {belongs && (
          <CalendarCard
            link={data.link}
            clock={clock}
            url={shown?.calendar}
            why={texts.why}
            once={texts.once}
            make={(words) => (
              <link.Button at={at} kind="quiet" icon="day">
                {words}
              </link.Button>
            )}
            revoke={(words) => (
              <revoke.Button at={at} kind="quiet-danger">
                {words}
              </revoke.Button>
            )}
          />
        )}
      </Screen>
    );
  },
});

type EventListProps = Pick<Parameters<typeof MonthTable>[0], 'events' | 'settlement' | 'clock'>;

function EventList({ events, settlement, clock }: EventListProps) {
  if (events.length === 0)
    return (
      <ListCard icon="day" none={texts.none} why={texts.noneWhy}>
        {[]}
      </ListCard>
    );
  return (
    <>
      {[...groupByDay(events, clock.timeZone)].map(([day, taking]) => (
        <ListCard key={day} heading={{ id: `day-${day}`, title: formatWeekdayAndDay(day, clock) }}>
          {taking.map((event) => (
            <EventRow key={`${event.id} ${event.on}`} {...{ event, settlement, clock }} isUnderDay />
          ))}
        </ListCard>
      ))}
    </>
  );
}
