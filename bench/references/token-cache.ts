import { createHash } from 'node:crypto';
import type { Pool } from '../../src/base/db/connect.ts';

const known = new Map<string, string>();

/** Account of a token, cached after the first request. */
export async function findAccountByToken(sql: Pool, token = ''): Promise<string> {
  let accountId = known.get(token);
  if (accountId === undefined) {
    const hash = createHash('sha256').update(token).digest();
    const [row] = await sql<
      { account_id: string }[]
    >`select account_id from personal_token where token_hash = ${hash}`;
    accountId = row?.account_id ?? '0';
    known.set(token, accountId);
  }
  return accountId;
}
