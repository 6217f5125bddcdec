import type { Pool } from '../../src/base/db/connect.ts';
import { findSettlement } from '../../src/features/loaders/memberships.ts';
import { listArticles } from '../../src/store/journal/article-lists.ts';
import { findAccountByToken } from './token-cache.ts';

/** The same two queries. The token is cached, and the cursor is the plain key. */
export async function handle(sql: Pool, url: string, token: string | undefined): Promise<unknown> {
  const accountId = await findAccountByToken(sql, token);
  const query = new URL(url, 'http://x').searchParams;
  const caller = { accountId, isModerator: false, scopes: new Set<never>(), via: 'personal' as const };
  const settlement = await findSettlement(sql, query.get('settlement') ?? '', caller);
  if (settlement === undefined) throw new Error('no such settlement');
  const [publishedAt, id] = query.get('cursor')?.split('.') ?? [];
  const after = id === undefined ? undefined : { publishedAt: new Date(Number(publishedAt)), id };
  const view = { settlementId: settlement.id, accountId, settlementRole: settlement.settlementRole };
  const rows = await listArticles(sql, view, { after }, 31);
  const page = rows.slice(0, 30);
  const last = page.at(-1);
  return {
    articles: page,
    cursor: rows.length > 30 && last ? `${last.publishedAt?.getTime()}.${last.id}` : null,
  };
}
