import type { ComponentChildren } from 'preact';
import { formatInitials } from './avatar.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import { Icon, type IconName } from './icon.tsx';

type RowProps = {
  readonly title: ComponentChildren;
  /** Link of the whole row; actions are above it. */
  readonly href?: string | undefined;
  /** Opened by posting a form, in place of `href`. */
  readonly post?: { readonly action: string; readonly fields: Readonly<Record<string, string>> } | undefined;
  /** Value for a field, when the row is chosen as a suggestion. */
  readonly option?: string | undefined;
  readonly line?: ComponentChildren | undefined;
  readonly icon?: IconName | undefined;
  readonly tone?: 'green' | 'warn' | 'danger' | 'stale' | undefined;
  /** Shown as initials instead of an icon. */
  readonly person?: string | undefined;
  /** Address of a picture, shown instead of an icon. */
  readonly picture?: string | undefined;
  /** State, age or value, moved below the text in narrow rows. */
  readonly age?: ComponentChildren | undefined;
  /** Button in place of the chevron, shown as an icon above its text in narrow rows. */
  readonly action?: ComponentChildren | undefined;
  readonly done?: boolean | undefined;
  readonly unread?: boolean | undefined;
  /** Its target is open beside the list. */
  readonly here?: boolean | undefined;
};

/** The row of every list: media of one size, title, one soft line, state, and a chevron where it leads somewhere. */
export function Row(props: RowProps) {
  const { href, post, line, age, action, done, unread, here } = props;
  const kind = ['row', action && 'act', done && 'is-done', unread && 'unread', here && 'here'];
  return (
    <li class={kind.filter(Boolean).join(' ')}>
      <Media {...props} />
      <div class="body">
        <Title {...props} />
        {line && <div class="line">{line}</div>}
      </div>
      {age && <div class="aside">{age}</div>}
      {action && <div class="end">{action}</div>}
      {!action && (href || post) && (
        <div class="end chev">
          <Icon name="right" size="s" />
        </div>
      )}
    </li>
  );
}

function Title({ title, href, post, option, here }: RowProps) {
  if (post)
    return (
      <form method="post" action={post.action}>
        <HiddenFields fields={post.fields} />
        <button class="title" type="submit">
          {title}
        </button>
      </form>
    );
  if (!href) return <div class="title">{title}</div>;
  return (
    <a class="title" href={href} aria-current={here ? 'page' : undefined} data-option={option}>
      {title}
    </a>
  );
}

function Media({ icon, tone, person, picture }: RowProps) {
  if (picture)
    return (
      <span class="media">
        <img src={picture} alt="" width="48" height="48" loading="lazy" />
      </span>
    );
  if (!icon && !person) return null;
  const color = person ? 'green' : tone;
  return (
    <span class={color ? `media disc ${color}` : 'media disc'} aria-hidden={person ? 'true' : undefined}>
      {person ? formatInitials(person) : icon && <Icon name={icon} />}
    </span>
  );
}
