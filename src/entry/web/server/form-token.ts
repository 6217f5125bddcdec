import type { FastifyInstance } from 'fastify';
import { paths } from '../../../base/site/paths.ts';

/**
 * Current account and form token, for outbox entries whose session has expired. Same-origin policy keeps other sites
 * from reading it.
 */
export function registerFormToken(scope: FastifyInstance): void {
  scope.get(paths.formToken, async ({ visitor }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ account: visitor?.session?.accountId ?? null, token: visitor?.csrf ?? '' }),
  );
}
