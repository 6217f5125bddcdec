import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { list_meters } from '../../../../features/actions/list_meters.ts';
import { share_meter } from '../../../../features/actions/share_meter.ts';
import { connect_device } from '../../../../features/operations/device/connect_device.ts';
import { ReadingFields, takeBack, typeReading } from '../../forms/meter-reading.tsx';
import { listFormPhotos } from '../../loaders/form-photographs.ts';
import { loadPlot, type Plot } from '../../loaders/plot.ts';
import { line } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { say } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { MonthBars } from '../../ui/month-bars.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type Clock, formatPlainDate } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import {
  formatDial,
  formatMonth,
  formatMonthBriefly,
  formatUsed,
  isMeterKind,
  meterKindTexts,
  meterUnit,
} from '../../words/meter-texts.ts';
import { dialPhotographPaths } from './dial-photograph.ts';

export const texts = {
  title: labels.meters,
  none: { en: 'No meters yet', ru: 'Счётчиков пока нет' },
  noneWhy: {
    en: 'Add one and enter its reading once a month: each month appears as a bar.',
    ru: 'Добавьте счётчик и раз в месяц записывайте показания: расход по месяцам будет виден сразу.',
  },
  add: { en: 'Add a meter', ru: 'Добавить счётчик' },
  kind: { en: 'What it counts', ru: 'Что он считает' },
  name: labels.whatToCallIt,
  nameHint: { en: 'Meter in the hall', ru: 'Счётчик в прихожей' },
  added: { en: 'Added. Enter what it shows.', ru: 'Добавлено. Запишите, что он показывает.' },
  due: {
    en: 'The board expects it by day {day} of the month',
    ru: 'Правление ждёт показание до {day}-го числа',
  },
  last: { en: 'Last: {number}, {day}', ru: 'Последнее: {number}, {day}' },
  first: { en: 'No readings yet', ru: 'Показаний пока нет' },
  sends: { en: 'It sends its readings by itself', ru: 'Показания присылает сам' },
  month: { en: '{month}: {used}', ru: '{month}: {used}' },
  noMonth: {
    en: 'The first month shows after two readings.',
    ru: 'Расход за месяц будет виден после двух показаний.',
  },
  estimated: { en: 'about', ru: 'примерно' },
  readings: labels.readings,
  changed: {
    en: 'changed meter, the old one ended with {number}',
    ru: 'счётчик заменён, старый закончил на {number}',
  },
  byBoard: { en: 'entered by the board', ru: 'внесло правление' },
  undo: labels.takeBack,
  chart: { en: 'Chart and limits', ru: 'График и пределы' },
  boardReads: { en: 'The board sees it', ru: 'Правление видит показания' },
  onlyHome: { en: 'Only your household sees it', ru: 'Показания видит только ваша семья' },
  everybody: { en: 'Every resident of the village sees it', ru: 'Показания видят все жители' },
  kept: {
    en: 'The board keeps it for this plot; you see what was entered since you came here.',
    ru: 'Его завело правление; вам видно то, что внесли с тех пор, как вы здесь.',
  },
  share: { en: 'Share it with the board', ru: 'Показывать правлению' },
  unshare: { en: 'Stop sharing with the board', ru: 'Больше не показывать правлению' },
  shared: { en: 'The board sees this meter now.', ru: 'Теперь правление видит показания.' },
  unshared: {
    en: 'The board no longer sees this meter. It keeps what it downloaded before.',
    ru: 'Правление больше не видит показаний. Что оно скачало раньше, у него остаётся.',
  },
} as const satisfies Record<string, Text>;

type Meter = ReplyOf<typeof list_meters>[number];

const metersPath = (plot: string) => fillPath(paths.plotMeters, { plot });

const add = form(connect_device, {
  path: paths.plotMeters,
  fields: { name: line(texts.name, { hint: texts.nameHint }) },
  given({ plot }, { text }) {
    const kind = text('kind');
    return {
      parcel: plot,
      provider: 'manual',
      settings: {},
      meter: isMeterKind(kind) ? kind : ('energy' as const),
    };
  },
  done: (_, { plot }) => ({ to: metersPath(plot), notice: texts.added }),
});

const share = form(share_meter, {
  path: paths.shareMeter,
  isButton: true,
  given: (_, { text }) => ({ for_board: text('for_board') === 'true' }),
  done: ({ forBoard }, { plot }) => ({
    to: metersPath(plot),
    notice: forBoard ? texts.shared : texts.unshared,
  }),
});

export const plotMetersPage = definePage({
  path: paths.plotMeters,
  access: 'signed-in',
  texts,
  missing: {
    number: { en: 'Write what the meter shows.', ru: 'Напишите, что показывает счётчик.' },
    name: { en: 'Write what to call the meter.', ru: 'Напишите, как назвать счётчик.' },
  },
  async load({ plot: id }, pageRequest) {
    if (!isId(id)) return refuse.notFound('parcel');
    const meters = await pageRequest.call(list_meters, { parcel: id });
    const plot = await loadPlot(pageRequest, id, meters.length > 0);
    if (!plot.isMember && meters.length === 0) return refuse.notFound('parcel');
    const { meter: posted } = pageRequest.request.params as { meter?: string };
    return { plot, meters, posted, photos: listFormPhotos(pageRequest) };
  },
  actions: { typeReading, takeBack, share, add },
  head: () => ({ width: 'narrow', scripts: ['photos.js'] }),
  render: ({ plot, meters, posted, photos }, { language }) => (
    <Screen
      title={texts.title}
      parent={
        plot.isMember
          ? {
              href: fillPath(paths.plot, { plot: plot.id }),
              text: `${labels.plot[language]} ${plot.number}`,
            }
          : { href: fillPath(paths.villageDevices, { settlement: plot.settlement }), text: labels.devices }
      }
    >
      {meters.length === 0 && (
        <EmptyState icon="power" title={texts.none}>
          {texts.noneWhy}
        </EmptyState>
      )}
      {meters.map((meter) => (
        <MeterCard key={meter.id} plot={plot} meter={meter} photos={meter.id === posted ? photos : []} />
      ))}
      {plot.isMember && (
        <Fold title={texts.add} open={meters.length === 0}>
          <add.Form at={{ plot: plot.id }}>
            <SelectField
              name="kind"
              label={texts.kind}
              choices={Object.entries(meterKindTexts).map(([value, label]) => ({ value, label }))}
            />
            <add.name />
            <Button>{texts.add}</Button>
          </add.Form>
        </Fold>
      )}
    </Screen>
  ),
});

type MeterCardProps = {
  readonly plot: Plot;
  readonly meter: Meter;
  readonly photos: ReturnType<typeof listFormPhotos>;
};

function MeterCard({ plot, meter, photos }: MeterCardProps) {
  const { clock } = plot;
  const { language } = clock;
  const at = { plot: plot.id, meter: meter.id };
  const form = `typeReading-${meter.id}`;
  return (
    <Card heading={{ id: `meter-${meter.id}`, title: `${say(meterKindTexts[meter.kind])} · ${meter.name}` }}>
      <div class="stack">
        <p class={meter.isDue ? undefined : 'soft'}>
          {meter.isDue && <b>{`${say(texts.due).replace('{day}', String(meter.meterDay))}. `}</b>}
          {sayLast(meter, clock)}
        </p>
        {meter.isTyped ? (
          <typeReading.Form at={at} id={form} outbox={meter.name} outboxDay="on">
            <ReadingFields
              of={typeReading}
              form={form}
              unit={meterUnit(meter.kind, language)}
              photos={photos}
            />
          </typeReading.Form>
        ) : (
          <p class="soft">{texts.sends}</p>
        )}
        <Months meter={meter} clock={clock} />
        <p class="small soft">{sayReaders(meter)}</p>
        <div class="buttons">
          {meter.sensorId !== null && (
            <LinkButton href={fillPath(paths.sensor, { sensor: meter.sensorId })} kind="quiet">
              {texts.chart}
            </LinkButton>
          )}
          {meter.mayShare && (
            <share.Button
              at={at}
              hidden={{ for_board: String(!meter.forBoard) }}
              kind="quiet"
              about={meter.name}
            >
              {meter.forBoard ? texts.unshare : texts.share}
            </share.Button>
          )}
        </div>
        {meter.readings.length > 0 && (
          <Fold title={texts.readings}>
            <List>
              {meter.readings.map((reading) => (
                <Row
                  key={reading.id}
                  {...dialPhotographPaths(meter.id, reading)}
                  title={formatDial(reading.number, meter.kind, language)}
                  line={[
                    formatPlainDate(reading.at, clock),
                    reading.formerEnd !== null &&
                      say(texts.changed).replace(
                        '{number}',
                        formatDial(reading.formerEnd, meter.kind, language),
                      ),
                    reading.isByBoard && say(texts.byBoard),
                    reading.photograph === 'processing' && say(labels.photographPreparing),
                    reading.photograph === 'ready' && say(labels.withPhotograph),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  action={
                    reading.mayTakeBack ? (
                      <takeBack.Button
                        at={{ ...at, reading: reading.id }}
                        kind="quiet"
                        compact
                        icon="undo"
                        about={formatDial(reading.number, meter.kind, language)}
                      >
                        {texts.undo}
                      </takeBack.Button>
                    ) : undefined
                  }
                />
              ))}
            </List>
          </Fold>
        )}
      </div>
    </Card>
  );
}

function sayReaders({ isCommon, isKeptByBoard, forBoard }: Meter) {
  if (isCommon) return texts.everybody;
  return isKeptByBoard ? texts.kept : forBoard ? texts.boardReads : texts.onlyHome;
}

function sayLast({ readings, kind }: Meter, clock: Clock): string {
  const [last] = readings;
  if (last === undefined) return say(texts.first);
  return say(texts.last)
    .replace('{number}', formatDial(last.number, kind, clock.language))
    .replace('{day}', formatPlainDate(last.at, clock));
}

function Months({ meter, clock: { language } }: { meter: Meter; clock: Clock }) {
  const known = meter.months.filter((one) => one.used !== null);
  const last = known.at(-1);
  if (last === undefined || last.used === null)
    return meter.readings.length > 0 ? <p class="small soft">{texts.noMonth}</p> : null;
  const sentence = say(texts.month)
    .replace('{month}', formatMonth(last.month, language))
    .replace(
      '{used}',
      `${last.isEstimated ? `${say(texts.estimated)} ` : ''}${formatUsed(last.used, meter.kind, language)}`,
    );
  return (
    <MonthBars
      description={sentence}
      bars={meter.months.map((one) => ({ label: formatMonthBriefly(one.month, language), value: one.used }))}
    />
  );
}
