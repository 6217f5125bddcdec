import type { Language } from '../../../base/i18n/text.ts';
import type { Stretch } from './chart-scale.ts';

/** A moment, the value, the least and the most: numbers only, a thousand of them travel with the page. */
export type Sample = readonly [at: number, value: number, low?: number | null, high?: number | null];

export type ReadoutProps = {
  readonly language: Language;
  readonly timeZone: string;
  readonly unit: string;
  readonly span: Stretch;
  readonly samples: readonly Sample[];
  /** The words between the least and the most: from … to. */
  readonly fromTo: readonly [from: string, to: string];
  /** Which sample is told; the last one before anybody points. */
  readonly chosen?: number;
};

/** What the chart says at one moment. The same on the server and under a finger. */
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
  const when = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    timeZone,
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
        {/* What was left out on the server is null after its way to the browser. */}
        {low != null && high != null && (
          <span class="soft">{` (${fromTo[0]} ${say(low)} ${fromTo[1]} ${say(high)})`}</span>
        )}
      </span>
    </>
  );
}
