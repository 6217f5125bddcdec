import type { Db } from '../db/connect.ts';
import { isUniqueViolation } from '../db/connect.ts';
import type { Language } from '../i18n/text.ts';
import type { Worker } from '../jobs/queue.ts';
import { type AccountLetter, writeAccountLetter } from '../mail/account-letters.ts';
import { insertAccount } from '../store/accounts/accounts.ts';
import { type CodePurpose, findCredentials, insertAccountCode } from '../store/accounts/credentials.ts';
import { createPlainSecret, hashToken } from './secret-token.ts';

/** How long the link in a letter works. */
const codeLifetime: Record<CodePurpose, number> = {
  confirm_email: 3 * 86_400_000,
  reset_password: 3_600_000,
  change_email: 86_400_000,
};

const linkPaths: Record<CodePurpose, string> = {
  confirm_email: '/confirm',
  reset_password: '/reset',
  change_email: '/confirm',
};

/**
 * What somebody asked for under an address. Every request is queued and answered the same way and in the same time;
 * only the worker learns whether the address has an account, and only the mailbox is told.
 */
export type AccountRequest =
  | {
      kind: 'register';
      email: string;
      displayName: string;
      passwordHash: string;
      language: Language;
      origin: string;
    }
  | { kind: 'reset'; email: string; language: Language; origin: string }
  | { kind: 'change_email'; accountId: string; email: string; language: Language; origin: string };

interface LetterContext {
  now(): Date;
  newId(): string;
}

export const accountRequestsQueue = 'account_requests';

export const accountRequestsWorker: Worker = {
  queue: accountRequestsQueue,
  concurrency: 2,
  lockSeconds: 60,
  attempts: 5,
  async handle(payload, { pool, now, newId }) {
    await pool.begin((db) => answerRequest(db, payload as unknown as AccountRequest, { now, newId }));
  },
};

async function answerRequest(db: Db, request: AccountRequest, context: LetterContext): Promise<void> {
  const known = await findCredentials(db, request.email);
  if (request.kind === 'reset') {
    if (known !== undefined)
      await sendLink(
        db,
        {
          ...request,
          accountId: known.id,
          to: known.email,
          language: known.language,
          purpose: 'reset_password',
        },
        context,
      );
    return;
  }
  if (request.kind === 'change_email') {
    if (known !== undefined) await tellAlreadyKnown(db, known, request.origin, context);
    else await sendLink(db, { ...request, to: request.email, purpose: 'change_email' }, context);
    return;
  }
  if (known !== undefined) {
    if (known.isConfirmed) await tellAlreadyKnown(db, known, request.origin, context);
    else
      await sendLink(
        db,
        { ...request, accountId: known.id, to: known.email, purpose: 'confirm_email' },
        context,
      );
    return;
  }
  const id = context.newId();
  await insertAccount(db, {
    id,
    email: request.email,
    displayName: request.displayName,
    language: request.language,
    passwordHash: request.passwordHash,
    emailConfirmedAt: null,
    createdAt: context.now(),
  }).catch((error) => {
    // Registered twice at once: the job is tried again and then finds the account.
    throw isUniqueViolation(error) ? new Error('The address was registered meanwhile.') : error;
  });
  await sendLink(db, { ...request, accountId: id, to: request.email, purpose: 'confirm_email' }, context);
}

/** Writes the code and the letter that carries it; only the letter holds the code itself. */
export async function sendLink(
  db: Db,
  wanted: {
    accountId: string;
    to: string;
    language: Language;
    purpose: CodePurpose;
    origin: string;
    email?: string;
  },
  context: LetterContext,
): Promise<void> {
  const code = createPlainSecret();
  const now = context.now();
  await insertAccountCode(db, {
    hash: hashToken(code),
    accountId: wanted.accountId,
    purpose: wanted.purpose,
    newEmail: wanted.purpose === 'change_email' ? wanted.to : null,
    now,
    expiresAt: new Date(now.getTime() + codeLifetime[wanted.purpose]),
  });
  const link = `${wanted.origin}${linkPaths[wanted.purpose]}?token=${code}`;
  await writeLetter(
    db,
    { accountId: wanted.accountId, to: wanted.to, language: wanted.language, template: wanted.purpose, link },
    context,
  );
}

async function tellAlreadyKnown(
  db: Db,
  known: { id: string; email: string; language: Language },
  origin: string,
  context: LetterContext,
): Promise<void> {
  await writeLetter(
    db,
    {
      accountId: known.id,
      to: known.email,
      language: known.language,
      template: 'already_registered',
      link: `${origin}/forgot`,
    },
    context,
  );
}

async function writeLetter(db: Db, letter: AccountLetter, context: LetterContext): Promise<void> {
  await writeAccountLetter(db, letter, context);
}
