import type { Text } from '../../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { show_operation } from '../../../../features/actions/show_operation.ts';
import { Card } from '../../ui/card.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { FactList, List } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import type { Clock } from '../../words/format-time.ts';
import { formatUtc } from '../../words/format-utc.ts';

export const texts = {
  title: { en: 'Emails', ru: 'Письма' },
  waiting: { en: 'Waiting', ru: 'Ждут отправки' },
  since: { en: 'the oldest: {time}', ru: 'самое старое: {time}' },
  sent: { en: 'Accepted by the mail server in a week', ru: 'Сервер принял за неделю' },
  printed: {
    en: 'Only printed where the service runs, in a week',
    ru: 'Только напечатано в окне сервера за неделю',
  },
  last: { en: 'the last: {time}', ru: 'последнее: {time}' },
  refused: { en: 'Not accepted in a week', ru: 'Не приняли за неделю' },
  failed: { en: 'Given up in a week', ru: 'Не ушло за неделю' },
  stateRefused: { en: 'not accepted', ru: 'не приняли' },
  stateFailed: { en: 'given up', ru: 'не ушло' },
  stateWaiting: { en: 'will be tried again', ru: 'попробуем ещё' },
} as const satisfies Record<string, Text>;

const states = {
  refused: texts.stateRefused,
  failed: texts.stateFailed,
  waiting: texts.stateWaiting,
} as const;

/** Counts and reasons; addresses are masked, texts are not here. */
export function EmailsCard(props: ReplyOf<typeof show_operation>['emails'] & { clock: Clock }) {
  const { waiting, oldestWaiting, sent, lastSent, printed, refused, failed, undelivered, clock } = props;
  const language = useLanguage();
  const withTime = (count: number, text: Text, time: Date | null) =>
    time === null || count === 0
      ? String(count)
      : `${count}, ${text[language].replace('{time}', formatUtc(time.toISOString(), clock))}`;
  return (
    <Card heading={{ id: 'letters', title: texts.title }}>
      <FactList
        facts={[
          [texts.waiting, withTime(waiting, texts.since, oldestWaiting)],
          [texts.sent, withTime(sent, texts.last, lastSent)],
          ...(printed > 0 ? [[texts.printed, printed] as const] : []),
          [texts.refused, refused],
          [texts.failed, failed],
        ]}
      />
      <List>
        {undelivered.map((email) => (
          <Row
            key={email.id}
            icon="alert"
            tone={email.state === 'waiting' ? 'stale' : 'warn'}
            title={`${email.to} · ${states[email.state][language]}`}
            line={`${email.error} · ${formatUtc(email.createdAt, clock)}`}
          />
        ))}
      </List>
    </Card>
  );
}
