import type { ComponentChildren } from 'preact';
import type { Words } from './language-context.ts';

export function List({ children }: { children: ComponentChildren }) {
  return <ul class="rows">{children}</ul>;
}

/** Definition list: area, cadastral number, hours. */
export function FactList({
  facts,
}: {
  facts: readonly (readonly [name: Words, value: ComponentChildren])[];
}) {
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
