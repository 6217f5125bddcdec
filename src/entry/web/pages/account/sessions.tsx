import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { end_other_sessions } from '../../../../features/accounts/end_other_sessions.ts';
import { end_session } from '../../../../features/accounts/end_session.ts';
import { list_sessions } from '../../../../features/accounts/list_sessions.ts';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import * as labels from '../../words/labels.ts';
import { AccountHead } from './account-layout.tsx';
import { SessionCard } from './session-list.tsx';

export const texts = {
  title: labels.devices,
  ended: { en: 'Signed out there.', ru: 'Сеанс завершён.' },
} as const satisfies Record<string, Text>;

/** The session list alone; the security page shows it too. */
export const sessionsPage = definePage({
  path: paths.sessions,
  access: 'signed-in',
  offline: false,
  texts,
  load: async (_, pageRequest) => ({
    sessions: await pageRequest.call(list_sessions, {}),
    clock: await loadClock(pageRequest),
  }),
  actions: {
    others: {
      path: paths.revokeOtherSessions,
      isButton: true,
      async perform(_, { call }) {
        await call(end_other_sessions, {});
        return { to: paths.accountSecurity, notice: texts.ended };
      },
    },
    end: {
      path: paths.revokeSession,
      isButton: true,
      async perform({ session: id }, { call, session }) {
        if (isId(id)) await call(end_session, { session: id });
        return id === session.id ? { to: paths.login } : { to: paths.accountSecurity, notice: texts.ended };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ sessions, clock }) => (
    <>
      <AccountHead title={texts.title} />
      <SessionCard sessions={sessions} clock={clock} />
    </>
  ),
});
