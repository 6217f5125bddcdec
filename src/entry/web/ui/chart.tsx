import { formatNumber } from '../../../base/i18n/format-number.ts';
import type { Text } from '../../../base/i18n/text.ts';
import { Bar, Hatch, Lane, type SpanLabel, SpanLabels } from './chart-lane.tsx';
import { ChartReadout, type Sample } from './chart-readout.tsx';
import {
  type ChartPoint,
  chooseTicks,
  createScale,
  drawBand,
  drawLine,
  type TimeRange,
  toPercentRange,
} from './chart-scale.ts';

import { useLanguage, type Words } from './language-context.ts';

export const texts = {
  silent: { en: 'no data', ru: 'нет данных' },
  from: { en: 'from', ru: 'от' },
  to: { en: 'to', ru: 'до' },
  line: { en: 'average, from and to', ru: 'среднее, от и до' },
  silence: { en: 'offline', ru: 'не было связи' },
} as const satisfies Record<string, Text>;

const width = 1000;
const height = 300;

type ChartProps = {
  /** Unique on the page. */
  readonly id: string;
  readonly title: Words;
  /** Text alternative for screen readers. */
  readonly description: string;
  readonly span: TimeRange;
  /** Runs without gaps: a gap in the data ends one and starts another. */
  readonly runs: readonly (readonly ChartPoint[])[];
  readonly silences?: readonly TimeRange[] | undefined;
  readonly unit: string;
  readonly limit?: { readonly value: number; readonly text: string };
  /** Labels of equal parts of the span: days of a week, hours of a day. */
  readonly parts: readonly SpanLabel[];
  /** Time zone of the settlement, for the readout. */
  readonly timeZone?: string | undefined;
  /** An on/off state as a lane under the chart. */
  readonly lane?: {
    readonly name: string;
    readonly on: readonly TimeRange[];
    readonly silences: readonly TimeRange[];
  };
  /** End of the data, such as now. */
  readonly until?: number | undefined;
};

/** SVG scales the shapes, while texts stay outside the scaled part. Gaps are hatched and never bridged by a line. */
export function Chart(props: ChartProps) {
  const {
    id,
    title,
    description,
    span,
    runs,
    silences = [],
    unit,
    limit,
    parts,
    lane,
    timeZone,
    until,
  } = props;
  const language = useLanguage();
  const values = runs.flat().flatMap(({ value, low = value, high = value }) => [low, high]);
  if (limit) values.push(limit.value);
  const ticks = chooseTicks(Math.min(...values), Math.max(...values));
  const scale = createScale(span, ticks, width, height);
  const sayTick = (tick: number) => formatNumber(tick, language);
  const grid = ticks.map((tick) => `M0 ${scale.y(tick)}H${width}`);
  const columns = parts.slice(1).map((_, index) => `M${((index + 1) * width) / parts.length} 0V${height}`);
  const readout = timeZone && {
    chart: `${id}-area`,
    language,
    timeZone,
    unit,
    span,
    samples: runs.flat().map(({ at, value, low, high }): Sample => [at, value, low, high]),
    fromTo: [texts.from[language], texts.to[language]] as const,
  };
  return (
    <div class="chart">
      {readout && (
        <output class="readout" data-island="chart" data-props={JSON.stringify(readout)}>
          <ChartReadout {...readout} />
        </output>
      )}
      <div class="y" aria-hidden="true">
        {ticks.map((tick, index) => (
          <span key={tick}>{index === 0 ? `${sayTick(tick)}\u00a0${unit}` : sayTick(tick)}</span>
        ))}
      </div>
      <div class="area" id={`${id}-area`}>
        <svg aria-hidden="true">
          <Hatch id={id} />
          {silences.map((silence) => (
            <Bar key={silence.from} span={span} stretch={silence} fill={`url(#${id}-hatch)`} />
          ))}
        </svg>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}-t ${id}-d`}
        >
          <title id={`${id}-t`}>{title}</title>
          <desc id={`${id}-d`}>{description}</desc>
          <path class="c-grid" d={[...grid, ...columns].join('')} />
          {runs.map((run) => (
            <g key={run[0]?.at}>
              {run.length > 1 && <path class="c-band" d={drawBand(run, scale)} />}
              <path class={run.length > 1 ? 'c-line' : 'c-line c-dot'} d={drawLine(run, scale)} />
            </g>
          ))}
          {limit && <path class="c-limit" d={`M0 ${scale.y(limit.value)}H${width}`} />}
        </svg>
        <svg class="words" aria-hidden="true">
          {silences.map((silence) => {
            const { start, length } = toPercentRange(span, silence);
            // Short gaps get no text: it would overlap.
            if (length < 8) return null;
            return (
              <text key={silence.from} class="middle" x={`${start + length / 2}%`} y="1em">
                {texts.silent}
              </text>
            );
          })}
          {limit && (
            <text
              class="end"
              x="100%"
              y={`${(scale.y(limit.value) / height) * 100}%`}
              dy={scale.y(limit.value) > height * 0.85 ? '-0.5em' : '1.2em'}
            >
              {limit.text}
            </text>
          )}
        </svg>
        <span class="cursor" hidden />
      </div>
      {lane && (
        <>
          <span class="lane-name">{lane.name}</span>
          <div class="lane">
            <Lane id={`${id}-lane`} span={span} until={until} on={lane.on} silences={lane.silences} />
          </div>
        </>
      )}
      <SpanLabels parts={parts} />
    </div>
  );
}

export function ChartLegend({
  id,
  line = true,
  lane,
}: {
  id: string;
  line?: boolean | undefined;
  lane?: string | undefined;
}) {
  return (
    <ul class="legend">
      {line && (
        <li>
          <svg aria-hidden="true">
            <rect class="c-band" width="100%" height="100%" />
            <rect class="c-on" y="6" width="100%" height="2" />
          </svg>
          {texts.line}
        </li>
      )}
      {lane && (
        <li>
          <svg aria-hidden="true">
            <rect class="c-on" width="100%" height="100%" />
          </svg>
          {lane}
        </li>
      )}
      <li>
        <svg aria-hidden="true">
          <Hatch id={`${id}-legend`} />
          <rect fill={`url(#${id}-legend-hatch)`} width="100%" height="100%" />
        </svg>
        {texts.silence}
      </li>
    </ul>
  );
}
