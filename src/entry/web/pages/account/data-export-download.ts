import type { FastifyInstance } from 'fastify';
import { paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { checkOwnPassword } from '../../../../features/oauth/sign-in.ts';
import { findLatestExport } from '../../../../store/accounts/data-export.ts';
import { formOf } from '../../server/csrf.ts';
import { setFlashNotice } from '../../server/flash-notice.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { wrongPasswordText } from '../../server/password-check.ts';
import { tooManyTriesText } from '../../words/shared-texts.ts';

/** Download of the data export. Asks for the password: a stolen session alone must not get it. */
export function registerDataExportDownload(server: FastifyInstance, dependencies: PageDependencies): void {
  server.post(paths.accountDataFile, { config: { strictRateLimit: true } }, async (request, reply) => {
    const session = request.visitor?.session;
    if (!session)
      return reply.redirect(`${paths.login}?${new URLSearchParams({ next: paths.accountData })}`, 303);
    const { id: sessionId, accountId } = session;
    const password = formOf(request).get('password') ?? '';
    const check = await checkOwnPassword(dependencies.pool, {
      accountId,
      sessionId,
      password,
      now: dependencies.now(),
    });
    if (check !== 'right') {
      const text = check === 'wrong' ? wrongPasswordText : tooManyTriesText(check.wait);
      setFlashNotice(request, reply, paths.accountData, { text, isProblem: true }, dependencies);
      return reply.redirect(paths.accountData, 303);
    }
    const found = await findLatestExport(dependencies.pool, accountId, dependencies.now());
    if (found?.state !== 'ready' || found.sha256 === null) return refuse.notFound('address');
    const stream = (await dependencies.services.media.store.open(found.sha256)) ?? refuse.notFound('address');
    return reply
      .type('application/zip')
      .header('content-length', found.bytes)
      .header('content-disposition', `attachment; filename="settlements-${found.id}.zip"`)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(stream);
  });
}
