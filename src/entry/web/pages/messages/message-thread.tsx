import type { ComponentChildren } from 'preact';
import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { dayInZone } from '../../../../domain/rules/days.ts';
import type { list_messages } from '../../../../features/operations/messenger/list_messages.ts';
import { listDocuments, listPictures } from '../../loaders/form-photographs.ts';
import { Icon } from '../../ui/icon.tsx';
import { say } from '../../ui/language-context.ts';
import { PhotoStrip } from '../../ui/photo-strip.tsx';
import { type Clock, formatDay, formatTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  letters: { en: 'Messages', ru: 'Переписка' },
  earlier: { en: 'Earlier messages', ru: 'Более ранние' },
  latest: { en: 'To the latest', ru: 'К последним' },
  read: { en: 'read', ru: 'прочитано' },
} as const satisfies Record<string, Text>;

export type Conversation = NonNullable<z.output<typeof list_messages.output>['conversation']>;
export type Message = z.output<typeof list_messages.output>['messages'][number];

type MessageThreadProps = {
  readonly conversation: Conversation;
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly earlier?: string | undefined;
  readonly latest?: string | undefined;
};

/** Messages grouped by day; the box starts scrolled to the end. */
export function MessageThread(props: MessageThreadProps) {
  const { conversation, messages, clock, baseUrl, earlier, latest } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="letters-box" tabIndex={0} aria-label={say(texts.letters)}>
      <ol class="letters" data-region="letters" data-live="messages">
        {earlier && (
          <li class="day">
            <a class="link" href={earlier}>
              {texts.earlier}
            </a>
          </li>
        )}
        {groupByDay(messages, clock).map(({ day, said }) => (
          <>
            <li class="day">{formatDay(day, clock)}</li>
            {said.map((message, index) => (
              <MessageBubble
                key={message.id}
                message={message}
                clock={clock}
                isSeen={message.number <= conversation.seen_number}
                names={showsAuthor(message, said[index - 1], conversation)}
                baseUrl={baseUrl}
              />
            ))}
          </>
        ))}
        {latest && (
          <li class="day">
            <a class="link" href={latest}>
              {texts.latest}
            </a>
          </li>
        )}
      </ol>
    </section>
  );
}

function MessageBubble(props: {
  message: Message;
  clock: Clock;
  isSeen: boolean;
  names: boolean;
  baseUrl: string;
}) {
  const { message, clock, isSeen, names: isNamed, baseUrl } = props;
  const pictures = listPictures(message.media, say(labels.photograph));
  return (
    <li class={message.is_mine ? 'letter mine' : 'letter'} id={`m-${message.number}`}>
      {isNamed && <b class="from">{message.author.name}</b>}
      <span class={message.is_hidden ? 'said soft' : 'said'}>{linkOwnPages(message.body, baseUrl)}</span>
      {pictures.length > 0 && <PhotoStrip photos={pictures} />}
      {listDocuments(message.media).map(({ id, href, caption }) => (
        <a key={id} class="link said" href={href}>
          {caption || labels.file}
        </a>
      ))}
      <small>
        <time dateTime={message.created_at}>{formatTime(message.created_at, clock)}</time>
        {message.is_mine && isSeen && (
          <>
            <Icon name="check" size="s" />
            {texts.read}
          </>
        )}
      </small>
    </li>
  );
}

/** Addresses of this site become links; those of others stay words, because anybody may have written them. */
function linkOwnPages(body: string, baseUrl: string): ComponentChildren {
  const origin = new URL(baseUrl).origin;
  return body.split(/(https?:\/\/[^\s<>"«»]+)/).map((part, index) =>
    index % 2 === 1 && part.startsWith(`${origin}/`) ? (
      <a key={index} href={part.slice(origin.length)}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}

/** Where several people may write, the author is named above the first of consecutive messages. */
function showsAuthor(message: Message, before: Message | undefined, { title }: Conversation): boolean {
  if (message.is_mine || message.author.name === title) return false;
  return before === undefined || before.is_mine || before.author.name !== message.author.name;
}

function groupByDay(messages: readonly Message[], clock: Clock): { day: string; said: Message[] }[] {
  const days: { day: string; said: Message[] }[] = [];
  for (const message of messages) {
    const day = dayInZone(new Date(message.created_at), clock.timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.said.push(message);
    else days.push({ day, said: [message] });
  }
  return days;
}
