import { createPersonalToken } from '../src/features/oauth/personal-tokens.ts';
import { insertAccount } from '../src/store/accounts/accounts.ts';
import { insertPlace } from '../src/store/land/places.ts';
import { insertMembership } from '../src/store/land/residents.ts';
import { type BenchService, compare, differentAddresses, median, startReference } from './bench-harness.ts';

/** list_settlements without a token, list_my_parcels with one, and the cost of deep pages. */
export async function measureFoundation(service: BenchService): Promise<void> {
  const { sql, newId } = service;
  const tokens = await seedFoundation(service);
  const ofSettlements = { url: `${service.url}/api/v1/settlements`, pid: service.pid };
  const [settlements, parcels] = [
    await startReference(new URL('./references/settlements.ts', import.meta.url), service),
    await startReference(new URL('./references/own-parcels.ts', import.meta.url), service),
  ];
  try {
    for (const connections of [1, 16, 200])
      await compare(
        `list_settlements, public, 30 of 20,000, ${connections} callers`,
        [
          { label: 'bare node:http + driver', url: `${settlements.url}/`, pid: settlements.pid },
          { label: 'service, many addresses', ...ofSettlements, callers: differentAddresses },
          ...(connections === 16 ? [{ label: 'service, one address', ...ofSettlements }] : []),
        ],
        { connections },
      );
    const callers = tokens.map((token) => ({ authorization: `Bearer ${token}` }));
    await compare('list_my_parcels, 16 callers of four accounts', [
      { label: 'bare node:http + driver', url: `${parcels.url}/`, pid: parcels.pid, callers },
      { label: 'service', url: `${service.url}/api/v1/parcels/mine`, pid: service.pid, callers },
    ]);
  } finally {
    await settlements.stop();
    await parcels.stop();
  }
  const [{ settlement_id: busy } = { settlement_id: '' }] = await sql<
    { settlement_id: string }[]
  >`select settlement_id from parcel limit 1`;
  await measureDepth(service, busy, newId);
}

/** Seeds 20,000 settlements and four accounts with three plots each; returns their tokens. */
export async function seedFoundation({ sql, newId }: BenchService): Promise<string[]> {
  const now = new Date();
  const place = newId();
  await insertPlace(sql, { id: place, parentId: null, kind: 'country', name: 'Россия' });
  await sql`
    insert into settlement (id, slug, name, kind, status, place_id, region, address, created_at)
    select n, 'settlement-' || n, 'Посёлок номер ' || n, 'snt', 'populated', ${place}, 'Московская область', 'километр ' || n, ${now}
      from generate_series(1, 20000) n`;
  await sql`
    insert into parcel (id, settlement_id, number, number_key, address, created_at, updated_at)
    select 1000000 + n, 1 + n % 5, n, n, '', ${now}, ${now} from generate_series(1, 50) n`;
  const tokens: string[] = [];
  for (const account of [0, 1, 2, 3]) {
    const accountId = newId();
    await insertAccount(sql, {
      id: accountId,
      email: `bench-${account}@example.org`,
      displayName: 'Bench',
      language: 'en',
      passwordHash: null,
      emailConfirmedAt: now,
      createdAt: now,
    });
    for (const number of [1, 2, 3])
      await insertMembership(sql, {
        id: newId(),
        accountId,
        parcelId: String(1_000_000 + account * 3 + number),
        role: 'owner',
        state: 'confirmed',
        isPrimary: number === 1,
        decidedBy: null,
        now,
      });
    const wanted = {
      accountId,
      name: 'bench',
      scopes: ['mcp:read', 'mcp:write', 'mcp:private'] as const,
      days: 1,
    };
    tokens.push((await createPersonalToken(sql, wanted, newId(), now)).token);
  }
  await sql`analyze`;
  return tokens;
}

/** A million plots in one settlement: the first page against the ten thousandth. */
async function measureDepth(
  { sql, url }: BenchService,
  settlement: string,
  _newId: () => string,
): Promise<void> {
  await sql`set statement_timeout = 0`;
  await sql`
    insert into parcel (id, settlement_id, number, number_key, address, created_at, updated_at)
    select 2000000 + n, ${settlement}, 1000 + n, 1000 + n, '', now(), now() from generate_series(1, 1000000) n`;
  await sql`analyze parcel`;
  const first = await timePages(`${url}/api/v1/settlements/${settlement}/parcels?limit=100`);
  let cursor: string | null = null;
  for (let page = 1; page < 10_000; page += 1) {
    const reply = (await (
      await fetch(
        `${url}/api/v1/settlements/${settlement}/parcels?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
    ).json()) as { cursor: string };
    cursor = reply.cursor;
    if (process.stderr.isTTY && page % 500 === 0) process.stderr.write(`\rwalking to page 10,000: ${page}`);
  }
  const last = await timePages(`${url}/api/v1/settlements/${settlement}/parcels?limit=100&cursor=${cursor}`);
  console.log(
    `\nlist_parcels over a million rows: page 1 ${first.toFixed(2)} ms, page 10,000 ${last.toFixed(2)} ms, ratio ${(last / first).toFixed(2)}`,
  );
}

async function timePages(url: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    const begun = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - begun);
  }
  return median(times.slice(50));
}
