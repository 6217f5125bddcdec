import type { ComponentChildren } from 'preact';
import { PageHead, type PageHeadProps } from './page-head.tsx';

type ScreenProps = PageHeadProps & {
  /** Name of the body, and what refreshes it, where it refreshes itself. */
  readonly region?: string | undefined;
  readonly live?: string | undefined;
  readonly children: ComponentChildren;
};

/** Frame of most pages: the head, and everything else below it in one column. */
export function Screen({ region, live, children, ...head }: ScreenProps) {
  return (
    <>
      <PageHead {...head} />
      <div class="stack" data-region={region} data-live={live}>
        {children}
      </div>
    </>
  );
}
