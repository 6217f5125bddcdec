import type { ComponentChildren } from 'preact';
import { Avatar } from './avatar.tsx';
import { Icon, type IconName } from './icon.tsx';

type RowProps = {
  readonly title: ComponentChildren;
  /** Link of the whole row; actions are above it. */
  readonly href?: string | undefined;
  /** Value for a field, when the row is chosen as a suggestion. */
  readonly option?: string | undefined;
  readonly line?: ComponentChildren | undefined;
  readonly icon?: IconName | undefined;
  readonly tone?: 'green' | 'warn' | 'danger' | 'stale' | undefined;
  /** Shown as initials instead of an icon. */
  readonly person?: string | undefined;
  readonly picture?: { readonly src: string; readonly alt: string };
  /** Tag with the age, moved below the text in narrow rows. */
  readonly age?: ComponentChildren | undefined;
  /** Button, shown as an icon above its text in narrow rows. */
  readonly action?: ComponentChildren | undefined;
  readonly done?: boolean | undefined;
  readonly unread?: boolean | undefined;
  /** Its target is open beside the list. */
  readonly here?: boolean | undefined;
};

export function Row(props: RowProps) {
  const { title, href, line, age, action } = props;
  const lead = <Lead {...props} />;
  const hasLead = props.icon || props.person || props.picture;
  const kind = [
    action && 'act',
    age && 'aged',
    props.done && 'is-done',
    props.unread && 'unread',
    props.here && 'here',
    !hasLead && 'plain',
  ];
  return (
    <li class={['row', ...kind].filter(Boolean).join(' ')}>
      {hasLead && lead}
      <div class="body">
        {href ? (
          <a
            class="title"
            href={href}
            aria-current={props.here ? 'page' : undefined}
            data-option={props.option}
          >
            {title}
          </a>
        ) : (
          <div class="title">{title}</div>
        )}
        {line && <div class="line">{line}</div>}
      </div>
      {action && <div class="end">{action}</div>}
      {!action && (age || href) && (
        <div class={age ? 'end flat' : 'end flat chev'}>{age ?? <Icon name="right" size="s" />}</div>
      )}
    </li>
  );
}

function Lead({ icon, tone, person, picture }: RowProps) {
  if (picture)
    return (
      <span class="thumb">
        <img src={picture.src} alt={picture.alt} width="64" height="64" loading="lazy" />
      </span>
    );
  if (person) return <Avatar name={person} />;
  return <span class={tone ? `disc ${tone}` : 'disc'}>{icon && <Icon name={icon} />}</span>;
}
