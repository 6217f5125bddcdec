import type { Text } from '../../../i18n/text.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { nameBrowser } from '../../ui/browser-name.ts';
import { renderPage } from '../../ui/layout.tsx';
import { Moment } from '../../ui/moment.tsx';
import { RevokeForm } from '../../ui/revoke-form.tsx';
import type { View } from '../../view.ts';

export const texts = {
  heading: { en: 'Where I am signed in', ru: 'Где выполнен вход' },
  lead: {
    en: 'Something here you do not know? Sign it out and change your password.',
    ru: 'Видите незнакомое? Завершите этот вход и смените пароль.',
  },
  current: { en: 'this device', ru: 'это устройство' },
  signedIn: { en: 'Signed in on', ru: 'Вход выполнен' },
  lastSeen: { en: 'Last seen', ru: 'Последний раз' },
  address: { en: 'Address', ru: 'Адрес' },
  revoke: { en: 'Sign out', ru: 'Завершить' },
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

export type SessionsData = { readonly sessions: readonly SessionEntry[]; readonly notice?: string };

export function renderSessionsPage({ sessions, notice }: SessionsData, view: View): string {
  const { language } = view;
  return renderPage(
    view,
    { title: texts.heading[language] },
    <AccountFrame view={view} heading={texts.heading[language]} notice={notice}>
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
    </AccountFrame>,
  );
}
