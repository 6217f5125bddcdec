import type { ComponentChildren } from 'preact';
import { Avatar } from './avatar.tsx';
import { Icon, type IconName } from './icon.tsx';

type RowProps = {
  readonly title: ComponentChildren;
  /** The whole row leads there; actions at its end lie above. */
  readonly href?: string;
  /** What a field is filled with when this row is chosen from its suggestions. */
  readonly option?: string;
  readonly line?: ComponentChildren;
  readonly icon?: IconName;
  readonly tone?: 'green' | 'warn' | 'danger' | 'stale';
  /** Initials in place of an icon. */
  readonly person?: string;
  readonly picture?: { readonly src: string; readonly alt: string };
  /** A tag with the age, which drops under the text where the row is narrow. */
  readonly age?: ComponentChildren;
  /** A button, which becomes an icon over its word where the row is narrow. */
  readonly action?: ComponentChildren;
  readonly done?: boolean;
  readonly unread?: boolean;
  /** What it leads to stands open beside the list. */
  readonly here?: boolean;
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
      <span class="body">
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
          <span class="title">{title}</span>
        )}
        {line && <span class="line">{line}</span>}
      </span>
      {action && <span class="end">{action}</span>}
      {!action && (age || href) && (
        <span class={age ? 'end flat' : 'end flat chev'}>{age ?? <Icon name="right" size="s" />}</span>
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
