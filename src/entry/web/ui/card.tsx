import type { ComponentChildren } from 'preact';
import { type Heading, SectionHead } from './section.tsx';

type CardProps = {
  readonly heading?: Heading;
  /** Without padding, for lists. */
  readonly flush?: boolean;
  /** On phones, moved to the end of the page. */
  readonly last?: boolean;
  readonly children: ComponentChildren;
};

/** Cards must not be nested. */
export function Card({ heading, flush, last, children }: CardProps) {
  const classes = `card${flush ? ' flush' : ''}${last ? ' last' : ''}`;
  if (!heading) return <div class={classes}>{children}</div>;
  return (
    <section class={classes} aria-labelledby={heading.id}>
      <SectionHead {...heading} />
      {children}
    </section>
  );
}

/** Shown in full, not as a link to its page. */
export function Announcement({
  label,
  title,
  foot,
  children,
}: {
  label: ComponentChildren;
  title: string;
  foot: string;
  children: ComponentChildren;
}) {
  return (
    <article class="card announce">
      <div class="section-head">{label}</div>
      <h2>{title}</h2>
      {children}
      <p class="small soft">{foot}</p>
    </article>
  );
}
