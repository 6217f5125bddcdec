import type { ComponentChildren } from 'preact';

/** Picks the text of the page language. */
export type ChooseText = (en: string, ru: string) => string;

export function GallerySection({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ComponentChildren;
}) {
  return (
    <section class="demo" aria-labelledby={`part-${id}`}>
      <h2 id={`part-${id}`}>{title}</h2>
      {children}
    </section>
  );
}
