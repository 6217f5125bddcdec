import type { ComponentChildren } from 'preact';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import type { IconName } from './icon.tsx';
import type { Words } from './language-context.ts';
import type { Heading } from './section.tsx';

export function List({ children }: { children: ComponentChildren }) {
  return <ul class="rows">{children}</ul>;
}

type ListCardProps = {
  readonly heading?: Heading | undefined;
  /** Said in place of rows where there are none. */
  readonly none?: Words | undefined;
  readonly why?: Words | undefined;
  /** With an icon it is an empty state, without a soft line. */
  readonly icon?: IconName | undefined;
  /** Below the rows: a pager. */
  readonly foot?: ComponentChildren | undefined;
  readonly children: ComponentChildren;
};

/** A card that is one list. An empty state needs no card of its own, except below a heading. */
export function ListCard({ heading, none, why, icon, foot, children }: ListCardProps) {
  const isEmpty = none !== undefined && Array.isArray(children) && children.length === 0;
  if (!isEmpty)
    return (
      <Card heading={heading} flush>
        <List>{children}</List>
        {foot}
      </Card>
    );
  const emptyText = (
    <>
      {icon ? (
        <EmptyState icon={icon} title={none}>
          {why}
        </EmptyState>
      ) : (
        <p class="soft">{none}</p>
      )}
      {foot}
    </>
  );
  return !heading && icon ? emptyText : <Card heading={heading}>{emptyText}</Card>;
}

/** Definition list: area, cadastral number, hours. */
export function FactList({
  facts,
}: {
  facts: readonly (readonly [name: Words, value: ComponentChildren])[];
}) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}
