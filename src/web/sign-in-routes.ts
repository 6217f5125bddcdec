import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUniqueViolation } from '../db/connect.ts';
import type { Text } from '../i18n/text.ts';
import type { Jobs } from '../jobs/queue.ts';
import { type AccountRequest, accountRequestsQueue, sendLink } from '../oauth/accounts.ts';
import { hashPassword, longestPassword, shortestPassword } from '../oauth/password.ts';
import { hashToken } from '../oauth/secret-token.ts';
import { signIn } from '../oauth/sign-in.ts';
import {
  changeEmail,
  confirmEmail,
  isAccountCodeGood,
  setPassword,
  useAccountCode,
} from '../store/accounts/credentials.ts';
import { deleteOtherSessions } from '../store/accounts/sessions.ts';
import { countedAddress } from '../transport/rate-limit.ts';
import type { FormState } from './components/form.tsx';
import { checkFields, isEmail, type Problems } from './form-fields.ts';
import { sendPage } from './page.ts';
import { renderCheckMailPage } from './pages/check-mail.tsx';
import { renderConfirmPage } from './pages/confirm.tsx';
import { renderForgotPage } from './pages/forgot.tsx';
import { renderLoginPage } from './pages/login.tsx';
import { renderRegisterPage } from './pages/register.tsx';
import { renderResetPage } from './pages/reset.tsx';
import { paths } from './paths.ts';
import { endSession, formOf, safeNext, startSession, type VisitorParts, viewOf } from './visitor.ts';

export interface SignInParts extends VisitorParts {
  jobs: Jobs;
}

const said = {
  wrong: { en: 'The address or the password is not right.', ru: 'Адрес или пароль не подходят.' },
  unconfirmed: {
    en: 'Confirm your address first: we have just sent you the letter again.',
    ru: 'Сначала подтвердите адрес: мы только что ещё раз отправили письмо.',
  },
  changed: {
    en: 'The password is changed. Sign in with the new one.',
    ru: 'Пароль сменён. Войдите с новым.',
  },
} satisfies Record<string, Text>;

const wait = (seconds: number): Text => ({
  en: `Too many tries. Wait ${seconds} s and try again.`,
  ru: `Слишком много попыток. Подождите ${seconds} с и попробуйте снова.`,
});

export const passwordProblem: Text = {
  en: `The password must have ${shortestPassword} to ${longestPassword} characters.`,
  ru: `В пароле должно быть от ${shortestPassword} до ${longestPassword} знаков.`,
};

export const isPassword = (value: string) =>
  value.length >= shortestPassword && value.length <= longestPassword;

/** Coming in: sign-in, registration, confirmation, a forgotten password. Nothing here tells whether an address is known. */
export function registerSignInPages(pages: FastifyInstance, parts: SignInParts): void {
  const { pool } = parts;
  const queue = (request: AccountRequest) =>
    parts.jobs.add(pool, { queue: accountRequestsQueue, payload: { ...request } });

  pages.get(paths.login, async (request, reply) => {
    const next = safeNext((request.query as { next?: string }).next, '');
    if (request.visitor?.session) return reply.redirect(next || paths.account, 303);
    return sendPage(request, reply, renderLoginPage({ next }, viewOf(request)));
  });

  pages.post(paths.login, async (request, reply) => {
    const form = formOf(request);
    const [email, password] = [
      form.get('email')?.slice(0, 300) ?? '',
      form.get('password')?.slice(0, 1000) ?? '',
    ];
    const next = safeNext(form.get('next'), '');
    const result = await signIn(pool, {
      email,
      password,
      address: countedAddress(request.ip),
      now: parts.now(),
    });
    if (result.outcome === 'signed_in') {
      await startSession(request, reply, result.account.id, parts);
      return reply.redirect(next || paths.account, 303);
    }
    const view = viewOf(request);
    if (result.outcome === 'unconfirmed') {
      const { id, email: to, language } = result.account;
      await pool.begin((db) =>
        sendLink(
          db,
          { accountId: id, to, language, purpose: 'confirm_email', origin: request.origin },
          parts,
        ),
      );
    }
    const text = result.outcome === 'wait' ? wait(result.seconds) : said[result.outcome];
    if (result.outcome === 'wait') reply.header('retry-after', result.seconds);
    const page = renderLoginPage({ next, form: { values: { email }, message: text[view.language] } }, view);
    return sendPage(request, reply, page, { status: result.outcome === 'wait' ? 429 : 422 });
  });

  pages.post(paths.logout, async (request, reply) => {
    await endSession(request, reply, parts);
    return reply.redirect(paths.home, 303);
  });

  pages.get(paths.register, async (request, reply) =>
    sendPage(
      request,
      reply,
      renderRegisterPage({ next: safeNext((request.query as { next?: string }).next, '') }, viewOf(request)),
    ),
  );

  pages.post(paths.register, async (request, reply) => {
    const form = formOf(request);
    const view = viewOf(request);
    const values = {
      email: form.get('email')?.trim() ?? '',
      display_name: form.get('display_name')?.trim() ?? '',
    };
    const password = form.get('password') ?? '';
    const state = checkFields(values, registrationProblems(values, password), view.language);
    if (state)
      return sendPage(
        request,
        reply,
        renderRegisterPage({ next: safeNext(form.get('next'), ''), form: state }, view),
        { status: 422 },
      );
    await queue({
      kind: 'register',
      email: values.email,
      displayName: values.display_name,
      passwordHash: await hashPassword(password),
      language: view.language,
      origin: request.origin,
    });
    return sendPage(request, reply, renderCheckMailPage({ email: values.email }, view));
  });

  pages.get(paths.confirm, async (request, reply) => {
    const token = (request.query as { token?: string }).token ?? '';
    const good = await isAccountCodeGood(
      pool,
      hashToken(token),
      ['confirm_email', 'change_email'],
      parts.now(),
    );
    return sendPage(
      request,
      reply,
      renderConfirmPage(good ? { state: 'ask', token } : { state: 'expired' }, viewOf(request)),
      { status: good ? 200 : 422 },
    );
  });

  pages.post(paths.confirm, async (request, reply) => {
    const hash = hashToken(formOf(request).get('token') ?? '');
    const used = await pool
      .begin(async (db) => {
        const code = await useAccountCode(db, hash, ['confirm_email', 'change_email'], parts.now());
        if (code === undefined) return false;
        if (code.newEmail === null) await confirmEmail(db, code.accountId, parts.now());
        else await changeEmail(db, code.accountId, code.newEmail, parts.now());
        return true;
      })
      .catch((error) => {
        // Somebody else took the address while the letter lay in the mailbox.
        if (isUniqueViolation(error)) return false;
        throw error;
      });
    return sendPage(
      request,
      reply,
      renderConfirmPage({ state: used ? 'done' : 'expired' }, viewOf(request)),
      { status: used ? 200 : 422 },
    );
  });

  pages.get(paths.forgot, async (request, reply) =>
    sendPage(request, reply, renderForgotPage({}, viewOf(request))),
  );

  pages.post(paths.forgot, async (request, reply) => {
    const email = formOf(request).get('email')?.trim() ?? '';
    const view = viewOf(request);
    const state = checkFields({ email }, emailProblems(email), view.language);
    if (state) return sendPage(request, reply, renderForgotPage({ form: state }, view), { status: 422 });
    await queue({ kind: 'reset', email, language: view.language, origin: request.origin });
    return sendPage(request, reply, renderCheckMailPage({ email }, view));
  });

  pages.get(paths.reset, async (request, reply) => {
    const token = (request.query as { token?: string }).token ?? '';
    const good = await isAccountCodeGood(pool, hashToken(token), ['reset_password'], parts.now());
    return sendPage(request, reply, renderResetPage({ token: good ? token : null }, viewOf(request)), {
      status: good ? 200 : 422,
    });
  });

  pages.post(paths.reset, async (request, reply) => resetPassword(request, reply, parts));
}

async function resetPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: SignInParts,
): Promise<FastifyReply> {
  const form = formOf(request);
  const view = viewOf(request);
  const [token, password] = [form.get('token') ?? '', form.get('password') ?? ''];
  if (!isPassword(password)) {
    const state: FormState = { errors: { password: [passwordProblem[view.language]] } };
    return sendPage(request, reply, renderResetPage({ token, form: state }, view), { status: 422 });
  }
  const hash = await hashPassword(password);
  const done = await parts.pool.begin(async (db) => {
    const code = await useAccountCode(db, hashToken(token), ['reset_password'], parts.now());
    if (code === undefined) return false;
    await setPassword(db, code.accountId, hash, parts.now());
    await deleteOtherSessions(db, code.accountId, null);
    return true;
  });
  if (!done) return sendPage(request, reply, renderResetPage({ token: null }, view), { status: 422 });
  return sendPage(request, reply, renderLoginPage({ notice: said.changed[view.language] }, view));
}

function emailProblems(email: string): Problems {
  return isEmail(email)
    ? {}
    : { email: { en: 'This is not an email address.', ru: 'Это не адрес электронной почты.' } };
}

function registrationProblems(values: { email: string; display_name: string }, password: string): Problems {
  return {
    ...emailProblems(values.email),
    ...((values.display_name === '' || values.display_name.length > 100) && {
      display_name: { en: 'Give a name of 1 to 100 characters.', ru: 'Укажите имя, от 1 до 100 знаков.' },
    }),
    ...(!isPassword(password) && { password: passwordProblem }),
  };
}
