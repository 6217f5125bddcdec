import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import type { Words } from './language-context.ts';

/** Placeholder of an empty list: what is missing, why it is useful, and one action. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName;
  title: Words;
  children?: ComponentChildren | undefined;
  action?: ComponentChildren | undefined;
}) {
  return (
    <div class="empty">
      <Icon name={icon} size="l" />
      <p>
        <b>{title}</b>
      </p>
      {children && <p class="soft">{children}</p>}
      {action}
    </div>
  );
}
