import type { Words } from './language-context.ts';

export interface MonthBar {
  readonly label: string;
  /** Null: not known. */
  readonly value: number | null;
}

const width = 24;
const height = 64;

/** Months as bars; what is not known is an empty place. `description` says the same in words. */
export function MonthBars({ bars, description }: { bars: readonly MonthBar[]; description: Words }) {
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  return (
    <figure class="month-bars">
      <figcaption class="small soft">{description}</figcaption>
      <svg viewBox={`0 0 ${bars.length * width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ label, value }, index) =>
          value === null ? (
            <rect
              key={label}
              class="unknown"
              x={index * width + 3}
              y={height - 3}
              width={width - 6}
              height={3}
            />
          ) : (
            <rect
              key={label}
              x={index * width + 3}
              y={height - Math.max(2, (value / most) * height)}
              width={width - 6}
              height={Math.max(2, (value / most) * height)}
            />
          ),
        )}
      </svg>
      <div class="months" aria-hidden="true">
        {bars.map(({ label }) => (
          <span key={label}>{label}</span>
        ))}
      </div>
    </figure>
  );
}
