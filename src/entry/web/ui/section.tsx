import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import type { Words } from './language-context.ts';

export type Heading = {
  readonly id: string;
  readonly title: ComponentChildren;
  /** Shown at the right of the heading. */
  readonly link?:
    | { readonly href: string; readonly text: Words; readonly further?: boolean | undefined }
    | undefined;
  readonly aside?: ComponentChildren | undefined;
};

export function SectionHead({ id, title, link, aside }: Heading) {
  return (
    <div class="section-head">
      <h2 id={id}>{title}</h2>
      {aside}
      {link && (
        <a href={link.href}>
          {link.text}
          {link.further && <Icon name="right" size="s" />}
        </a>
      )}
    </div>
  );
}

/** A section with a heading, without a card. */
export function Section({ children, ...heading }: Heading & { children: ComponentChildren }) {
  return (
    <section aria-labelledby={heading.id}>
      <SectionHead {...heading} />
      {children}
    </section>
  );
}

/** Two columns on wide screens, one on phones. */
export function Columns({ main, side }: { main: ComponentChildren; side: ComponentChildren }) {
  return (
    <div class="cols flow">
      <div class="stack">{main}</div>
      <div class="stack">{side}</div>
    </div>
  );
}
