import type { FastifyInstance } from 'fastify';
import { paths } from '../../../../base/site/paths.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { open_data_export } from '../../../../features/accounts/open_data_export.ts';
import { formOf } from '../../server/csrf.ts';
import { setFlashNotice } from '../../server/flash-notice.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { callerOf } from '../../server/visitor.ts';
import { createPageCall } from '../../server/visitor-calls.ts';

/** Download of the data export. Asks for the password: a stolen session alone must not get it. */
export function registerDataExportDownload(server: FastifyInstance, dependencies: PageDependencies): void {
  server.post(paths.accountDataFile, { config: { strictRateLimit: true } }, async (request, reply) => {
    if (!request.visitor?.session)
      return reply.redirect(`${paths.login}?${new URLSearchParams({ next: paths.accountData })}`, 303);
    const password = formOf(request).get('password') ?? '';
    const found = await dependencies.kernel
      .perform(open_data_export, { password }, createPageCall(request, reply), callerOf(request))
      .catch((error: unknown) => {
        const [text] = (error instanceof Refusal && error.fields?.password) || [];
        if (text === undefined) throw error;
        setFlashNotice(request, reply, paths.accountData, { text, isProblem: true }, dependencies);
        return null;
      });
    if (found === null) return reply.redirect(paths.accountData, 303);
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
