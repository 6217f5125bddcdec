import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { permit } from '../../../../domain/kernel/refusal.ts';
import { shiftMonth } from '../../../../domain/rules/meter-months.ts';
import { mayEditSettlement, noSettlementRole } from '../../../../domain/rules/settlement-role.ts';
import { list_board_meters } from '../../../../features/actions/list_board_meters.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { say } from '../../ui/language-context.ts';
import { List, ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Clock, formatFullDate } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import {
  formatDial,
  formatMonth,
  formatUsed,
  isMeterKind,
  type MeterKindName,
  meterKindTexts,
  meterUnit,
} from '../../words/meter-texts.ts';
import { addMeter, end, remindPlots, setDay } from './board-forms.tsx';
import { LossCard } from './loss-card.tsx';
import { ReadingFields, takeBackForBoard, typeForBoard } from './reading-form.tsx';

export const texts = {
  title: labels.meters,
  kinds: { en: 'What is counted', ru: 'Что считаем' },
  earlier: { en: 'Previous month', ru: 'Месяцем раньше' },
  later: { en: 'Next month', ru: 'Месяцем позже' },
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
  type: { en: 'Enter', ru: 'Внести' },
  typeFor: { en: 'Plot {plot}, {name}', ru: 'Участок {plot}, {name}' },
  main: { en: 'Main meters', ru: 'Общие счётчики' },
  noMain: { en: 'There is no main meter yet', ru: 'Общего счётчика пока нет' },
  remind: { en: 'Remind those with no reading', ru: 'Напомнить, у кого нет показаний' },
  remindWhy: {
    en: 'Once a month; only to plots with an account and no reading.',
    ru: 'Раз в месяц и только тем, у кого есть учётная запись и нет показания.',
  },
  remindedOn: { en: 'Reminded on {day}: {plots}', ru: 'Напомнили {day}: {plots}' },
  take: { en: 'Download for Excel', ru: 'Скачать для Excel' },
  undo: labels.takeBack,
  readings: labels.readings,
  last: { en: 'last: {number}, {day}', ru: 'последнее: {number}, {day}' },
  settings: { en: 'Day of the month, meters on paper', ru: 'День месяца, счётчики на бумаге' },
  endIt: { en: 'It is no longer read', ru: 'Больше не снимают' },
} as const satisfies Record<string, Text>;

type Board = ReplyOf<typeof list_board_meters>;
type Meter = Board['plots'][number]['meters'][number];
type Here = {
  readonly settlement: string;
  readonly clock: Clock;
  readonly board: Board;
  readonly view: string;
};

export const boardMetersPage = definePage({
  path: paths.boardMeters,
  access: 'signed-in',
  texts,
  countsBySize: true,
  missing: {
    number: { en: 'Write what the meter shows.', ru: 'Напишите, что показывает счётчик.' },
    name: { en: 'Write what to call the meter.', ru: 'Напишите, как назвать счётчик.' },
    parcel: labels.writePlotNumber,
  },
  async load({ settlement }, pageRequest) {
    const { call, text, request } = pageRequest;
    const asked = (name: string) => (pageRequest.form === null ? text(name) : readView(text('view'), name));
    const kind = isMeterKind(asked('kind')) ? (asked('kind') as MeterKindName) : 'energy';
    const place = await loadSettlementContext(settlement, pageRequest);
    permit(mayEditSettlement({ ...noSettlementRole, isEditor: place.membership.readsAsBoard }));
    const board = await call(list_board_meters, {
      settlement,
      kind,
      ...(asked('month') && { month: asked('month') }),
    });
    const { meter: posted } = request.params as { meter?: string };
    const wanted = posted ?? asked('meter');
    const chosen = [...board.plots.flatMap(({ meters }) => meters), ...board.main].find(
      ({ id }) => id === wanted,
    );
    return { ...place, board, chosen };
  },
  actions: { typeForBoard, takeBackForBoard, addMeter, setDay, remindPlots, end },
  render: ({ settlement, clock, board, chosen }) => {
    const { kind, month, current } = board;
    const address = { settlement: settlement.slug };
    const path = fillPath(paths.boardMeters, address);
    const viewOf = (of: string, name: string = kind) => `?${new URLSearchParams({ kind: name, month: of })}`;
    const here: Here = { settlement: settlement.slug, clock, board, view: viewOf(month.month) };
    return (
      <Screen
        title={texts.title}
        line={formatMonth(month.month, clock.language)}
        parent={{ href: fillPath(paths.board, address), text: labels.board }}
      >
        <Tabs
          label={texts.kinds}
          here={`${path}${here.view}`}
          tabs={Object.entries(meterKindTexts).map(([name, text]) => ({
            href: `${path}${viewOf(month.month, name)}`,
            text,
          }))}
        />
        <div class="buttons">
          <LinkButton href={`${path}${viewOf(shiftMonth(month.month, -1))}`} kind="quiet">
            {texts.earlier}
          </LinkButton>
          {month.month < current && (
            <LinkButton href={`${path}${viewOf(shiftMonth(month.month, 1))}`} kind="quiet">
              {texts.later}
            </LinkButton>
          )}
        </div>
        {chosen && <TypeCard meter={chosen} here={here} />}
        <LossCard board={board} clock={clock} />
        <PlotsCard here={here} />
        <MainCard here={here} />
        <Fold title={texts.settings}>
          <setDay.Form at={address} values={{ day: String(board.meterDay) }}>
            <setDay.day />
            <Button>{labels.save}</Button>
          </setDay.Form>
          <addMeter.Form at={address} hidden={{ kind }}>
            <addMeter.parcel />
            <addMeter.name />
            <addMeter.is_main />
            <Button>{labels.add}</Button>
          </addMeter.Form>
        </Fold>
      </Screen>
    );
  },
});

const readView = (view: string, name: string) => new URLSearchParams(view).get(name) ?? '';

function TypeCard({ meter, here }: { meter: Meter; here: Here }) {
  const { settlement, clock, board, view } = here;
  const { language } = clock;
  const at = { settlement, meter: meter.id };
  const title = say(texts.typeFor).replace('{plot}', meter.plotNumber).replace('{name}', meter.name);
  return (
    <Card heading={{ id: 'typing', title }}>
      <div class="stack">
        <typeForBoard.Form at={at} hidden={{ view }}>
          <ReadingFields of={typeForBoard} unit={meterUnit(board.kind, language)} />
        </typeForBoard.Form>
        <List>
          {meter.readings
            .slice(-12)
            .reverse()
            .map((reading) => (
              <Row
                key={reading.id}
                title={formatDial(reading.number, board.kind, language)}
                line={formatFullDate(reading.at, clock)}
                action={
                  reading.isByBoard ? (
                    <takeBackForBoard.Button
                      at={{ ...at, reading: reading.id }}
                      kind="quiet"
                      compact
                      icon="undo"
                      about={formatDial(reading.number, board.kind, language)}
                    >
                      {texts.undo}
                    </takeBackForBoard.Button>
                  ) : undefined
                }
              />
            ))}
        </List>
        {meter.sensorId === null && (
          <end.Button at={at} kind="quiet">
            {texts.endIt}
          </end.Button>
        )}
      </div>
    </Card>
  );
}

function PlotsCard({ here }: { here: Here }) {
  const { settlement, clock, board, view } = here;
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
                  .replace('{day}', formatFullDate(reminder.sentAt.getTime(), clock))
                  .replace('{plots}', String(reminder.plots))}
              </p>
            ) : (
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

function describeMeter({ name, readings }: Meter, clock: Clock, kind: MeterKindName): string {
  const last = readings.at(-1);
  if (last === undefined) return name;
  return `${name}, ${say(texts.last)
    .replace('{number}', formatDial(last.number, kind, clock.language))
    .replace('{day}', formatFullDate(last.at, clock))}`;
}

function MainCard({ here: { settlement, clock, board, view } }: { here: Here }) {
  const path = fillPath(paths.boardMeters, { settlement });
  return (
    <ListCard heading={{ id: 'main-meters', title: texts.main }} none={texts.noMain}>
      {board.main.map((meter) => (
        <Row
          key={meter.id}
          icon="power"
          title={meter.name}
          line={describeMeter(meter, clock, board.kind)}
          age={
            meter.use.used === null ? texts.noReading : formatUsed(meter.use.used, board.kind, clock.language)
          }
          href={meter.isTyped ? `${path}${view}&meter=${meter.id}` : undefined}
        />
      ))}
    </ListCard>
  );
}
