import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUniqueViolation } from '../db/connect.ts';
import type { Text } from '../i18n/text.ts';
import type { Bearer } from '../oauth/bearer.ts';
import { hashPassword } from '../oauth/password.ts';
import { resetPassword, restoreEmail } from '../oauth/recovery.ts';
import { hashToken } from '../oauth/secret-token.ts';
import { paths } from '../site/paths.ts';
import { type CodePurpose, findAccountCode } from '../store/accounts/credentials.ts';
import { renderCheckMailPage } from './pages/sign-in/check-mail.tsx';
import { renderForgotPage } from './pages/sign-in/forgot.tsx';
import { renderLoginPage } from './pages/sign-in/login.tsx';
import { type ResetData, renderResetPage } from './pages/sign-in/reset.tsx';
import { type LetterRequestParts, requestAccountLetter } from './server/account-letter-requests.ts';
import { checkFields, emailProblems, passwordProblems } from './server/form-fields.ts';
import { sendPage } from './server/respond.ts';
import { formOf, queryText, type VisitorParts, viewOf } from './server/visitor.ts';

export interface RecoveryRouteParts extends VisitorParts, LetterRequestParts {
  bearer: Bearer;
}

const changed: Text = {
  en: 'The password is changed, and everybody else is signed out. Sign in with the new one.',
  ru: 'Пароль сменён, на всех устройствах выполнен выход. Войдите с новым паролем.',
};

/** A forgotten password, and an address that somebody else has changed. */
export function registerRecoveryPages(pages: FastifyInstance, parts: RecoveryRouteParts): void {
  const { pool } = parts;

  pages.get(paths.forgot, async (request, reply) =>
    sendPage(request, reply, renderForgotPage({}, viewOf(request))),
  );

  pages.post(paths.forgot, { config: { costly: true } }, async (request, reply) => {
    const email = formOf(request).get('email')?.trim() ?? '';
    const view = viewOf(request);
    const state = checkFields({ email }, emailProblems(email), view.language);
    if (state) return sendPage(request, reply, renderForgotPage({ form: state }, view), { status: 422 });
    await requestAccountLetter(
      { kind: 'reset', email, language: view.language, origin: request.origin },
      parts,
    );
    return sendPage(request, reply, renderCheckMailPage({ email }, view));
  });

  for (const way of [
    { path: paths.reset, purpose: 'reset_password', act: resetPassword },
    { path: paths.restore, purpose: 'restore_email', act: restoreEmail },
  ] as const) {
    pages.get(way.path, async (request, reply) => {
      const token = queryText(request, 'token');
      const code = await findAccountCode(pool, hashToken(token), way.purpose, parts.now());
      return sendReset(request, reply, { token: code ? token : null, purpose: way.purpose });
    });

    pages.post(way.path, { config: { costly: true } }, async (request, reply) => {
      const form = formOf(request);
      const view = viewOf(request);
      const [token, password] = [form.get('token') ?? '', form.get('password') ?? ''];
      const state = checkFields({}, passwordProblems(password), view.language);
      if (state) return sendReset(request, reply, { token, purpose: way.purpose, form: state });
      const given = { codeHash: hashToken(token), passwordHash: await hashPassword(password) };
      const done = await pool
        .begin((db) => way.act(db, given, { ...parts, origin: request.origin }))
        .catch((error: unknown) => {
          // The old address belongs to another account by now.
          if (isUniqueViolation(error)) return false;
          throw error;
        });
      if (!done) return sendReset(request, reply, { token: null, purpose: way.purpose });
      parts.bearer.forgetAll();
      return sendPage(request, reply, renderLoginPage({ notice: changed[view.language] }, view), {
        secret: true,
      });
    });
  }
}

function sendReset(
  request: FastifyRequest,
  reply: FastifyReply,
  data: ResetData & { purpose: CodePurpose },
): FastifyReply {
  return sendPage(request, reply, renderResetPage(data, viewOf(request)), {
    status: data.token === null || data.form ? 422 : 200,
    secret: true,
  });
}
