import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import type { Words } from './language-context.ts';

type NoticeProps = {
  readonly tone?: 'good' | 'warn' | 'danger' | 'plain' | undefined;
  readonly icon?: IconName | undefined;
  readonly title?: Words | undefined;
  readonly children?: ComponentChildren | undefined;
  readonly link?: { readonly href: string; readonly text: Words } | undefined;
  readonly action?: ComponentChildren | undefined;
};

const appearance = {
  good: ['notice', 'check'],
  warn: ['notice warn', 'alert'],
  danger: ['notice danger', 'alert'],
  plain: ['notice plain', 'info'],
} as const;

/** A message: one sentence, an optional detail and at most one action. */
export function Notice({ tone = 'good', icon, title, children, link, action }: NoticeProps) {
  const [classes, usual] = appearance[tone];
  return (
    <div class={classes} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon name={icon ?? usual} />
      <div>
        <p>
          {title && <b>{title}</b>}
          {children && <span class={title ? 'small' : undefined}>{children}</span>}
        </p>
        {link && (
          <a class="link" href={link.href}>
            {link.text}
          </a>
        )}
        {action}
      </div>
    </div>
  );
}
