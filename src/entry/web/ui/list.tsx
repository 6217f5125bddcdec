import type { ComponentChildren } from 'preact';

/** Rows with hairlines between them. */
export function List({ children }: { children: ComponentChildren }) {
  return <ul class="rows">{children}</ul>;
}

/** Words and what belongs to them: area, cadastral number, hours. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}
