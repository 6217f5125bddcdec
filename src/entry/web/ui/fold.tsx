import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

/** Collapsible section. */
export function Fold({
  title,
  open,
  children,
}: {
  title: string;
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
