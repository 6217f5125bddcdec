import { findDateFormat } from '../../../base/i18n/format-date.ts';
import type { Language } from '../../../base/i18n/text.ts';
import type { TimeRange } from './chart-scale.ts';

/** Time, value, minimum, maximum; a compact array, because the page carries up to a thousand. */
export type Sample = readonly [at: number, value: number, low?: number | null, high?: number | null];

export type ReadoutProps = {
  readonly language: Language;
  readonly timeZone: string;
  readonly unit: string;
  readonly span: TimeRange;
  readonly samples: readonly Sample[];
  /** Texts before minimum and maximum: from … to. */
  readonly fromTo: readonly [from: string, to: string];
  /** Index of the shown sample; the last one by default. */
  readonly chosen?: number | undefined;
};

/** Value at one moment; rendered on the server and by the chart island. */
export function ChartReadout({
  language,
  timeZone,
  unit,
  samples,
  fromTo,
  chosen = samples.length - 1,
}: ReadoutProps) {
  const sample = samples[chosen];
  if (!sample) return null;
  const [at, value, low, high] = sample;
  const when = findDateFormat(language, timeZone, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const say = (number: number) => format.format(number).replace('-', '−');
  return (
    <>
      <b>{when.format(at)}</b>
      <span>
        {`${say(value)}\u00a0${unit}`}
        {/* JSON turns the undefined elements of the server into null. */}
        {low != null && high != null && (
          <span class="soft">{` (${fromTo[0]} ${say(low)} ${fromTo[1]} ${say(high)})`}</span>
        )}
      </span>
    </>
  );
}
