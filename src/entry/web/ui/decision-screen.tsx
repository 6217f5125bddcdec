import type { ComponentChildren } from 'preact';
import { type Clock, formatAge } from '../words/format-time.ts';
import { Tag } from './badge.tsx';
import { Decision, type DecisionProps } from './decision.tsx';
import { Form } from './form.tsx';
import type { Words } from './language-context.ts';
import { Notice } from './notice.tsx';
import type { Parent } from './page-head.tsx';
import { Screen } from './screen.tsx';

export type Outcome = {
  readonly isAccepted?: boolean;
  readonly title?: Words;
  /** Who, when, the reason: what is there of them. */
  readonly details?: readonly (string | null | undefined)[];
  readonly link?: { readonly href: string; readonly text: Words };
};

type DecisionScreenProps = Omit<DecisionProps, 'children'> & {
  readonly title: Words;
  readonly line?: Words;
  readonly parent: Parent;
  /** How long it has been waiting is shown until it is decided. */
  readonly since: string;
  readonly clock: Clock;
  readonly isOpen: boolean;
  /** Shown instead of the form: how it was decided, or why this person does not decide. */
  readonly outcome: Outcome | null;
  readonly action: string;
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  /** What is decided on: who asks, before and after. */
  readonly about: ComponentChildren;
  /** Fields and differences that matter only while somebody decides. */
  readonly children?: ComponentChildren;
};

/** A page on which one thing is accepted, or refused with a reason; afterwards it shows the outcome. The form is `decide`. */
export function DecisionScreen(props: DecisionScreenProps) {
  const { title, line, parent, since, clock, isOpen, outcome, action, hidden, about, children, ...decision } =
    props;
  return (
    <Screen
      title={title}
      line={line}
      parent={parent}
      action={isOpen && <Tag tone="warn">{formatAge(since, clock)}</Tag>}
    >
      {outcome ? (
        <>
          <Notice tone={outcome.isAccepted ? 'good' : 'plain'} title={outcome.title} link={outcome.link}>
            {outcome.details?.filter(Boolean).join(' · ')}
          </Notice>
          {about}
        </>
      ) : (
        <Form id="decide" action={action} hidden={hidden}>
          <Decision {...decision}>
            {about}
            {children}
          </Decision>
        </Form>
      )}
    </Screen>
  );
}
