/**
 * list_articles with a resident's token, 100,000 articles of every visibility in one settlement: compared with a
 * bare server with the same SQL, and the first page compared with the three thousandth.
 *   node --import tsx bench/articles.ts
 */
import { fileURLToPath } from 'node:url';
import { createPersonalToken } from '../src/features/oauth/personal-tokens.ts';
import { insertAccount } from '../src/store/accounts/accounts.ts';
import { insertParcels } from '../src/store/land/parcels.ts';
import { insertPlace } from '../src/store/land/places.ts';
import { insertMembership } from '../src/store/land/residents.ts';
import { insertSettlement } from '../src/store/land/settlements.ts';
import { type BenchService, compare, median, startBenchService, startReference } from './bench-harness.ts';

const articles = 100_000;
const deepPage = 3000;

export async function measureArticles(service: BenchService): Promise<void> {
  const { token, settlement } = await seed(service);
  const headers = { authorization: `Bearer ${token}` };
  const feed = `${service.url}/api/v1/settlements/${settlement}/articles`;
  const reference = await startReference(new URL('./references/articles.ts', import.meta.url), service);
  try {
    const bare = `${reference.url}/?settlement=${settlement}`;
    await compare(`list_articles, a resident, 30 of ${articles.toLocaleString('en')}`, [
      { label: 'bare node:http + driver', url: bare, pid: reference.pid, headers },
      { label: 'service', url: feed, pid: service.pid, headers },
    ]);
    const deep = await walk(feed, headers, deepPage);
    const [first, last] = await timePages([feed, `${feed}?cursor=${deep}`], headers);
    console.log(
      `\nlist_articles in depth: page 1 ${first?.toFixed(2)} ms, page ${deepPage} ${last?.toFixed(2)} ms, ratio ${((last ?? 0) / (first ?? 1)).toFixed(2)}`,
    );
  } finally {
    await reference.stop();
  }
}

async function seed({ sql, newId }: BenchService): Promise<{ token: string; settlement: string }> {
  const now = new Date();
  const [place, settlement, parcelId, resident, writer] = [newId(), newId(), newId(), newId(), newId()];
  await insertPlace(sql, { id: place, parentId: null, kind: 'country', name: 'Россия' });
  await insertSettlement(sql, {
    id: settlement,
    slug: 'bench',
    name: 'Посёлок',
    kind: 'snt',
    status: 'populated',
    placeId: place,
    address: '',
    timeZone: 'Europe/Moscow',
    createdAt: now,
  });
  const plot = {
    settlementId: settlement,
    cadastralNumber: null,
    address: '',
    areaM2: null,
    geometry: null,
    center: null,
  };
  await insertParcels(sql, [{ ...plot, id: parcelId, number: '1' }], now);
  for (const id of [resident, writer]) {
    await insertAccount(sql, {
      id,
      email: `bench-${id}@example.org`,
      displayName: 'Bench',
      language: 'en',
      passwordHash: null,
      emailConfirmedAt: now,
      createdAt: now,
    });
  }
  await insertMembership(sql, {
    id: newId(),
    accountId: resident,
    parcelId,
    role: 'owner',
    state: 'confirmed',
    isPrimary: true,
    decidedBy: null,
    now,
  });
  // Nine in ten are visible to residents, so that page 3,000 exists for this reader.
  await sql`
    insert into article (id, settlement_id, parcel_id, author_id, slug, title, body, excerpt, kind, status, visibility, about_on_shown,
                         mentions_count, photos_count, published_at, created_at, updated_at)
    select n, ${settlement}, case when n % 2 = 0 then ${parcelId}::bigint end, case when n % 7 = 0 then ${resident}::bigint else ${writer}::bigint end,
           'article-' || n, 'Запись номер ' || n, repeat('Сегодня на участке тихо, яблони в цвету. ', 20),
           repeat('Сегодня на участке тихо, яблони в цвету. ', 4),
           case when n % 2 = 0 then 'diary' else (array['post', 'guide', 'announcement'])[1 + n / 2 % 3] end, 'published',
           case when n % 10 = 0 then 'private' when n % 10 < 6 then 'residents' when n % 10 < 8 then 'settlement' else 'public' end,
           '2026-01-01', 2, 1, ${now}::timestamptz - n * interval '90 seconds', ${now}, ${now}
      from generate_series(1, ${articles}::int) n`;
  await sql`vacuum analyze article`;
  await sql`analyze`;
  const made = await createPersonalToken(
    sql,
    { accountId: resident, name: 'bench', scopes: ['mcp:read'], days: 1 },
    newId(),
    now,
  );
  return { token: made.token, settlement };
}

async function walk(feed: string, headers: Record<string, string>, pages: number): Promise<string> {
  let cursor = '';
  for (let page = 1; page < pages; page += 1) {
    const reply = await fetch(cursor === '' ? feed : `${feed}?cursor=${cursor}`, { headers });
    cursor = ((await reply.json()) as { cursor: string }).cursor;
    if (process.stderr.isTTY && page % 100 === 0) process.stderr.write(`\rwalking to page ${pages}: ${page}`);
  }
  return cursor;
}

/** Interleaved, so that other load on the machine affects all alike. */
async function timePages(urls: readonly string[], headers: Record<string, string>): Promise<number[]> {
  const times = urls.map((): number[] => []);
  for (let round = 0; round < 300; round += 1) {
    for (const [index, url] of urls.entries()) {
      const begun = performance.now();
      await (await fetch(url, { headers })).arrayBuffer();
      if (round >= 50) times[index]?.push(performance.now() - begun);
    }
  }
  return times.map(median);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const service = await startBenchService();
  try {
    await measureArticles(service);
  } finally {
    await service.stop();
  }
}
