import type { ComponentChildren } from 'preact';
import { useMayOpen } from './boards-alone.ts';
import { Icon, type IconName } from './icon.tsx';
import type { Words } from './language-context.ts';

/** Alt and this key activate it (`keys.js`). `needs`: a field that gets the focus instead while it is empty. */
export type Shortcut = { readonly code: `Key${Uppercase<string>}`; readonly needs?: string | undefined };

const shortcutAttributes = (shortcut?: Shortcut) =>
  shortcut && {
    'data-key': shortcut.code,
    'data-needs': shortcut.needs,
    'aria-keyshortcuts': `Alt+${shortcut.code.slice(3)}`,
  };

type Look = {
  readonly shortcut?: Shortcut | undefined;
  readonly children: ComponentChildren;
  /** One primary button per screen; rows have quiet ones. */
  readonly kind?: 'primary' | 'quiet' | 'bare' | 'danger' | 'quiet-danger' | undefined;
  readonly compact?: boolean | undefined;
  readonly icon?: IconName | undefined;
};

const kinds = {
  primary: '',
  quiet: ' quiet',
  bare: ' bare',
  danger: ' danger',
  'quiet-danger': ' quiet danger',
};

const classOf = ({ kind = 'primary', compact }: Look) => `button${kinds[kind]}${compact ? ' compact' : ''}`;

type ButtonProps = Look & {
  readonly type?: 'submit' | 'button' | undefined;
  readonly name?: string | undefined;
  readonly value?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly busy?: boolean | undefined;
  /** Id of the popover it opens; works without script. */
  readonly opens?: string | undefined;
  /** Submits by fetch and swaps the region of this name. */
  readonly enhance?: string | undefined;
  /** Id of a form elsewhere on the page. */
  readonly form?: string | undefined;
  /** Overrides the action of the form. */
  readonly sendsTo?: string | undefined;
  /** For screen readers, when several buttons have the same text: what this one applies to. */
  readonly about?: Words | undefined;
};

export function Button(props: ButtonProps) {
  const { children, icon, type = 'submit', name, value, disabled, busy, opens, form, about, enhance } = props;
  return (
    <button
      class={classOf(props)}
      type={type}
      name={name}
      value={value}
      disabled={disabled}
      form={form}
      formAction={props.sendsTo}
      aria-busy={busy ? 'true' : undefined}
      popovertarget={opens}
      data-enhance={enhance}
      {...shortcutAttributes(props.shortcut)}
    >
      {icon && <Icon name={icon} size="s" />}
      {children}
      {about && <span class="unseen"> {about}</span>}
    </button>
  );
}

export function LinkButton(props: Look & { href: string; about?: Words | undefined }) {
  if (!useMayOpen(props.href)) return null;
  return (
    <a class={classOf(props)} href={props.href} {...shortcutAttributes(props.shortcut)}>
      {props.icon && <Icon name={props.icon} size="s" />}
      {props.children}
      {props.about && <span class="unseen"> {props.about}</span>}
    </a>
  );
}

/** `tel:` link; formatting characters are removed from the number. */
export function CallButton({
  number,
  children,
  about,
}: {
  number: string;
  children: ComponentChildren;
  about: Words;
}) {
  return (
    <LinkButton
      href={`tel:${number.replaceAll(/[^+\d]/g, '')}`}
      icon="phone"
      kind="quiet"
      compact
      about={about}
    >
      {children}
    </LinkButton>
  );
}

export function Buttons({ children, fill }: { children: ComponentChildren; fill?: boolean | undefined }) {
  return <div class={fill ? 'buttons fill' : 'buttons'}>{children}</div>;
}
