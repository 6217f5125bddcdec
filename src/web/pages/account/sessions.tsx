import type { Text } from '../../../i18n/text.ts';
import { wireTime } from '../../../kernel/fields.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { deleteOtherSessions, deleteSession, listSessions } from '../../../store/accounts/sessions.ts';
import { definePage } from '../../page.ts';
import { isId } from '../../server/form-fields.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { nameBrowser } from '../../ui/browser-name.ts';
import { Moment } from '../../ui/moment.tsx';
import { RevokeForm } from '../../ui/revoke-form.tsx';

export const texts = {
  title: { en: 'Where I am signed in', ru: 'Где выполнен вход' },
  lead: {
    en: 'Something here you do not know? Sign it out and change your password.',
    ru: 'Видите незнакомое? Завершите этот вход и смените пароль.',
  },
  current: { en: 'this device', ru: 'это устройство' },
  signedIn: { en: 'Signed in on', ru: 'Вход выполнен' },
  lastSeen: { en: 'Last seen', ru: 'Последний раз' },
  address: { en: 'Address', ru: 'Адрес' },
  revoke: { en: 'Sign out', ru: 'Завершить' },
  ended: { en: 'Signed out there.', ru: 'Сеанс завершён.' },
  others: { en: 'Sign out everywhere else', ru: 'Выйти на всех других устройствах' },
} as const satisfies Record<string, Text>;

export type SessionEntry = {
  readonly id: string;
  readonly user_agent: string;
  readonly address: string | null;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly current: boolean;
};

export const sessionsPage = definePage({
  path: paths.sessions,
  for: 'signed-in',
  texts,
  async load(_, { session, parts }) {
    const rows = await listSessions(parts.pool, session.accountId, parts.now());
    const sessions: SessionEntry[] = rows.map((row) => ({
      id: row.id,
      user_agent: row.userAgent,
      address: row.address || null,
      created_at: wireTime(row.createdAt),
      last_seen_at: wireTime(row.lastUsedAt),
      current: row.id === session.id,
    }));
    return { sessions };
  },
  actions: {
    others: {
      path: paths.revokeOtherSessions,
      isButton: true,
      async perform(_, { session, parts }) {
        await deleteOtherSessions(parts.pool, session.accountId, session.id);
        return { to: paths.sessions, notice: texts.ended };
      },
    },
    end: {
      path: paths.revokeSession,
      isButton: true,
      async perform({ session: id }, { session, parts }) {
        if (isId(id)) await deleteSession(parts.pool, session.accountId, id);
        return id === session.id ? { to: paths.login } : { to: paths.sessions, notice: texts.ended };
      },
    },
  },
  render: ({ sessions }, view) => {
    const { language } = view;
    return (
      <AccountFrame view={view} heading={texts.title[language]}>
        <p class="lead">{texts.lead[language]}</p>
        <ul class="rows">
          {sessions.map((session) => (
            <li key={session.id} class="row">
              <div>
                <h2>
                  {nameBrowser(session.user_agent, language)}
                  {session.current && <span class="mark good"> {texts.current[language]}</span>}
                </h2>
                <p class="soft">
                  {texts.signedIn[language]} <Moment at={session.created_at} language={language} exact />
                  {' · '}
                  {texts.lastSeen[language]}: <Moment at={session.last_seen_at} language={language} exact />
                  {session.address && ` · ${texts.address[language]}: ${session.address}`}
                </p>
              </div>
              {!session.current && (
                <RevokeForm
                  view={view}
                  action={fillPath(paths.revokeSession, { session: session.id })}
                  label={texts.revoke}
                  what={nameBrowser(session.user_agent, language)}
                />
              )}
            </li>
          ))}
        </ul>
        {sessions.some((session) => !session.current) && (
          <RevokeForm view={view} action={paths.revokeOtherSessions} label={texts.others} what="" />
        )}
      </AccountFrame>
    );
  },
});
