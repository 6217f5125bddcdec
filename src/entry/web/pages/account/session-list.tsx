import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { list_sessions } from '../../../../features/accounts/list_sessions.ts';
import { Tag } from '../../ui/badge.tsx';
import { formatBrowserName } from '../../ui/browser-name.ts';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import type { Clock } from '../../words/format-time.ts';

export const texts = {
  heading: { en: 'Where I am signed in', ru: 'Где выполнен вход' },
  lead: {
    en: 'Something here you do not know? Sign it out and change your password.',
    ru: 'Видите незнакомое? Завершите этот вход и смените пароль.',
  },
  current: { en: 'this device', ru: 'это устройство' },
  lastSeen: { en: 'Last seen', ru: 'Последний раз' },
  revoke: { en: 'Sign out', ru: 'Завершить' },
  others: { en: 'Sign out everywhere else', ru: 'Выйти на всех других устройствах' },
} as const satisfies Record<string, Text>;

type SessionEntry = ReplyOf<typeof list_sessions>[number];

export function SessionCard({ sessions, clock }: { sessions: readonly SessionEntry[]; clock: Clock }) {
  const language = useLanguage();
  return (
    <Card heading={{ id: 'sessions', title: texts.heading }} flush>
      <p class="card-line soft">{texts.lead}</p>
      <List>
        {sessions.map(({ id, user_agent, address, last_seen_at, current }) => {
          const name = formatBrowserName(user_agent, language);
          return (
            <Row
              key={id}
              icon="device"
              title={name}
              line={
                <>
                  {texts.lastSeen[language]}:{' '}
                  <Timestamp at={last_seen_at} language={language} clock={clock} exact />
                  {address && ` · ${address}`}
                </>
              }
              {...(current
                ? { age: <Tag tone="green">{texts.current}</Tag> }
                : {
                    action: (
                      <ButtonForm
                        action={fillPath(paths.revokeSession, { session: id })}
                        kind="quiet"
                        compact
                        icon="leave"
                        about={name}
                      >
                        {texts.revoke}
                      </ButtonForm>
                    ),
                  })}
            />
          );
        })}
      </List>
      {sessions.some((session) => !session.current) && (
        <div class="card-line">
          <ButtonForm action={paths.revokeOtherSessions} kind="quiet">
            {texts.others}
          </ButtonForm>
        </div>
      )}
    </Card>
  );
}
