import type { FastifyInstance } from 'fastify';
import { paths } from '../../../base/site/paths.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { findVisitorSession } from './visitor.ts';

const signIn = { en: 'Sign in to get updates.', ru: 'Чтобы узнавать новости, войдите.' };

/**
 * The event stream of the API for page scripts, authenticated by cookie because EventSource cannot send a token. It
 * ends at the first heartbeat after the session has ended.
 */
export function registerEventStream(scope: FastifyInstance, dependencies: PageDependencies): void {
  scope.get(paths.events, async (request, reply) => {
    const session = request.visitor?.session;
    if (!session) throw new Refusal({ kind: 'unauthenticated', text: signIn });
    await dependencies.notificationStream.open(request, reply, {
      accountId: session.accountId,
      recheck: async () => (await findVisitorSession(request, dependencies))?.id === session.id,
    });
  });
}
