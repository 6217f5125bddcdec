import type { ComponentChildren } from 'preact';

export type TimelineEntry = {
  /** Formatted time: today at 9:12. */
  readonly when: string;
  /** Machine-readable time. */
  readonly at?: string | undefined;
  readonly what: ComponentChildren;
  readonly done?: boolean | undefined;
};

/** History, newest first. */
export function Timeline({ events }: { events: readonly TimelineEntry[] }) {
  return (
    <ol class="timeline">
      {events.map(({ when, at, what, done }) => (
        <li key={`${when}${at}`} class={done ? 'done' : undefined}>
          <time dateTime={at}>{when}</time>
          {what}
        </li>
      ))}
    </ol>
  );
}

/** Progress of a multi-page form. */
export function Steps({ steps, at }: { steps: readonly string[]; at: number }) {
  return (
    <ol class="steps">
      {steps.map((step, index) => (
        <li
          key={step}
          class={index < at ? 'past' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}
