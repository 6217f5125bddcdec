import type { Db } from '../../base/db/connect.ts';
import type { Scope } from '../../domain/kernel/caller.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { insertPersonalToken } from '../../store/accounts/tokens.ts';
import { createToken, hashToken } from './secret-token.ts';

export const defaultTokenDays = 365;
export const maxTokenDays = 730;

export interface NewPersonalToken {
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  /** Every token expires. */
  days: number;
}

/** The token itself is returned only here; the database has its hash. */
export async function createPersonalToken(
  db: Db,
  wanted: NewPersonalToken,
  id: string,
  now: Date,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  if (!Number.isInteger(wanted.days) || wanted.days < 1 || wanted.days > maxTokenDays) {
    refuse.invalid('days', {
      en: `The lifetime must be a whole number of days from 1 to ${maxTokenDays}.`,
      ru: `Срок действия — целое число дней от 1 до ${maxTokenDays}.`,
    });
  }
  if (wanted.scopes.length === 0) {
    refuse.invalid('scopes', { en: 'Choose at least one scope.', ru: 'Выберите хотя бы одно право.' });
  }
  const token = createToken('personal');
  const expiresAt = new Date(now.getTime() + wanted.days * 86_400_000);
  await insertPersonalToken(db, {
    id,
    accountId: wanted.accountId,
    name: wanted.name,
    hash: hashToken(token),
    scopes: wanted.scopes,
    createdAt: now,
    expiresAt,
  });
  return { id, token, expiresAt };
}
