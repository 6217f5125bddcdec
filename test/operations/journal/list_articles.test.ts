import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { noSettlementRole } from '../../../src/domain/rules/settlement-role.ts';
import { listArticles } from '../../../src/store/journal/article-lists.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('list_articles', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    // Many published in the same millisecond, of every kind and visibility, by two people.
    const { accounts, plots } = village;
    const rows = Array.from({ length: 400 }, (_, index) => {
      const kind = ['diary', 'post', 'guide', 'announcement'][index % 4] as string;
      return {
        id: service.newId(),
        kind,
        parcel: kind === 'diary' ? (index % 8 === 0 ? plots.resident : plots.neighbour) : null,
        author:
          kind === 'diary' ? (index % 8 === 0 ? accounts.resident : accounts.neighbour) : accounts.editor,
        visibility: ['private', 'residents', 'settlement', 'public'][Math.floor(index / 4) % 4] as string,
        at: new Date(1_750_000_000_000 + Math.floor(index / 50)),
      };
    });
    await service.db`
      insert into article (id, settlement_id, parcel_id, author_id, slug, title, body, excerpt, kind, status, visibility, about_on_shown,
                           published_at, created_at, updated_at)
      select r.id, ${village.settlement.id}, r.parcel, r.author, 'a-' || r.id, 'Т', 'т', 'т', r.kind, 'published', r.visibility, '2026-01-01', r.at, r.at, r.at
        from jsonb_to_recordset(${service.db.json(rows as never)}) r (id bigint, kind text, parcel bigint, author bigint, visibility text, at timestamptz)`;
  });

  const walk = async (client: Village['anonymous'], filter: object) => {
    const seen: {
      id: string;
      published_at: string | null;
      visibility: string;
      kind: string;
      author_user_id: string;
      parcel_id: string | null;
    }[] = [];
    let cursor: string | null = null;
    do {
      const page: { articles: typeof seen; cursor: string | null } = await client.list_articles({
        settlement,
        ...filter,
        ...(cursor && { cursor }),
      });
      assert.ok(page.articles.length <= 30);
      seen.push(...page.articles);
      cursor = page.cursor;
    } while (cursor !== null && seen.length < 1000);
    return seen;
  };
  const all = () => service.db<
    { id: string; visibility: string; kind: string; authorId: string; parcelId: string | null }[]
  >`
    select id, visibility, kind, author_id as "authorId", parcel_id as "parcelId" from article order by published_at desc, id desc`;

  it('gives every reader exactly what they may see, newest first, page by page, under every filter', async () => {
    const sees = {
      anonymous: ['public'],
      company: ['settlement', 'public'],
      resident: ['residents', 'settlement', 'public'],
      editor: ['private', 'residents', 'settlement', 'public'],
    };
    const rows = await all();
    for (const [reader, visible] of Object.entries(sees) as [keyof typeof sees, string[]][]) {
      const client = reader === 'anonymous' ? village.anonymous : village.clients[reader];
      const account = reader === 'anonymous' ? null : village.accounts[reader];
      const mine = rows.filter((row) => visible.includes(row.visibility) || row.authorId === account);
      const ids = async (filter: object) => (await walk(client, filter)).map(({ id }) => id);
      assert.deepEqual(
        await ids({}),
        mine.map(({ id }) => id),
        reader,
      );
      for (const kind of ['diary', 'post', 'guide', 'announcement'])
        assert.deepEqual(
          await ids({ kind }),
          mine.filter((row) => row.kind === kind).map(({ id }) => id),
          `${reader} ${kind}`,
        );
      const diary = mine.filter((row) => row.parcelId === village.plots.resident).map(({ id }) => id);
      for (const parcel_id of ['1', ' 1', village.plots.resident])
        assert.deepEqual(await ids({ parcel_id, kind: 'guide' }), diary, `${reader} ${parcel_id}`);
    }
    await assertRefused(walk(village.anonymous, { parcel_id: 'нет такого' }), 422, 'parcel_id');
    assert.deepEqual(await walk(village.anonymous, { settlement: 'sosny' }), []);
  });

  it('gives as many as asked, up to thirty, and goes on where it stopped', async () => {
    const whole = (await walk(village.anonymous, {})).map(({ id }) => id);
    for (const limit of [1, 7, 30]) {
      const first = await village.anonymous.list_articles({ settlement, limit });
      assert.deepEqual(
        first.articles.map(({ id }) => id),
        whole.slice(0, limit),
      );
      // Another length goes on from the same place.
      const next = await village.anonymous.list_articles({
        settlement,
        cursor: first.cursor ?? undefined,
        limit: 3,
      });
      assert.deepEqual(
        next.articles.map(({ id }) => id),
        whole.slice(limit, limit + 3),
      );
    }
    for (const limit of [0, 31, 1.5])
      await assertRefused(village.anonymous.list_articles({ settlement, limit }), 422, 'limit');
  });

  it('shows entries in the shape of the contract', async () => {
    const [entry] = (await village.anonymous.list_articles({ settlement })).articles;
    assert.deepEqual(Object.keys(entry ?? {}), [
      'id',
      'settlement_id',
      'parcel_id',
      'plot_number',
      'author_user_id',
      'author_name',
      'slug',
      'title',
      'excerpt',
      'kind',
      'status',
      'visibility',
      'mentions_count',
      'photos_count',
      'published_at',
      'created_at',
      'cover_path',
    ]);
  });

  it('binds the cursor to the settlement and the filters', async () => {
    const { cursor } = await village.anonymous.list_articles({ settlement });
    assert.ok(cursor);
    const list = (more: object) => village.anonymous.list_articles({ settlement, cursor, ...more });
    await list({});
    await list({ settlement: village.settlement.id });
    await assertRefused(list({ kind: 'post' }), 422, 'cursor');
    await assertRefused(list({ parcel_id: '1' }), 422, 'cursor');
    await assertRefused(list({ settlement: 'sosny' }), 422, 'cursor');
    await assertRefused(
      list({ cursor: `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}` }),
      422,
      'cursor',
    );
    await assertRefused(list({ cursor: '1' }), 422, 'cursor');
    await assertRefused(village.anonymous.list_tagged({ settlement, tag: 'x', cursor }), 422, 'cursor');
    assert.equal(
      (await village.anonymous.list_articles({ settlement, kind: '' as never, cursor: '', parcel_id: '' }))
        .cursor,
      cursor,
    );
  });

  it('does not judge the kind when a plot is given', async () => {
    const diary = await village.clients.resident.list_articles({ settlement, parcel_id: '1' });
    assert.ok(diary.articles.length > 0);
    for (const kind of ['nonsense', 'post', '9']) {
      const beside = await village.clients.resident.list_articles({
        settlement,
        parcel_id: '1',
        kind,
      } as never);
      assert.deepEqual([beside.articles, beside.cursor], [diary.articles, diary.cursor], kind);
    }
    await assertRefused(
      village.clients.resident.list_articles({ settlement, kind: 'nonsense' } as never),
      422,
      'kind',
    );
  });

  it('does not scan hidden rows: each page reads a bounded number of rows', async () => {
    const { db } = service;
    const hidden = Array.from({ length: 20_000 }, () => service.newId());
    await db`
      insert into article (id, settlement_id, author_id, slug, title, body, excerpt, kind, status, visibility, about_on_shown, published_at, created_at, updated_at)
      select id, ${village.settlement.id}, ${village.accounts.editor}, 'h-' || id, 'Т', 'т', 'т', 'post', 'published', 'private', '2026-01-01', now(), now(), now()
        from unnest(${hidden}::bigint[]) id`;
    await db`analyze article`;
    const view = {
      settlementId: village.settlement.id,
      accountId: village.accounts.outsider,
      settlementRole: noSettlementRole,
    };
    await service.pool.begin(async (transaction) => {
      const count = async () =>
        Number(
          (
            await transaction`
              select pg_stat_get_xact_tuples_returned('article'::regclass) + sum(pg_stat_get_xact_tuples_fetched(indexrelid)) as n
                from pg_index where indrelid = 'article'::regclass`
          )[0]?.n,
        );
      for (let turn = 0; turn < 8; turn += 1) {
        const begin = await count();
        assert.equal((await listArticles(transaction, view, {}, 31)).length, 31);
        const read = (await count()) - begin;
        assert.ok(read >= 31 && read < 31 * 8, `${read} rows read for one page`);
      }
    });
  });
});
