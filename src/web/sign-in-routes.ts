import type { FastifyInstance } from 'fastify';
import type { Text } from '../i18n/text.ts';
import { signIn } from '../oauth/sign-in.ts';
import { paths } from '../site/paths.ts';
import { countedAddress } from '../transport/rate-limit.ts';
import { renderLoginPage } from './pages/sign-in/login.tsx';
import { browserOf, rememberBrowser } from './server/known-browser.ts';
import { sendPage } from './server/respond.ts';
import {
  endSession,
  formOf,
  queryText,
  safeNext,
  startSession,
  type VisitorParts,
  viewOf,
} from './server/visitor.ts';

const wrong: Text = {
  en: 'The address or the password is not right.',
  ru: 'Адрес или пароль не подходят.',
};

export const waitText = (seconds: number): Text => ({
  en: `Too many tries. Wait ${seconds} s and try again.`,
  ru: `Слишком много попыток. Подождите ${seconds} с и попробуйте снова.`,
});

/** Signing in and out. Nothing here tells whether an address is known. */
export function registerSignInPages(pages: FastifyInstance, parts: VisitorParts): void {
  pages.get(paths.login, async (request, reply) => {
    const next = safeNext(queryText(request, 'next'), '');
    if (request.visitor?.session) return reply.redirect(next || paths.account, 303);
    return sendPage(request, reply, renderLoginPage({ next }, viewOf(request)), { secret: true });
  });

  pages.post(paths.login, { config: { costly: true } }, async (request, reply) => {
    const form = formOf(request);
    const email = form.get('email')?.slice(0, 300) ?? '';
    const next = safeNext(form.get('next'), '');
    const now = parts.now();
    const result = await signIn(parts.pool, {
      email,
      password: form.get('password')?.slice(0, 1000) ?? '',
      address: countedAddress(request.ip),
      now,
      browserOf: (account) => browserOf(request, account, parts.key, now),
    });
    if (result.outcome === 'signed_in') {
      await startSession(request, reply, result.account.id, parts);
      rememberBrowser(request, reply, result.account, parts.key, now);
      return reply.redirect(next || paths.account, 303);
    }
    const text = result.outcome === 'wait' ? waitText(result.seconds) : wrong;
    if (result.outcome === 'wait') reply.header('retry-after', result.seconds);
    const view = viewOf(request);
    const page = renderLoginPage({ next, form: { values: { email }, message: text[view.language] } }, view);
    return sendPage(request, reply, page, {
      status: result.outcome === 'wait' ? 429 : 422,
      secret: true,
    });
  });

  pages.post(paths.logout, async (request, reply) => {
    await endSession(request, reply, parts);
    return reply.redirect(paths.home, 303);
  });
}
