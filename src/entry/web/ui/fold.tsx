import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import type { Words } from './language-context.ts';
import { usePage } from './page-context.ts';
import { EnclosingFoldsProvider, useEnclosingFolds } from './returned-form.ts';

/** Collapsible section. Open where it holds a form that came back, an error or a changed value, whatever `open` says. */
export function Fold({
  id,
  title,
  open,
  children,
}: {
  /** Where a page refreshes itself: what is open stays open. */
  id?: string | undefined;
  title: Words;
  open?: boolean | undefined;
  children: ComponentChildren;
}) {
  const { returned } = usePage();
  const outer = useEnclosingFolds();
  const number = returned.isReturned && !open ? returned.foldCount++ : undefined;
  return (
    <details id={id} class="fold-box" open={open} data-fold={number}>
      <summary>
        {title}
        <Icon name="down" />
      </summary>
      <div class="stack">
        {number === undefined ? (
          children
        ) : (
          <EnclosingFoldsProvider value={[...outer, number]}>{children}</EnclosingFoldsProvider>
        )}
      </div>
    </details>
  );
}
