import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';
import { OwnFields } from './own-fields.tsx';

type ButtonFormProps = {
  readonly action: string;
  readonly children: ComponentChildren;
  readonly kind?: 'primary' | 'quiet' | 'bare' | 'danger' | 'quiet-danger';
  readonly icon?: IconName;
  readonly compact?: boolean;
  /** Names the thing for those who hear the button apart from its row. */
  readonly about?: string;
  readonly hidden?: Readonly<Record<string, string>>;
  /** Asked before, when something waits on this phone that would be lost; `{count}` says how much. */
  readonly leaving?: string;
};

/** One button that does one thing, such as ending a session. */
export function ButtonForm({ action, hidden = {}, leaving, ...button }: ButtonFormProps) {
  return (
    <form method="post" action={action} data-leaving={leaving}>
      <OwnFields />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...button} />
    </form>
  );
}
