import type { ComponentChildren } from 'preact';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { reportReasons } from '../../../../domain/rules/waiting-order.ts';
import { read_conversation } from '../../../../features/operations/messenger/read_conversation.ts';
import { form } from '../../page/form.tsx';
import { refusalAsFieldError } from '../../server/refusal-as-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceChips } from '../../ui/choice.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { say, type Words } from '../../ui/language-context.ts';
import { usePage } from '../../ui/page-context.ts';
import * as labels from '../../words/labels.ts';
import { reportReasonTexts } from '../../words/report-reason-texts.ts';
import type { Conversation, Message } from './message-thread.tsx';

export const texts = {
  more: { en: 'More: block, report', ru: 'Ещё: заблокировать, пожаловаться' },
  block: { en: 'Block', ru: 'Заблокировать' },
  blockAsk: { en: 'Block this conversation?', ru: 'Заблокировать переписку?' },
  blockWhy: {
    en: 'You will get no more of these messages. You can unblock it at any time.',
    ru: 'Сообщения отсюда больше не придут. Снять блокировку можно в любой момент.',
  },
  blocked: {
    en: 'Blocked. No more messages will arrive.',
    ru: 'Заблокировано. Сообщений больше не будет.',
  },
  unblocked: { en: 'Unblocked: you can write again.', ru: 'Блокировка снята: можно писать снова.' },
  report: { en: 'Report', ru: 'Пожаловаться' },
  reportWhy: {
    en: 'Whoever decides will read this message, your words and, if it is needed to understand, up to three messages on either side.',
    ru: 'Те, кто решает, прочтут это сообщение, ваши слова и, если без этого не понять, до трёх сообщений до и после.',
  },
  which: { en: 'Which message', ru: 'На какое сообщение' },
  reason: { en: 'What is wrong', ru: 'Что не так' },
  sayWhy: { en: 'Choose what is wrong, or write it.', ru: 'Выберите, что не так, или напишите.' },
  words: { en: 'In your own words', ru: 'Своими словами' },
  send: labels.send,
  reported: {
    en: 'Sent. We will tell you what was decided.',
    ru: 'Жалоба отправлена. О решении сообщим.',
  },
  cancel: { en: 'Leave it', ru: 'Не надо' },
} as const satisfies Record<string, Text>;

const maxReportableMessages = 20;

const conversationPath = ({ conversation }: { conversation: string }) =>
  fillPath(paths.conversation, { conversation });

export const block = form(read_conversation, {
  path: paths.blockConversation,
  isButton: true,
  given: (_, { text }) => ({ block: text('block') === 'true' }),
  done: (_, names, { text }) => ({
    to: conversationPath(names),
    notice: text('block') === 'true' ? texts.blocked : texts.unblocked,
  }),
});

export const report = form(read_conversation, {
  path: paths.reportMessage,
  // Whoever decides reads the chosen reason and the person's own words.
  given(_, { text, view }) {
    const chosen = reportReasons.find((name) => name === text('reason'));
    const reason = [chosen && reportReasonTexts[chosen][view.language], text('words').trim()]
      .filter(Boolean)
      .join('. ');
    if (reason === '') refuse.invalid('reason', texts.sayWhy);
    return { report: { message: text('message'), reason, ...(chosen && { about: chosen }) } };
  },
  refused: (refusal) => refusalAsFieldError(Promise.reject(refusal), 'reason'),
  done: (_, names) => ({ to: conversationPath(names), notice: texts.reported }),
});

type MenuProps = { readonly conversation: Conversation; readonly messages: readonly Message[] };

/** The ⋯ menu opens without script; block and report confirm in a popover. */
export function ConversationMenu({ conversation, messages }: MenuProps) {
  const blocks = conversation.kind !== 'board' && !conversation.is_blocked;
  const isRefused = usePage().forms.report !== undefined;
  const reports = listReportable(messages).length > 0 && !isRefused;
  if (!blocks && !reports) return null;
  return (
    <>
      <details class="place kebab" name="menu">
        <summary aria-label={say(texts.more)}>
          <span class="icon-button">
            <Icon name="more" />
          </span>
        </summary>
        <ul class="menu end">
          {blocks && (
            <li>
              <button type="button" popovertarget="block-sheet">
                <Icon name="lock" />
                {texts.block}
              </button>
            </li>
          )}
          {reports && (
            <li>
              <button type="button" popovertarget="report-sheet">
                <Icon name="flag" />
                {texts.report}
              </button>
            </li>
          )}
        </ul>
      </details>
      {blocks && (
        <Sheet id="block-sheet" title={texts.blockAsk}>
          <p class="gap-below">{texts.blockWhy}</p>
          <div class="buttons fill">
            <block.Button at={{ conversation: conversation.id }} hidden={{ block: 'true' }} kind="danger">
              {texts.block}
            </block.Button>
            <Button type="button" kind="quiet" opens="block-sheet">
              {texts.cancel}
            </Button>
          </div>
        </Sheet>
      )}
      {reports && (
        <Sheet id="report-sheet" title={texts.report}>
          <ReportForm conversation={conversation} messages={messages} />
        </Sheet>
      )}
    </>
  );
}

/** A refused report is shown in the page, because the popover would be closed after the reload. */
export function RefusedReport(props: MenuProps) {
  if (usePage().forms.report === undefined) return null;
  return (
    <div class="gap-below">
      <Card heading={{ id: 'report-again', title: texts.report }}>
        <ReportForm {...props} />
      </Card>
    </div>
  );
}

function Sheet({ id, title, children }: { id: string; title: Words; children: ComponentChildren }) {
  return (
    <div class="sheet" popover="auto" id={id} role="dialog" aria-labelledby={`${id}-title`}>
      <div class="section-head">
        <h2 id={`${id}-title`}>{title}</h2>
      </div>
      {children}
    </div>
  );
}

/** Newest first. */
const listReportable = (messages: readonly Message[]) =>
  messages
    .filter(({ is_mine, is_hidden }) => !is_mine && !is_hidden)
    .toReversed()
    .slice(0, maxReportableMessages);

function ReportForm({ conversation, messages }: MenuProps) {
  return (
    <report.Form at={{ conversation: conversation.id }} outbox="" draft>
      <p class="small soft">{texts.reportWhy}</p>
      <SelectField
        name="message"
        label={texts.which}
        choices={listReportable(messages).map(({ number, body }) => ({
          value: String(number),
          label: body.length > 60 ? `${body.slice(0, 59).toWellFormed()}…` : body,
        }))}
      />
      <ChoiceChips
        name="reason"
        label={texts.reason}
        choices={reportReasons.map((value) => ({ value, label: reportReasonTexts[value] }))}
      />
      <TextArea name="words" label={texts.words} optional maxLength={900} rows={2} />
      <Button>{texts.send}</Button>
    </report.Form>
  );
}
