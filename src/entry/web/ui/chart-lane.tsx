import { type TimeRange, toPercentRange } from './chart-scale.ts';

type DayStripProps = {
  readonly id: string;
  readonly span: TimeRange;
  /** End of the data; nothing is drawn after it. */
  readonly until: number;
  readonly on: readonly TimeRange[];
  readonly silences?: readonly TimeRange[] | undefined;
  readonly ticks: readonly string[];
};

/** One day of an on/off state; the text beside it says the same. */
export function DayStrip({ id, span, until, on, silences, ticks }: DayStripProps) {
  return (
    <div class="strip" aria-hidden="true">
      <Lane id={id} span={span} until={until} on={on} silences={silences} />
      <div class="ticks">
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </div>
  );
}

/** Label of one part of the time span; `strong` is its first line. */
export type SpanLabel = { readonly text: string; readonly strong?: string | undefined };

export function SpanLabels({ parts }: { parts: readonly SpanLabel[] }) {
  return (
    <div class="x" aria-hidden="true">
      {parts.map(({ text, strong }) => (
        <span key={`${strong}${text}`}>
          {strong && <b>{strong}</b>}
          {text}
        </span>
      ))}
    </div>
  );
}

type StateChartProps = {
  readonly id: string;
  /** What it shows, in a sentence. */
  readonly title: string;
  readonly span: TimeRange;
  readonly until: number;
  readonly on: readonly TimeRange[];
  readonly silences: readonly TimeRange[];
  readonly parts: readonly SpanLabel[];
};

/** Chart of an on/off state alone. */
export function StateChart({ id, title, parts, ...lane }: StateChartProps) {
  return (
    <div class="chart states">
      <div class="lane" role="img" aria-label={title}>
        <Lane id={id} {...lane} />
      </div>
      <SpanLabels parts={parts} />
    </div>
  );
}

type LaneProps = {
  readonly id: string;
  readonly span: TimeRange;
  readonly until?: number | undefined;
  readonly on: readonly TimeRange[];
  readonly silences?: readonly TimeRange[] | undefined;
};

export function Lane({ id, span, until = span.to, on, silences = [] }: LaneProps) {
  return (
    <svg aria-hidden="true">
      <Hatch id={id} />
      <Bar span={span} stretch={{ from: span.from, to: until }} kind="c-off" />
      {on.map((stretch) => (
        <Bar key={stretch.from} span={span} stretch={stretch} kind="c-on" />
      ))}
      {silences.map((stretch) => (
        <Bar key={stretch.from} span={span} stretch={stretch} fill={`url(#${id}-hatch)`} />
      ))}
    </svg>
  );
}

export function Bar({
  span,
  stretch,
  kind,
  fill,
}: {
  span: TimeRange;
  stretch: TimeRange;
  kind?: 'c-on' | 'c-off' | undefined;
  fill?: string | undefined;
}) {
  const { start, length } = toPercentRange(span, stretch);
  return <rect class={kind} fill={fill} x={`${start}%`} width={`${length}%`} height="100%" />;
}

export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-hatch`}
        width="7"
        height="7"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="7" height="7" class="p-bg" />
        <path d="M0 0v7" class="p-hatch" />
      </pattern>
    </defs>
  );
}
