import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import { Icon, type IconName } from './icon.tsx';
import { useLanguage } from './language.ts';

export const texts = {
  fresh: { en: 'new: ', ru: 'новых: ' },
} as const satisfies Record<string, Text>;

type Tone = 'green' | 'warn' | 'danger';

/** A word on a coloured ground; the word carries the meaning, the colour repeats it. */
export function Tag({ children, tone, icon }: { children: ComponentChildren; tone?: Tone; icon?: IconName }) {
  return (
    <span class={tone ? `tag ${tone}` : 'tag'}>
      {icon && <Icon name={icon} size="s" />}
      {children}
    </span>
  );
}

/** How many wait. Nothing at zero; beyond 99 nobody counts. */
export function Counter({ count, hot }: { count: number; hot?: boolean }) {
  const language = useLanguage();
  if (count <= 0) return null;
  return (
    <span class={hot ? 'counter hot' : 'counter'}>
      <span class="unseen">{texts.fresh[language]}</span>
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** A state by shape and word: filled on, hollow off, a diamond for attention, dashed when silent. */
export function State({
  is,
  children,
}: {
  is: 'on' | 'off' | 'warn' | 'stale';
  children: ComponentChildren;
}) {
  return <span class={`state ${is}`}>{children}</span>;
}
