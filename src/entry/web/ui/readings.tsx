import type { ComponentChildren } from 'preact';
import type { Words } from './language-context.ts';

export type Reading = {
  readonly label: Words;
  /** A number, or a state as text. */
  readonly value: ComponentChildren;
  readonly unit?: Words | undefined;
  readonly isWord?: boolean | undefined;
  /** Required: a reading without its age is meaningless. */
  readonly age: string;
};

/** Sensor readings side by side: label, value and age. */
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
