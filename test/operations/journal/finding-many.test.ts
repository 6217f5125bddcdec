import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '../../../src/entry/client/client.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

const articles = 420;

/** More articles than are scanned before the full-text index is used, of every visibility, kind and author. */
describe('full-text search over many articles', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { accounts, plots } = village;
    const now = new Date('2026-05-01T10:00:00Z');
    // "Часто" is in all of them, "порой" in every fourth, "редко" in every fortieth, "давно" only in the oldest.
    await service.db`
      insert into article (id, settlement_id, parcel_id, author_id, slug, title, body, excerpt, kind, status, visibility,
                           about_on_shown, published_at, created_at, updated_at)
      select n, ${village.settlement.id}, case n % 3 when 0 then ${plots.resident}::bigint when 1 then ${plots.neighbour}::bigint end,
             case n % 3 when 0 then ${accounts.resident}::bigint when 1 then ${accounts.neighbour}::bigint else ${accounts.editor}::bigint end,
             'article-' || n, 'Часто ' || n,
             concat_ws(' ', 'Слово', case when n % 4 = 0 then 'порой' end, case when n % 40 = 0 then 'редко' end, case when n < 20 then 'давно' end),
             '', case when n % 3 < 2 then 'diary' else (array['post', 'guide', 'announcement'])[1 + n / 3 % 3] end, 'published',
             (array['private', 'residents', 'settlement', 'public'])[1 + n / 7 % 4], '2026-05-01',
             -- Several at one moment: the identifier decides then.
             ${now}::timestamptz + n / 5 * interval '1 hour', ${now}, ${now}
        from generate_series(1, ${articles}::int) n`;
  });

  async function walk(client: Client, asked: object): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await client.list_articles({ settlement, ...asked, ...(cursor ? { cursor } : {}) });
      assert.ok(page.articles.length === 30 || page.cursor === null, 'every page but the last is full');
      found.push(...page.articles.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== null && found.length <= articles);
    return found;
  }

  const words: Record<string, (n: number) => boolean> = {
    часто: () => true,
    порой: (n) => n % 4 === 0,
    редко: (n) => n % 40 === 0,
    'редко част': (n) => n % 40 === 0,
    давно: (n) => n < 20,
    никогда: () => false,
  };

  it('returns matches in feed order, page by page, as far as each reader may see', async () => {
    const { resident, neighbour, editor, newcomer, outsider } = village.clients;
    for (const client of [resident, neighbour, editor, newcomer, outsider, village.anonymous]) {
      const feed = await walk(client, {});
      for (const [q, holds] of Object.entries(words))
        assert.deepEqual(
          await walk(client, { q }),
          feed.filter((id) => holds(Number(id))),
          q,
        );
    }
    assert.equal((await walk(editor, { q: 'часто' })).length, articles);
    assert.ok((await walk(village.anonymous, { q: 'часто' })).length < articles / 3);
  });

  it('combines with kind and plot filters, also for a former resident', async () => {
    const { resident, neighbour } = village.clients;
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.neighbour}`;
    for (const client of [resident, neighbour])
      for (const more of [{ kind: 'diary' }, { kind: 'announcement' }, { parcel_id: '2' }]) {
        const feed = await walk(client, more);
        for (const [q, holds] of Object.entries(words))
          assert.deepEqual(
            await walk(client, { q, ...more }),
            feed.filter((id) => holds(Number(id))),
            q,
          );
      }
    const own = await walk(neighbour, { q: 'порой', kind: 'diary' });
    assert.ok(own.includes('112'), 'a private entry of their own');
    assert.ok(!(await walk(resident, { q: 'порой', kind: 'diary' })).includes('112'));
    await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.neighbour}`;
  });
});
