import type { ComponentChildren } from 'preact';

export type Happening = {
  /** As people say it: today at 9:12. */
  readonly when: string;
  /** For machines. */
  readonly at?: string;
  readonly what: ComponentChildren;
  readonly done?: boolean;
};

/** What happened, newest first. */
export function Timeline({ happenings }: { happenings: readonly Happening[] }) {
  return (
    <ol class="timeline">
      {happenings.map(({ when, at, what, done }) => (
        <li key={`${when}${at}`} class={done ? 'done' : undefined}>
          <time dateTime={at}>{when}</time>
          {what}
        </li>
      ))}
    </ol>
  );
}

/** The steps of something that takes several pages. */
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
