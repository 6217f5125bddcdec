import type { ComponentChildren } from 'preact';
import { PageHead, type PageHeadProps } from './page-head.tsx';

type ScreenProps = PageHeadProps & {
  readonly gap?: 'wide-gap' | undefined;
  /** Name of the body, and what refreshes it, where it refreshes itself. */
  readonly region?: string | undefined;
  readonly live?: string | undefined;
  readonly children: ComponentChildren;
};

/** Frame of most pages: the head, and everything else below it in one column. */
export function Screen({ gap, region, live, children, ...head }: ScreenProps) {
  return (
    <>
      <PageHead {...head} />
      <div class={gap ? `stack ${gap}` : 'stack'} data-region={region} data-live={live}>
        {children}
      </div>
    </>
  );
}
