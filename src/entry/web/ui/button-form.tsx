import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import type { IconName } from './icon.tsx';
import type { Words } from './language-context.ts';
import { usePage } from './page-context.ts';

export type ButtonFormProps = {
  readonly action: string;
  readonly children: ComponentChildren;
  readonly kind?: 'primary' | 'quiet' | 'bare' | 'danger' | 'quiet-danger' | undefined;
  readonly icon?: IconName | undefined;
  readonly compact?: boolean | undefined;
  /** For screen readers: what the button applies to. */
  readonly about?: Words | undefined;
  readonly hidden?: Readonly<Record<string, string>> | undefined;
  /** Confirmation shown when the outbox is not empty; `{count}` is replaced. */
  readonly leaving?: Words | undefined;
};

/** A form that consists of one button. */
export function ButtonForm({ action, hidden, leaving, ...button }: ButtonFormProps) {
  if (usePage().isReadOnly) return null;
  return (
    <form method="post" action={action} data-leaving={leaving}>
      <HiddenFields fields={hidden} />
      <Button {...button} />
    </form>
  );
}
