import type { Db, Pool } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import { paths } from '../../base/site/paths.ts';
import { insertAccount } from '../../store/accounts/accounts.ts';
import { setRole } from '../../store/accounts/platform-roles.ts';
import { recordDecision } from '../../store/system/audit.ts';
import {
  consumeSetupLink,
  hasOperator,
  insertSetupLink,
  isSetupLinkValid,
} from '../../store/system/installation.ts';
import { createPlainSecret, hashToken } from '../oauth/secret-token.ts';

const setupLinkLifetime = 3_600_000;

/** Path of the page that creates the first operator: once, within an hour. Null when there is an operator. */
export async function createSetupLink(pool: Pool, now: Date): Promise<string | null> {
  return pool.begin(async (db) => {
    if (await hasOperator(db)) return null;
    const token = createPlainSecret();
    await insertSetupLink(db, hashToken(token), new Date(now.getTime() + setupLinkLifetime));
    return `${paths.setup}?${new URLSearchParams({ token })}`;
  });
}

/** The link is valid and its purpose not fulfilled; opening it changes nothing. */
export async function maySetUp(db: Db, token: string, now: Date): Promise<boolean> {
  return (await isSetupLinkValid(db, hashToken(token), now)) && !(await hasOperator(db));
}

export interface FirstOperator {
  email: string;
  displayName: string;
  passwordHash: string;
  language: Language;
}

/**
 * Uses the link up and creates the operator, whose address counts as confirmed, as a moderator too: otherwise nobody
 * could accept the first settlement. Null when the link does not work any more.
 */
export async function createFirstOperator(
  db: Db,
  token: string,
  person: FirstOperator,
  context: { now(): Date; newId(): string },
): Promise<{ accountId: string } | null> {
  const now = context.now();
  if (!(await consumeSetupLink(db, hashToken(token), now)) || (await hasOperator(db))) return null;
  const id = context.newId();
  await insertAccount(db, { ...person, id, emailConfirmedAt: now, createdAt: now });
  for (const role of ['operator', 'moderator'] as const) {
    await setRole(db, id, role, true);
    await recordDecision(
      { now: context.now, newId: context.newId, db, caller: { accountId: id } },
      {
        action: 'setup',
        subject: { type: 'account', id },
        settlementId: null,
        isOfInstallation: true,
        after: { role, isGiven: true },
      },
    );
  }
  return { accountId: id };
}
