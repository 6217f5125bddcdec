import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_events } from '../../../../features/actions/list_events.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { texts as calendarTexts } from './calendar.tsx';
import { addMonths, readMonth, spanOfDays } from './month.ts';
import { formatMonth, MonthTable } from './month-table.tsx';

export const texts = {
  title: calendarTexts.print,
} as const satisfies Record<string, Text>;

/** The month for the notice board: what its visitor may see, but for days of the board alone. */
export const printCalendarPage = definePage({
  path: paths.printCalendar,
  access: 'anybody',
  texts,
  async load({ settlement }, pageRequest) {
    const place = await loadSettlementContext(settlement, pageRequest);
    const month = readMonth(pageRequest.text('month'), place.clock);
    const span = spanOfDays(`${month}-01`, `${addMonths(month, 1)}-01`, place.clock.timeZone);
    const { events } = await pageRequest.call(list_events, { settlement, ...span, on_paper: true });
    return { ...place, month, events };
  },
  head: () => ({ sheets: ['calendar.css', 'print-paper.css'] }),
  render: ({ settlement, clock, month, events }) => {
    const at = { settlement: settlement.slug };
    return (
      <>
        <div class="unprinted stack gap-below">
          <PageHead
            title={texts.title}
            line={formatMonth(month, clock)}
            parent={{
              href: `${fillPath(paths.villageCalendar, at)}?month=${month}`,
              text: calendarTexts.title,
            }}
          />
          <p class="small soft">{labels.howToPrint}</p>
        </div>
        <article class="paper paper-month">
          <p class="paper-village">{settlement.name}</p>
          <MonthTable month={month} events={events} settlement={settlement.slug} clock={clock} />
        </article>
      </>
    );
  },
});
