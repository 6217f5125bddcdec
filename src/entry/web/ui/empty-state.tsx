import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

/** What is missing, why it would be good, and one thing to do. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
  action?: ComponentChildren;
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
