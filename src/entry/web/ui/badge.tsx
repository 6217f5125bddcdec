import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import { Icon, type IconName } from './icon.tsx';

export const texts = {
  fresh: { en: 'new: ', ru: 'новых: ' },
} as const satisfies Record<string, Text>;

type Tone = 'green' | 'warn' | 'danger';

/** The text carries the meaning, the colour only repeats it. */
export function Tag({
  children,
  tone,
  icon,
}: {
  children: ComponentChildren;
  tone?: Tone | undefined;
  icon?: IconName | undefined;
}) {
  return (
    <span class={tone ? `tag ${tone}` : 'tag'}>
      {icon && <Icon name={icon} size="s" />}
      {children}
    </span>
  );
}

/** Nothing at zero; `99+` beyond 99. */
export function Counter({ count, hot }: { count: number; hot?: boolean | undefined }) {
  if (count <= 0) return null;
  return (
    <span class={hot ? 'counter hot' : 'counter'}>
      <span class="unseen">{texts.fresh}</span>
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** State by shape and text: filled is on, hollow is off, a diamond warns, dashed is without recent data. */
export function StateBadge({
  is,
  children,
}: {
  is: 'on' | 'off' | 'warn' | 'stale';
  children: ComponentChildren;
}) {
  return <span class={`state ${is}`}>{children}</span>;
}
