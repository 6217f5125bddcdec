import type { ComponentChildren } from 'preact';
import { type Heading, SectionHead } from './section.tsx';

type CardProps = {
  readonly heading?: Heading;
  /** Rows run from edge to edge. */
  readonly flush?: boolean;
  /** On a phone, after everything else. */
  readonly last?: boolean;
  readonly children: ComponentChildren;
};

/** Never a card inside a card. */
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

/** An announcement is read on the spot, so it stands in full. */
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
