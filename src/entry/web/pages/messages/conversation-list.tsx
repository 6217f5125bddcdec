import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { shortenName } from '../../../../domain/rules/short-name.ts';
import type { list_conversations } from '../../../../features/operations/messenger/list_conversations.ts';
import { Counter } from '../../ui/badge.tsx';
import { List } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { type Clock, formatBriefTime } from '../../words/format-time.ts';

export const texts = {
  mine: { en: 'You:', ru: 'Вы:' },
} as const satisfies Record<string, Text>;

export type ConversationEntry = z.output<typeof list_conversations.output>['conversations'][number];

/** Conversations, latest first; `here` is the id of the open one. */
export function ConversationList(props: {
  conversations: readonly ConversationEntry[];
  clock: Clock;
  here?: string;
}) {
  const { conversations, clock, here } = props;
  return (
    <List>
      {conversations.map((each) => (
        <ConversationRow key={each.id} conversation={each} clock={clock} isHere={each.id === here} />
      ))}
    </List>
  );
}

function ConversationRow(props: { conversation: ConversationEntry; clock: Clock; isHere: boolean }) {
  const { conversation, clock, isHere } = props;
  const { last_message: last, unread } = conversation;
  const excerpt = last.is_mine ? `${texts.mine[clock.language]} ${last.body}` : last.body;
  return (
    <Row
      href={fillPath(paths.conversation, { conversation: conversation.id })}
      title={shortenTitle(conversation)}
      line={<span class="one-line">{`${formatBriefTime(last.created_at, clock)} · ${excerpt}`}</span>}
      unread={unread > 0}
      here={isHere}
      {...conversationIcon(conversation)}
      age={unread > 0 && <Counter count={unread} hot />}
    />
  );
}

/** People are named as on the rest of the pages, so that no name is cut. */
export const shortenTitle = (conversation: Pick<ConversationEntry, 'kind' | 'plot' | 'title'>) =>
  conversationIcon(conversation).icon ? conversation.title : shortenName(conversation.title);

/** Icon for a plot, the board or a company; initials for a person. */
export function conversationIcon({ kind, plot, title }: Pick<ConversationEntry, 'kind' | 'plot' | 'title'>) {
  if (kind === 'board') return { icon: 'board' } as const;
  if (kind === 'company') return { icon: 'company' } as const;
  // Senders see the plot's number as title; residents of the plot see the sender's name.
  return plot !== null && title.endsWith(plot.number) ? ({ icon: 'plot' } as const) : { person: title };
}
