import { Counter } from './badge.tsx';
import { say, type Words } from './language-context.ts';

export type Tab = { readonly href: string; readonly text: Words; readonly count?: number | undefined };

type TabsProps = { readonly label: Words; readonly tabs: readonly Tab[]; readonly here: string };

/** Links to sibling pages. */
export function Tabs({ label, tabs, here }: TabsProps) {
  return (
    <nav class="tabs" aria-label={say(label)}>
      {tabs.map(({ href, text, count }) => (
        <a key={href} href={href} aria-current={href === here ? 'page' : undefined}>
          {text}
          {count !== undefined && <Counter count={count} />}
        </a>
      ))}
    </nav>
  );
}

/** Segmented control of two to four links: day, week, month, year. */
export function Segments({ label, tabs, here }: TabsProps) {
  return (
    <nav class="segments" aria-label={say(label)}>
      {tabs.map(({ href, text }) => (
        <a key={href} href={href} aria-current={href === here ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
