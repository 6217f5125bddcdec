import type { ComponentChildren } from 'preact';
import type { Words } from './language-context.ts';
import { type Heading, SectionHead } from './section.tsx';

type CardProps = {
  readonly heading?: Heading | undefined;
  /** Without padding, for lists. */
  readonly flush?: boolean | undefined;
  readonly children: ComponentChildren;
};

/** Cards must not be nested. */
export function Card({ heading, flush, children }: CardProps) {
  const classes = `card${flush ? ' flush' : ''}`;
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
  href,
  foot,
  more,
  children,
}: {
  label: ComponentChildren;
  title: Words;
  href: string;
  /** Below the foot. */
  more?: ComponentChildren | undefined;
  foot: string;
  children: ComponentChildren;
}) {
  return (
    <article class="card announce">
      <div class="section-head">{label}</div>
      <h2>
        <a href={href}>{title}</a>
      </h2>
      {children}
      <p class="small soft">{foot}</p>
      {more}
    </article>
  );
}
