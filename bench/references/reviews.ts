import { createHash } from 'node:crypto';
import type { Pool } from '../../src/base/db/connect.ts';
import { anonymousCaller } from '../../src/domain/kernel/caller.ts';
import { listReadableVisibilities } from '../../src/domain/rules/settlement-role.ts';
import { findSettlement } from '../../src/features/loaders/memberships.ts';
import { listReviews } from '../../src/store/directory/review-list.ts';

/** Tokens are cached, which a bare server would do as well. */
const known = new Map<string, string>();

/** The same two statements, without schemas, rate limits and routing. */
export async function handle(sql: Pool, url: string, token: string | undefined): Promise<unknown> {
  const query = new URL(url, 'http://x').searchParams;
  const reader = token === undefined ? null : await findAccount(sql, token);
  const found = await findSettlement(sql, query.get('settlement') ?? '', {
    ...anonymousCaller,
    accountId: reader,
  });
  if (found === undefined) throw new Error('no settlement');
  const rows = await listReviews(sql, {
    settlementId: found.id,
    subjectType: 'contact',
    subjectId: query.get('subject_id') ?? '0',
    visibilities: listReadableVisibilities(found.settlementRole),
    seesHidden: found.settlementRole.isEditor,
    representsSubject: false,
    reader,
    before: query.get('cursor') ?? undefined,
  });
  return { reviews: rows.slice(0, 30), cursor: rows.length > 30 ? rows[29]?.id : null };
}

async function findAccount(sql: Pool, token: string): Promise<string> {
  let account = known.get(token);
  if (account === undefined) {
    const hash = createHash('sha256').update(token).digest();
    const [row] = await sql<
      { account_id: string }[]
    >`select account_id from personal_token where token_hash = ${hash}`;
    account = row?.account_id ?? '0';
    known.set(token, account);
  }
  return account;
}
