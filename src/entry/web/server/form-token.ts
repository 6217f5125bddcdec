import type { FastifyInstance } from 'fastify';
import { paths } from '../../../base/site/paths.ts';

/**
 * For a form that waited on the phone while its session ended: whose browser it is now, and the token its forms need.
 * Other sites cannot read it, as they cannot read a page.
 */
export function registerFormToken(scope: FastifyInstance): void {
  scope.get(paths.formToken, async ({ visitor }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ account: visitor?.session?.accountId ?? null, token: visitor?.csrf ?? '' }),
  );
}
