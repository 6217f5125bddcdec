import type { Text } from '../../../../base/i18n/text.ts';
import { formatUnit } from '../../../../base/i18n/units.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { formatSensorName } from '../../../../domain/rules/sensor-names.ts';
import { Card } from '../../ui/card.tsx';
import { Chart, ChartLegend } from '../../ui/chart.tsx';
import { StateChart } from '../../ui/chart-lane.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatMeasurement } from '../../words/format-sensors.ts';
import * as labels from '../../words/labels.ts';
import { formatAlert } from './alerts-card.tsx';
import { describeHistory } from './history-description.ts';
import { periodTexts } from './period.ts';
import type { SensorData } from './sensor-data.ts';

export const texts = {
  before: labels.earlier,
  once: { en: 'at least once', ru: 'хотя бы раз' },
  nothing: { en: 'No readings in this period', ru: 'За это время показаний нет' },
  nothingWhy: {
    en: 'There was no connection, or the sensor was not there yet. Try another period.',
    ru: 'Не было связи, или датчика ещё не было. Посмотрите другое время.',
  },
} as const satisfies Record<string, Text>;

/** Chart and text description of the period, or an empty state. */
export function HistoryCard({ data }: { data: SensorData }) {
  const { period, sensor } = data;
  const sentences = describeHistory(data);
  return (
    <Card heading={{ id: 'history', title: capitalize(period.title), aside: <PeriodArrows data={data} /> }}>
      {sensor.value_type === 'text' ? (
        data.textReadings.length === 0 && <NoReadings />
      ) : (
        <>
          <p class="lead-line">{sentences.join(' ')}</p>
          <HistoryChart data={data} description={sentences.join(' ')} />
        </>
      )}
    </Card>
  );
}

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function HistoryChart({ data, description }: { data: SensorData; description: string }) {
  const { clock, period, numbers, switched } = data;
  const { language } = clock;
  const { span, until, axisParts } = period;
  const id = 'readings-chart';
  const lane = switched && formatSensorName(switched.sensor, language);
  if (numbers && numbers.runs.length > 0) {
    const limit = numbers.sensor.alerts.find(({ kind }) => kind === 'below' || kind === 'above');
    return (
      <>
        <Chart
          id={id}
          title={`${formatSensorName(numbers.sensor, language)}, ${period.title}`}
          description={description}
          span={span}
          until={until}
          runs={numbers.runs}
          silences={numbers.gaps}
          unit={formatUnit(numbers.sensor.unit, language)}
          parts={axisParts}
          timeZone={clock.timeZone}
          limit={
            limit?.value != null
              ? { value: limit.value, text: formatAlert(limit, numbers.sensor, language) }
              : undefined
          }
          lane={switched && lane ? { name: lane, on: switched.on, silences: switched.gaps } : undefined}
        />
        <ChartLegend id={id} lane={switched ? formatOnLabel(data) : undefined} />
      </>
    );
  }
  if (!switched || hasNoData(data)) return <NoReadings />;
  return (
    <>
      <StateChart
        id={id}
        title={description}
        span={span}
        until={until}
        on={switched.on}
        silences={switched.gaps}
        parts={axisParts}
      />
      <ChartLegend id={id} line={false} lane={formatOnLabel(data)} />
    </>
  );
}

/** There is no data in the whole period. */
const hasNoData = ({ switched, period }: SensorData) =>
  period.until <= period.span.from ||
  (switched?.gaps.some(({ from, to }) => from <= period.span.from && to >= period.until) ?? true);

/** Legend of the on state, such as “open” of a door; with aggregated readings “at least once” is added. */
function formatOnLabel({ switched, clock }: SensorData): string {
  if (!switched) return '';
  const name = formatSensorName(switched.sensor, clock.language);
  const measurement = formatMeasurement({ ...switched.sensor, number: 1 }, clock.language);
  const once = switched.isExact ? '' : ` ${texts.once[clock.language]}`;
  return `${name}: ${measurement?.value ?? ''}${once}`;
}

function NoReadings() {
  return (
    <EmptyState icon="silent" title={texts.nothing}>
      {texts.nothingWhy}
    </EmptyState>
  );
}

function PeriodArrows({ data: { sensor, period, clock } }: { data: SensorData }) {
  const { language } = clock;
  const to = (day: string) =>
    `${fillPath(paths.sensor, { sensor: sensor.id })}?${new URLSearchParams({ period: period.name, day })}`;
  const name = periodTexts[period.name][language].toLowerCase();
  return (
    <span class="arrows">
      <a class="icon-button" href={to(period.previousDay)}>
        <Icon name="back" />
        <span class="unseen">{`${texts.before[language]}: ${name}`}</span>
      </a>
      {period.nextDay && (
        <a class="icon-button" href={to(period.nextDay)}>
          <Icon name="right" />
          <span class="unseen">{`${labels.later[language]}: ${name}`}</span>
        </a>
      )}
    </span>
  );
}
