import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import type { Words } from './language-context.ts';

/** Collapsible section. */
export function Fold({
  title,
  open,
  children,
}: {
  title: Words;
  open?: boolean;
  children: ComponentChildren;
}) {
  return (
    <details class="fold-box" open={open}>
      <summary>
        {title}
        <Icon name="down" />
      </summary>
      <div class="stack">{children}</div>
    </details>
  );
}
