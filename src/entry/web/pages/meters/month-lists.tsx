import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { list_board_meters } from '../../../../features/actions/list_board_meters.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { say } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { type Clock, formatPlainDate } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatDial, formatUsed, type MeterKindName } from '../../words/meter-texts.ts';
import { formatCount } from '../../words/shared-texts.ts';
import { remindPlots } from './board-forms.tsx';
import { plotsNoun } from './loss-texts.ts';

export const texts = {
  plots: { en: 'By plot', ru: 'По участкам' },
  none: { en: 'No plot shares a meter yet', ru: 'Счётчиков участков пока нет' },
  noneWhy: {
    en: 'People can let the board read their meters on the page of their plot. For those who bring readings on paper, add a meter below.',
    ru: 'Жители открывают показания правлению на странице своего участка. Для тех, кто приносит их на бумаге, добавьте счётчик ниже.',
  },
  missing: { en: 'Missing: {plots}', ru: 'Нет показаний: {plots}' },
  noReading: { en: 'no reading', ru: 'нет показания' },
  noStart: { en: 'nothing before it', ru: 'не с чем сравнить' },
  estimated: { en: 'about', ru: 'примерно' },
  main: { en: 'Main meters', ru: 'Общие счётчики' },
  noMain: { en: 'There is no main meter yet', ru: 'Общего счётчика пока нет' },
  remind: { en: 'Remind those with no reading', ru: 'Напомнить, у кого нет показаний' },
  remindWhy: {
    en: 'Once a month; only to plots with an account and no reading.',
    ru: 'Раз в месяц и только тем, у кого есть учётная запись и нет показания.',
  },
  remindedOn: { en: 'Reminded on {day}: {plots}', ru: 'Напомнили {day}: {plots}' },
  take: { en: 'Download for Excel', ru: 'Скачать для Excel' },
  last: { en: 'last: {number}, {day}', ru: 'последнее: {number}, {day}' },
} as const satisfies Record<string, Text>;

type Board = ReplyOf<typeof list_board_meters>;
export type Meter = Board['plots'][number]['meters'][number];
export type MonthView = {
  readonly settlement: string;
  readonly clock: Clock;
  readonly board: Board;
  /** The query of this month and kind. */
  readonly view: string;
  /** An auditor only reads. */
  readonly mayEdit: boolean;
};

/** Who was read in a month and who is missing, with what the board may do about it. */
export function PlotsCard({ settlement, clock, board, view, mayEdit }: MonthView) {
  const { language } = clock;
  const { kind, month, plots, reminder } = board;
  const missing = plots.filter(({ meters }) =>
    meters.some(({ use }) => use.used === null && use.missing === 'end'),
  );
  const path = fillPath(paths.boardMeters, { settlement });
  return (
    <>
      {missing.length > 0 && (
        <Card>
          <div class="stack">
            <p>
              {say(texts.missing).replace('{plots}', missing.map(({ plotNumber }) => plotNumber).join(', '))}
            </p>
            {reminder !== null ? (
              <p class="soft">
                {say(texts.remindedOn)
                  .replace('{day}', formatPlainDate(reminder.sentAt.getTime(), clock))
                  .replace('{plots}', formatCount(language, reminder.plots, plotsNoun))}
              </p>
            ) : (
              mayEdit &&
              month.month === board.current && (
                <>
                  <remindPlots.Button at={{ settlement }} hidden={{ kind }}>
                    {texts.remind}
                  </remindPlots.Button>
                  <p class="small soft">{texts.remindWhy}</p>
                </>
              )
            )}
          </div>
        </Card>
      )}
      <ListCard heading={{ id: 'plots', title: texts.plots }} none={texts.none} why={texts.noneWhy}>
        {plots.map((plot) => (
          <Row
            key={plot.parcelId}
            title={`${say(labels.plot)} ${plot.plotNumber}`}
            line={plot.meters.map((meter) => describeMeter(meter, clock, kind)).join(' · ')}
            age={
              plot.used === null ? (
                <span class="warn">{plot.meters.some(isWithoutEnd) ? texts.noReading : texts.noStart}</span>
              ) : (
                `${plot.isEstimated ? `${say(texts.estimated)} ` : ''}${formatUsed(plot.used, kind, language)}`
              )
            }
            href={
              plot.meters.some(({ isTyped }) => isTyped)
                ? `${path}${view}&meter=${firstToType(plot.meters)}`
                : undefined
            }
          />
        ))}
      </ListCard>
      {plots.length > 0 && (
        <LinkButton href={`${fillPath(paths.boardMetersXlsx, { settlement })}${view}`} kind="quiet">
          {texts.take}
        </LinkButton>
      )}
    </>
  );
}

const isWithoutEnd = ({ use }: Meter) => use.used === null && use.missing === 'end';
const firstToType = (meters: readonly Meter[]) =>
  (meters.find((meter) => meter.isTyped && isWithoutEnd(meter)) ?? meters.find(({ isTyped }) => isTyped))
    ?.id ?? '';

const describeMeter = (meter: Meter, clock: Clock, kind: MeterKindName) =>
  [meter.name, sayLast(meter, clock, kind)].filter(Boolean).join(', ');

const sayLast = ({ last }: Meter, clock: Clock, kind: MeterKindName) =>
  last &&
  say(texts.last)
    .replace('{number}', formatDial(last.number, kind, clock.language))
    .replace('{day}', formatPlainDate(last.at, clock));

export function MainCard({ settlement, clock, board, view }: MonthView) {
  const path = fillPath(paths.boardMeters, { settlement });
  return (
    <ListCard heading={{ id: 'main-meters', title: texts.main }} none={texts.noMain}>
      {board.main.map((meter) => (
        <Row
          key={meter.id}
          icon="power"
          title={meter.name}
          line={sayLast(meter, clock, board.kind)}
          age={
            meter.use.used === null ? texts.noReading : formatUsed(meter.use.used, board.kind, clock.language)
          }
          href={meter.isTyped ? `${path}${view}&meter=${meter.id}` : undefined}
        />
      ))}
    </ListCard>
  );
}
