import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUniqueViolation } from '../db/connect.ts';
import { confirmRegistration } from '../oauth/accounts.ts';
import { hashPassword } from '../oauth/password.ts';
import { confirmNewEmail } from '../oauth/recovery.ts';
import { createPlainSecret, hashToken } from '../oauth/secret-token.ts';
import { paths } from '../site/paths.ts';
import { findAccountCode } from '../store/accounts/credentials.ts';
import { findRegistration, type RegistrationRow } from '../store/accounts/registrations.ts';
import { renderCheckMailPage } from './pages/sign-in/check-mail.tsx';
import { type ConfirmData, renderConfirmPage } from './pages/sign-in/confirm.tsx';
import { renderRegisterPage } from './pages/sign-in/register.tsx';
import { type LetterRequestParts, requestAccountLetter } from './server/account-letter-requests.ts';
import { clearCookie, writeCookie } from './server/cookies.ts';
import { checkFields, emailProblems, nameProblems, passwordProblems } from './server/form-fields.ts';
import { sendPage } from './server/respond.ts';
import { formOf, queryText, safeNext, startSession, type VisitorParts, viewOf } from './server/visitor.ts';

export interface RegistrationParts extends VisitorParts, LetterRequestParts {}

/** Kept by the browser somebody registered in, until the letter is answered there. */
const registrationCookie = 'registration';
const registrationDays = 3;

/** Registration, and the letter that confirms an address. Nothing here tells whether an address is known. */
export function registerRegistrationPages(pages: FastifyInstance, parts: RegistrationParts): void {
  const { pool } = parts;

  pages.get(paths.register, async (request, reply) =>
    sendPage(
      request,
      reply,
      renderRegisterPage({ next: safeNext(queryText(request, 'next'), '') }, viewOf(request)),
      { secret: true },
    ),
  );

  pages.post(paths.register, { config: { costly: true } }, async (request, reply) => {
    const form = formOf(request);
    const view = viewOf(request);
    const next = safeNext(form.get('next'), '');
    const values = {
      email: form.get('email')?.trim() ?? '',
      display_name: form.get('display_name')?.trim() ?? '',
    };
    const password = form.get('password') ?? '';
    const problems = {
      ...emailProblems(values.email),
      ...nameProblems(values.display_name),
      ...passwordProblems(password),
    };
    const state = checkFields(values, problems, view.language);
    if (state)
      return sendPage(request, reply, renderRegisterPage({ next, form: state }, view), {
        status: 422,
        secret: true,
      });
    const secret = createPlainSecret();
    await requestAccountLetter(
      {
        kind: 'register',
        email: values.email,
        displayName: values.display_name,
        passwordHash: await hashPassword(password),
        browserHash: hashToken(secret).toString('base64'),
        next: next || null,
        language: view.language,
        origin: request.origin,
      },
      parts,
    );
    writeCookie(request, reply, registrationCookie, secret, registrationDays * 86_400);
    return sendPage(request, reply, renderCheckMailPage({ email: values.email }, view));
  });

  pages.get(paths.confirm, async (request, reply) => {
    const token = queryText(request, 'token');
    const registration = await findRegistration(pool, hashToken(token), parts.now());
    if (registration !== undefined)
      return sendConfirm(request, reply, { state: askFor(request, registration), token });
    const change = await findAccountCode(pool, hashToken(token), 'change_email', parts.now());
    if (change === undefined) return sendConfirm(request, reply, { state: 'expired' });
    const session = request.visitor?.session;
    // The letter went to an address that anybody may have typed: only the account itself confirms it.
    if (!session) return reply.redirect(`${paths.login}?${new URLSearchParams({ next: request.url })}`, 303);
    return sendConfirm(
      request,
      reply,
      change.accountId === session.accountId ? { state: 'ask', token } : { state: 'other' },
    );
  });

  pages.post(paths.confirm, { config: { costly: true } }, async (request, reply) => {
    const token = formOf(request).get('token') ?? '';
    const registration = await findRegistration(pool, hashToken(token), parts.now());
    return registration === undefined
      ? confirmChange(request, reply, token)
      : confirmPerson(request, reply, token, registration);
  });

  async function confirmPerson(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    registration: RegistrationRow,
  ): Promise<FastifyReply> {
    const form = formOf(request);
    let person = { displayName: registration.displayName, passwordHash: registration.passwordHash };
    if (askFor(request, registration) === 'choose') {
      const displayName = form.get('display_name')?.trim() ?? '';
      const password = form.get('password') ?? '';
      const { language } = viewOf(request);
      const problems = { ...nameProblems(displayName), ...passwordProblems(password) };
      const state = checkFields({ display_name: displayName }, problems, language);
      if (state) return sendConfirm(request, reply, { state: 'choose', token, form: state });
      person = { displayName, passwordHash: await hashPassword(password) };
    }
    const confirmed = await ifFree(
      pool.begin((db) =>
        confirmRegistration(db, { codeHash: hashToken(token), chosen: () => person }, parts),
      ),
    );
    if (!confirmed) return sendConfirm(request, reply, { state: 'expired' });
    clearCookie(request, reply, registrationCookie);
    await startSession(request, reply, confirmed.accountId, parts);
    return reply.redirect(safeNext(confirmed.next), 303);
  }

  async function confirmChange(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
  ): Promise<FastifyReply> {
    const session = request.visitor?.session;
    const given = { codeHash: hashToken(token), accountId: session?.accountId ?? '' };
    const recovery = { ...parts, origin: request.origin };
    const done = session && (await ifFree(pool.begin((db) => confirmNewEmail(db, given, recovery))));
    return sendConfirm(request, reply, { state: done ? 'done' : 'expired' });
  }
}

/** In the browser somebody registered in, one press is enough; elsewhere name and password are chosen anew. */
function askFor(request: FastifyRequest, { browserHash }: RegistrationRow): 'ask' | 'choose' {
  const secret = request.cookies[registrationCookie];
  return secret !== undefined && timingSafeEqual(hashToken(secret), browserHash) ? 'ask' : 'choose';
}

const statuses = { ask: 200, choose: 200, done: 200, expired: 422, other: 403 } as const;

function sendConfirm(request: FastifyRequest, reply: FastifyReply, data: ConfirmData): FastifyReply {
  return sendPage(request, reply, renderConfirmPage(data, viewOf(request)), {
    status: data.form ? 422 : statuses[data.state],
    secret: true,
  });
}

/** Nothing when somebody else took the address while the letter lay in the mailbox. */
function ifFree<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  });
}
