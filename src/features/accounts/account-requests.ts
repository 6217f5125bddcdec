import { createHash } from 'node:crypto';
import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import type { Context } from '../../domain/kernel/context.ts';
import type { Worker } from '../../domain/kernel/jobs.ts';
import type { RateLimits } from '../../domain/kernel/rate-limits.ts';
import { normalizeEmail } from '../../domain/rules/email.ts';
import { insertAccount } from '../../store/accounts/accounts.ts';
import { findCredentials, insertAccountCode } from '../../store/accounts/credentials.ts';
import { insertPolicyConsent } from '../../store/accounts/policies.ts';
import {
  claimUnconfirmedAccount,
  consumeRegistration,
  findNewestRegistration,
  insertRegistration,
  type RegistrationRow,
} from '../../store/accounts/registrations.ts';
import { type AccountEmail, enqueueAccountEmail } from '../mail/account-emails.ts';
import { createPlainSecret, hashToken } from '../oauth/secret-token.ts';

/** How long the link in an email is valid. */
const linkLifetimes = { confirm_email: 3 * 86_400_000, reset_password: 3_600_000, change_email: 86_400_000 };
const linkPaths = { reset_password: '/reset', change_email: '/confirm' } as const;

/**
 * A request made for an email address. Every request is queued and gets the same response in the same time; only the
 * worker learns whether the address has an account, and only the mailbox is told.
 */
type AccountRequest =
  | {
      kind: 'register';
      email: string;
      displayName: string;
      passwordHash: string;
      /** Hash of the secret kept by the registering browser, in base64. */
      browserHash: string;
      next: string | null;
      /** Of the policies agreed to. */
      policyVersion: number | null;
      language: Language;
      origin: string;
    }
  | { kind: 'reset'; email: string; language: Language; origin: string }
  | { kind: 'confirm_again'; email: string; language: Language; origin: string }
  | { kind: 'change_email'; accountId: string; email: string; language: Language; origin: string };

interface EmailContext {
  now(): Date;
  newId(): string;
}

const accountRequestsQueue = 'account_requests';

/**
 * Enqueues a job that may send an email. Nothing is looked up here, so responses and timing do not reveal which
 * addresses have accounts.
 */
export async function requestAccountEmail(
  request: RequestedEmail,
  { db, services, origin }: Pick<Context, 'db' | 'services' | 'origin'>,
): Promise<void> {
  const payload = { ...request, origin: services.emailLinkOrigin(origin) };
  await services.jobs.add(db, { queue: accountRequestsQueue, payload });
}

type WithoutOrigin<Request> = Request extends unknown ? Omit<Request, 'origin'> : never;
type RequestedEmail = WithoutOrigin<AccountRequest>;

export function createAccountRequestsWorker(rateLimits: RateLimits): Worker {
  return {
    queue: accountRequestsQueue,
    concurrency: 2,
    lockSeconds: 60,
    attempts: 5,
    async handle(payload, { pool, now, newId, finish }) {
      const request = payload as unknown as AccountRequest;
      await pool.begin(async (db) => {
        await handleAccountRequest(db, request, rateLimits, { now, newId });
        // With the email: else a lost answer would send it again, with another link.
        await finish(db);
      });
    },
  };
}

async function handleAccountRequest(
  db: Db,
  request: AccountRequest,
  rateLimits: RateLimits,
  context: EmailContext,
): Promise<void> {
  const send = async (letter: Omit<AccountEmail, 'link'>, makeLink: () => Promise<EmailLink> | EmailLink) => {
    if (await isEmailLimitReached(rateLimits, letter)) return;
    const { path, ...until } = await makeLink();
    await enqueueAccountEmail(db, { ...letter, ...until, link: request.origin + path }, context);
  };
  const known = await findCredentials(db, request.email);
  const own = known && { accountId: known.id, to: known.email, language: known.language };
  if (request.kind === 'reset') {
    if (own === undefined) return;
    await send({ ...own, template: 'reset_password' }, () =>
      createPasswordResetLink(db, own.accountId, context),
    );
  } else if (own && known.isConfirmed) {
    await send({ ...own, template: 'already_registered' }, () => ({ path: '/forgot' }));
  } else if (request.kind === 'change_email') {
    const { accountId, email, language } = request;
    const wanted = { accountId, purpose: 'change_email', newEmail: email } as const;
    const letter = { accountId, to: email, language, template: 'change_email' } as const;
    await send(letter, () => createCodeLink(db, wanted, context));
  } else if (request.kind === 'confirm_again') {
    const waiting = await findNewestRegistration(db, request.email, context.now());
    if (waiting === undefined) return;
    const { email, language } = waiting;
    const letter = { accountId: null, to: email, language, template: 'confirm_email' } as const;
    await send(letter, () => storeRegistration(db, waiting, context));
  } else {
    const { email, language } = request;
    const letter = { accountId: null, to: email, language, template: 'confirm_email' } as const;
    const registration = { ...request, browserHash: Buffer.from(request.browserHash, 'base64') };
    await send(letter, () => storeRegistration(db, registration, context));
  }
}

/**
 * Rate limit of emails per mailbox, caused by anybody. Counted in the worker, so that requests do not reveal which
 * addresses exist: a request that sends no email costs nothing. Per purpose, so that one purpose cannot use up
 * another's emails.
 */
async function isEmailLimitReached(
  rateLimits: RateLimits,
  { template, to }: Pick<AccountEmail, 'template' | 'to'>,
): Promise<boolean> {
  const mailbox = createHash('sha256').update(normalizeEmail(to)).digest('base64url');
  return (await rateLimits.consume('emails', `${template}:${mailbox}`)).exceeded;
}

/** Stores the registration, also once more under another link; following a link creates the account. */
async function storeRegistration(
  db: Db,
  registration: RegistrationRow,
  context: EmailContext,
): Promise<EmailLink> {
  const code = createPlainSecret();
  const now = context.now();
  const expiresAt = new Date(now.getTime() + linkLifetimes.confirm_email);
  await insertRegistration(db, {
    ...registration,
    hash: hashToken(code),
    now,
    expiresAt,
  });
  return { path: `/confirm?token=${code}`, expiresAt };
}

interface EmailLink {
  path: string;
  /** Left out: it does not expire. */
  expiresAt?: Date;
}

/** A one-time link; only its recipient has the code, the database has the hash. */
async function createCodeLink(
  db: Db,
  wanted: { accountId: string; purpose: keyof typeof linkPaths; newEmail: string | null },
  context: EmailContext,
): Promise<EmailLink> {
  const code = createPlainSecret();
  const now = context.now();
  const expiresAt = new Date(now.getTime() + linkLifetimes[wanted.purpose]);
  await insertAccountCode(db, { ...wanted, hash: hashToken(code), now, expiresAt });
  return { path: `${linkPaths[wanted.purpose]}?token=${code}`, expiresAt };
}

/** The link of a password reset email. */
export function createPasswordResetLink(
  db: Db,
  accountId: string,
  context: EmailContext,
): Promise<EmailLink> {
  return createCodeLink(db, { accountId, purpose: 'reset_password', newEmail: null }, context);
}

/**
 * Name and password of the new account: as registered in this browser, or as chosen after following the email's link.
 */
export interface ConfirmedPerson {
  displayName: string;
  passwordHash: string;
  /** Of the policies agreed to. */
  policyVersion: number | null;
}

/**
 * Creates the account once the mailbox is confirmed. The name and password typed at registration count only in the
 * same browser; anybody else who follows the link chooses their own, because a stranger may have registered.
 */
export async function confirmRegistration(
  db: Db,
  confirmation: { codeHash: Buffer; choose(registration: RegistrationRow): ConfirmedPerson | null },
  context: EmailContext,
): Promise<{ accountId: string; next: string | null } | null> {
  const now = context.now();
  const registration = await consumeRegistration(db, confirmation.codeHash, now);
  const person = registration && confirmation.choose(registration);
  if (!registration || !person) return null;
  const { email, language, next } = registration;
  const known = await findCredentials(db, email);
  if (known?.isConfirmed) return null;
  const accountId = known?.id ?? context.newId();
  if (known !== undefined) await claimUnconfirmedAccount(db, accountId, { ...person, language }, now);
  else
    await insertAccount(db, {
      id: accountId,
      email,
      language,
      ...person,
      emailConfirmedAt: now,
      createdAt: now,
    });
  if (person.policyVersion !== null)
    await insertPolicyConsent(db, { accountId, version: person.policyVersion, now });
  return { accountId, next };
}
