import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { deleteOtherSessions, deleteSession } from '../../../../store/accounts/sessions.ts';
import { definePage } from '../../page/page.ts';
import { isId } from '../../server/form-validation.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import * as labels from '../../words/labels.ts';
import { AccountHead } from './account-layout.tsx';
import { loadSessions, SessionCard } from './session-list.tsx';

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
    sessions: await loadSessions(pageRequest),
    clock: await loadClock(pageRequest),
  }),
  actions: {
    others: {
      path: paths.revokeOtherSessions,
      isButton: true,
      async perform(_, { session, dependencies }) {
        await deleteOtherSessions(dependencies.pool, session.accountId, session.id);
        return { to: paths.accountSecurity, notice: texts.ended };
      },
    },
    end: {
      path: paths.revokeSession,
      isButton: true,
      async perform({ session: id }, { session, dependencies }) {
        if (isId(id)) await deleteSession(dependencies.pool, session.accountId, id);
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
