import type { Text } from '../../../../base/i18n/text.ts';
import { sayUnit } from '../../../../base/i18n/units.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Chart, ChartLegend } from '../../ui/chart.tsx';
import { StateChart } from '../../ui/chart-lane.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { nameSensor, sayMeasured } from '../../words/sensors.ts';
import { sayAlert } from './alerts-card.tsx';
import { periodWords } from './period.ts';
import type { SensorData } from './sensor-data.ts';
import { describeHistory } from './sentence.ts';

export const texts = {
  before: { en: 'Before', ru: 'Раньше' },
  after: { en: 'Later', ru: 'Позже' },
  once: { en: 'at least once', ru: 'хотя бы раз' },
  nothing: { en: 'No readings in this time', ru: 'За это время показаний нет' },
  nothingWhy: {
    en: 'The sensor was silent, or was not there yet. Look at another time.',
    ru: 'Датчик молчал, или его ещё не было. Посмотрите другое время.',
  },
} as const satisfies Record<string, Text>;

/** Chart and text description of the period, or an empty state. */
export function HistoryCard({ data }: { data: SensorData }) {
  const { period, sensor } = data;
  const sentences = describeHistory(data);
  return (
    <Card heading={{ id: 'history', title: capital(period.title), aside: <Arrows data={data} /> }}>
      {sensor.value_type === 'text' ? (
        data.words.length === 0 && <Nothing data={data} />
      ) : (
        <>
          <p class="lead-line">{sentences.join(' ')}</p>
          <History data={data} description={sentences.join(' ')} />
        </>
      )}
    </Card>
  );
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function History({ data, description }: { data: SensorData; description: string }) {
  const { clock, period, numbers, switched } = data;
  const { language } = clock;
  const { span, until, parts } = period;
  const id = 'readings-chart';
  const lane = switched && nameSensor(switched.sensor, language);
  if (numbers && numbers.runs.length > 0) {
    const limit = numbers.sensor.alerts.find(({ kind }) => kind === 'below' || kind === 'above');
    return (
      <>
        <Chart
          id={id}
          title={`${nameSensor(numbers.sensor, language)}, ${period.title}`}
          description={description}
          span={span}
          until={until}
          runs={numbers.runs}
          silences={numbers.silences}
          unit={sayUnit(numbers.sensor.unit, language)}
          parts={parts}
          timeZone={clock.timeZone}
          {...(limit?.value != null && {
            limit: { value: limit.value, text: sayAlert(limit, numbers.sensor, language) },
          })}
          {...(switched && lane && { lane: { name: lane, on: switched.on, silences: switched.silences } })}
        />
        <ChartLegend id={id} {...(switched && { lane: sayOn(data) })} />
      </>
    );
  }
  if (!switched || isUnknown(data)) return <Nothing data={data} />;
  return (
    <>
      <StateChart
        id={id}
        title={description}
        span={span}
        until={until}
        on={switched.on}
        silences={switched.silences}
        parts={parts}
      />
      <ChartLegend id={id} line={false} lane={sayOn(data)} />
    </>
  );
}

/** There is no data in the whole period. */
const isUnknown = ({ switched, period }: SensorData) =>
  period.until <= period.span.from ||
  (switched?.silences.some(({ from, to }) => from <= period.span.from && to >= period.until) ?? true);

/** Legend of the on state, such as “open” of a door; with aggregated readings “at least once” is added. */
function sayOn({ switched, clock }: SensorData): string {
  if (!switched) return '';
  const name = nameSensor(switched.sensor, clock.language);
  const said = sayMeasured({ ...switched.sensor, number: 1 }, clock.language);
  const once = switched.isExact ? '' : ` ${texts.once[clock.language]}`;
  return `${name}: ${said?.value ?? ''}${once}`;
}

function Nothing({ data: { clock } }: { data: SensorData }) {
  const { language } = clock;
  return (
    <EmptyState icon="silent" title={texts.nothing[language]}>
      {texts.nothingWhy[language]}
    </EmptyState>
  );
}

function Arrows({ data: { sensor, period, clock } }: { data: SensorData }) {
  const { language } = clock;
  const to = (day: string) =>
    `${fillPath(paths.sensor, { sensor: sensor.id })}?${new URLSearchParams({ period: period.name, day })}`;
  const name = periodWords[period.name][language].toLowerCase();
  return (
    <span class="arrows">
      <a class="icon-button" href={to(period.before)}>
        <Icon name="back" />
        <span class="unseen">{`${texts.before[language]}: ${name}`}</span>
      </a>
      {period.after && (
        <a class="icon-button" href={to(period.after)}>
          <Icon name="right" />
          <span class="unseen">{`${texts.after[language]}: ${name}`}</span>
        </a>
      )}
    </span>
  );
}
