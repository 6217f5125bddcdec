import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { list_conversations } from '../../../../features/operations/messenger/list_conversations.ts';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import * as labels from '../../words/labels.ts';
import { ConversationList } from './conversation-list.tsx';

export const texts = {
  title: labels.messages,
  write: labels.write,
  search: { en: 'Search the messages', ru: 'Поиск по переписке' },
  none: { en: 'No messages yet', ru: 'Сообщений пока нет' },
  why: {
    en: 'Write to a neighbour by the number of the plot, to the board or to a company: the answer will appear here.',
    ru: 'Напишите соседу по номеру участка, правлению или компании: ответ придёт сюда.',
  },
  nothing: { en: 'Nobody wrote that', ru: 'Таких слов в переписке нет' },
  other: { en: 'Try a shorter word.', ru: 'Попробуйте слово покороче.' },
  all: { en: 'All messages', ru: 'Все сообщения' },
} as const satisfies Record<string, Text>;

const perPage = '30';

export const messagesPage = definePage({
  path: paths.messages,
  access: 'signed-in',
  texts,
  async load(_, pageRequest) {
    const { call, text } = pageRequest;
    const [q, cursor] = [text('q').trim(), text('cursor')];
    const [page, clock] = await Promise.all([
      call(list_conversations, { q, cursor, limit: perPage }),
      loadClock(pageRequest),
    ]);
    return { ...page, clock, q, isContinued: cursor !== '' };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ conversations, cursor, clock, q, isContinued }) => {
    const isEmpty = conversations.length === 0 && q === '' && !isContinued;
    return (
      <Screen
        title={texts.title}
        action={
          !isEmpty && (
            <LinkButton href={paths.newMessage} icon="write" compact>
              {texts.write}
            </LinkButton>
          )
        }
      >
        {!isEmpty && <SearchForm action={paths.messages} name="q" label={texts.search} value={q} />}
        {isEmpty && (
          <EmptyState
            icon="messages"
            title={texts.none}
            action={
              <LinkButton href={paths.newMessage} icon="write">
                {texts.write}
              </LinkButton>
            }
          >
            {texts.why}
          </EmptyState>
        )}
        {conversations.length > 0 && (
          <div class="card flush" data-region="conversations" data-live="messages">
            <ConversationList conversations={conversations} clock={clock} />
          </div>
        )}
        {conversations.length === 0 && !isEmpty && (
          <EmptyState
            icon="search"
            title={texts.nothing}
            action={
              <LinkButton href={paths.messages} kind="quiet">
                {texts.all}
              </LinkButton>
            }
          >
            {texts.other}
          </EmptyState>
        )}
        <Pager cursor={cursor} />
      </Screen>
    );
  },
});
