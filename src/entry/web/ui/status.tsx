import type { ComponentChildren } from 'preact';

export type Reading = {
  readonly label: string;
  /** A number with its unit, or a state in a word. */
  readonly value: ComponentChildren;
  readonly unit?: string;
  readonly isWord?: boolean;
  /** Never left out: a reading without its age says nothing. */
  readonly age: string;
};

/** Readings side by side: what it is, how much, how old. */
export function Readings({ readings }: { readings: readonly Reading[] }) {
  return (
    <div class="readings">
      {readings.map(({ label, value, unit, isWord, age }) => (
        <div key={label} class="reading">
          <span>{label}</span>
          {isWord ? (
            <span class="word">{value}</span>
          ) : (
            <span class="value num">
              {value}
              {unit && <small>{`\u00a0${unit}`}</small>}
            </span>
          )}
          <span>{age}</span>
        </div>
      ))}
    </div>
  );
}
