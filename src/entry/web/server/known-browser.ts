import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  computeMac,
  equalsInConstantTime,
  signValue,
  verifyValue,
} from '../../../features/oauth/signed-values.ts';
import { writeCookie } from './cookies.ts';

/**
 * A signed cookie marks browsers that an account has signed in from, so that password guessing from elsewhere cannot
 * lock the owner out. It holds an id and, per account, a fingerprint of the password hash: changing the password
 * makes the browser unknown again.
 */
interface BrowserNote {
  id: string;
  accounts: Record<string, string>;
}

interface KnownAccount {
  id: string;
  passwordHash: string | null;
}

const cookie = 'browser';
const lifetimeDays = 400;
const maxAccounts = 5;

/** Id of a known browser, whichever account signed in from it. */
export function findKnownBrowser(request: FastifyRequest, key: Buffer, now: Date): string | null {
  return readBrowserNote(request, key, now)?.id ?? null;
}

/** Rate-limit key of this browser and account; null unless it has signed in with the current password. */
export function findKnownBrowserOfAccount(
  request: FastifyRequest,
  account: KnownAccount,
  key: Buffer,
  now: Date,
): string | null {
  const note = readBrowserNote(request, key, now);
  const kept = note?.accounts[account.id];
  if (!note || typeof kept !== 'string' || !equalsInConstantTime(kept, passwordFingerprint(account, key)))
    return null;
  return `${note.id}:${account.id}:${kept}`;
}

/** Called after signing in or setting a password. */
export function rememberBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  account: KnownAccount,
  key: Buffer,
  now: Date,
): void {
  const note = readBrowserNote(request, key, now) ?? {
    id: randomBytes(12).toString('base64url'),
    accounts: {},
  };
  const others = Object.entries(note.accounts).filter(([id]) => id !== account.id);
  const accounts = Object.fromEntries([
    [account.id, passwordFingerprint(account, key)],
    ...others.slice(0, maxAccounts - 1),
  ]);
  const sealed = signValue(
    key,
    'known browser',
    { id: note.id, accounts },
    now.getTime() + lifetimeDays * 86_400_000,
  );
  writeCookie(request, reply, cookie, sealed, lifetimeDays * 86_400);
}

function readBrowserNote(request: FastifyRequest, key: Buffer, now: Date): BrowserNote | null {
  const sealed = request.cookies[cookie];
  return sealed === undefined
    ? null
    : (verifyValue(key, 'known browser', sealed, now.getTime()) as BrowserNote | null);
}

function passwordFingerprint({ id, passwordHash }: KnownAccount, key: Buffer): string {
  return computeMac(key, 'known browser password', `${id}|${passwordHash ?? ''}`).slice(0, 22);
}
