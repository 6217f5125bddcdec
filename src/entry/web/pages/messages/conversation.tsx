import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { list_conversations } from '../../../../features/operations/messenger/list_conversations.ts';
import { list_messages } from '../../../../features/operations/messenger/list_messages.ts';
import { read_conversation } from '../../../../features/operations/messenger/read_conversation.ts';
import { send_message } from '../../../../features/operations/messenger/send_message.ts';
import { listFormPhotos, removePhotoFromForm, unsentPhotoSubject } from '../../loaders/form-photographs.ts';
import { definePage, type PageRequest, Rerender } from '../../page/page.ts';
import { refusalAsFieldError } from '../../server/refusal-as-field-error.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BackLink } from '../../ui/page-head.tsx';
import { ComposeForm } from './compose-form.tsx';
import { ConversationList, conversationIcon, shortenTitle } from './conversation-list.tsx';
import { block, ConversationMenu, RefusedReport, report } from './conversation-menu.tsx';
import { moveRefusalToPhotos, readMessageForm } from './message-form.ts';
import { MessageThread } from './message-thread.tsx';
import { texts as listTexts } from './messages.tsx';

export const texts = {
  title: { en: 'Conversation', ru: 'Переписка' },
  with: { en: 'Conversation: ', ru: 'Переписка: ' },
  others: { en: 'Other conversations', ru: 'Другие переписки' },
  blocked: { en: 'You have blocked this conversation', ru: 'Вы заблокировали эту переписку' },
  blockedWhy: {
    en: 'New messages do not arrive. Unblock it to write again.',
    ru: 'Новые сообщения отсюда не приходят. Чтобы писать снова, снимите блокировку.',
  },
  unblock: { en: 'Unblock', ru: 'Снять блокировку' },
  found: { en: 'Only messages with these words:', ru: 'Только сообщения со словами:' },
  whole: { en: 'The whole conversation', ru: 'Вся переписка' },
} as const satisfies Record<string, Text>;

type ConversationData = Awaited<ReturnType<typeof loadConversation>>;

const perPage = '50';

export const conversationPage = definePage({
  path: paths.conversation,
  access: 'signed-in',
  texts,
  missing: {
    body: { en: 'Write a message or add a photograph.', ru: 'Напишите сообщение или добавьте фотографию.' },
  },
  marksAsRead: true,
  load: ({ conversation }, pageRequest) => loadConversation(conversation, pageRequest),
  actions: {
    send: {
      path: paths.conversation,
      photographs: true,
      async perform({ conversation }, pageRequest) {
        if (removePhotoFromForm(pageRequest.form)) return new Rerender(null);
        const message = await readMessageForm(pageRequest);
        await moveRefusalToPhotos(
          refusalAsFieldError(pageRequest.call(send_message, { conversation, ...message }), 'body'),
        );
        return { to: fillPath(paths.conversation, { conversation }) };
      },
    },
    block,
    report,
  },
  head: ({ conversation }) => ({ title: conversation.title, scripts: ['photos.js'] }),
  render: (data, { language, baseUrl }) => {
    const { conversation, others, clock } = data;
    const { id: here, title } = conversation;
    return (
      <>
        <BackLink href={paths.messages} text={listTexts.title} />
        <h1 class="unseen">
          {texts.with}
          {title}
        </h1>
        <RefusedReport conversation={conversation} messages={data.messages} />
        <div class="card flush mail">
          <nav class="desk" aria-label={texts.others[language]}>
            <ConversationList conversations={others} clock={clock} here={here} />
          </nav>
          <section class="talk" aria-label={title} data-region="talk">
            <ConversationPane data={data} baseUrl={baseUrl} />
          </section>
        </div>
      </>
    );
  },
});

async function loadConversation(id: string, pageRequest: PageRequest<'signed-in'>) {
  const { call, text } = pageRequest;
  const [q, cursor] = [text('q').trim(), text('cursor')];
  if (!isId(id)) refuse.notFound('conversation');
  const shown = await call(list_messages, { conversation: id, q, cursor, limit: perPage });
  // Null for a message reported from somebody else's conversation: the board sees it on another page.
  const conversation = shown.conversation ?? refuse.notFound('conversation');
  if (q === '' && cursor === '' && conversation.unread > 0)
    await call(read_conversation, { conversation: id, up_to: conversation.last_number });
  const [{ conversations: others }, clock] = await Promise.all([
    call(list_conversations, { limit: '30' }),
    loadClock(pageRequest),
  ]);
  return {
    conversation,
    /** Oldest first. */
    messages: shown.messages.toReversed(),
    others,
    clock,
    q,
    cursor: shown.cursor,
    isContinued: cursor !== '',
    me: pageRequest.session.accountId,
    photos: listFormPhotos(pageRequest),
  };
}

function ConversationPane({ data, baseUrl }: { data: ConversationData; baseUrl: string }) {
  const { conversation, messages, clock, q, cursor, isContinued } = data;
  const whole = fillPath(paths.conversation, { conversation: conversation.id });
  const sign = conversationIcon(conversation);
  const searched: Record<string, string> = q === '' ? {} : { q };
  return (
    <>
      <div class="talk-head">
        {sign.icon ? (
          <span class="disc">
            <Icon name={sign.icon} />
          </span>
        ) : (
          <Avatar name={conversation.title} />
        )}
        <div>
          <b>{shortenTitle(conversation)}</b>
          {conversation.kind !== 'board' && conversation.settlement_name && (
            <span class="line-b small soft">{conversation.settlement_name}</span>
          )}
        </div>
        <ConversationMenu conversation={conversation} messages={messages} />
      </div>
      {q !== '' && (
        <p class="card-line small soft">
          {texts.found} <b>{q}</b>. <a href={whole}>{texts.whole}</a>
        </p>
      )}
      <MessageThread
        conversation={conversation}
        messages={messages}
        clock={clock}
        baseUrl={baseUrl}
        earlier={cursor === null ? undefined : `${whole}?${new URLSearchParams({ ...searched, cursor })}`}
        latest={isContinued ? whole : undefined}
      />
      {conversation.is_blocked ? (
        <div class="talk-foot">
          <Notice tone="plain" icon="lock" title={texts.blocked}>
            {texts.blockedWhy}
          </Notice>
          <block.Button at={{ conversation: conversation.id }} hidden={{ block: 'false' }} kind="quiet">
            {texts.unblock}
          </block.Button>
        </div>
      ) : (
        <ComposeForm action={whole} subject={unsentPhotoSubject(data.me)} photos={data.photos} />
      )}
    </>
  );
}
