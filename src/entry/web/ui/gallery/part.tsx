import type { ComponentChildren } from 'preact';

/** Picks the text of the page language. */
export type Say = (en: string, ru: string) => string;

export function Part({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section class="demo" aria-labelledby={`part-${id}`}>
      <h2 id={`part-${id}`}>{title}</h2>
      {children}
    </section>
  );
}
