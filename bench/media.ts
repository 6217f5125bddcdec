/**
 * list_media with 100,000 photographs in one settlement: the first page compared with the thousandth, for a resident,
 * and for a user who may see one in a hundred.
 *   npm run bench -- media
 */
import { createPersonalToken } from '../src/features/oauth/personal-tokens.ts';
import { insertAccount } from '../src/store/accounts/accounts.ts';
import { insertParcels } from '../src/store/land/parcels.ts';
import { insertPlace } from '../src/store/land/places.ts';
import { insertMembership } from '../src/store/land/residents.ts';
import { insertSettlement } from '../src/store/land/settlements.ts';
import { type BenchService, median } from './bench-harness.ts';

const photographs = 100_000;
const perPage = 30;

export async function measureMedia(service: BenchService): Promise<void> {
  const { token, settlement, newest } = await seed(service);
  const list = `${service.url}/api/v1/settlements/${settlement}/media?limit=${perPage}`;
  const resident = { authorization: `Bearer ${token}` };
  for (const [who, headers, pages] of [
    ['a resident', resident, 1000],
    ['a stranger, who sees one in a hundred', {}, 30],
  ] as const) {
    let cursor = '';
    for (let page = 1; page < pages; page += 1) {
      const reply = await fetch(cursor === '' ? list : `${list}&cursor=${cursor}`, { headers });
      cursor = ((await reply.json()) as { cursor: string }).cursor;
    }
    const [first = 0, deep = 0] = await timePages([list, `${list}&cursor=${cursor}`], headers);
    console.log(
      `list_media, ${who}: page 1 ${first.toFixed(2)} ms, page ${pages} ${deep.toFixed(2)} ms, ratio ${(deep / first).toFixed(2)}`,
    );
  }
  await service.sql`update media set visibility = 'residents' where id <= ${newest}`;
  await service.sql`vacuum analyze media`;
  const [none = 0] = await timePages([list], {});
  console.log(
    `list_media, a stranger, who sees none of ${photographs.toLocaleString('en')}: ${none.toFixed(2)} ms`,
  );
}

async function seed({ sql, newId }: BenchService) {
  const now = new Date();
  const [place, settlement, parcelId, resident] = [newId(), newId(), newId(), newId()];
  await insertPlace(sql, { id: place, parentId: null, kind: 'country', name: 'Россия' });
  const entry = { id: settlement, slug: 'bench', name: 'Посёлок', kind: 'snt', status: 'populated' };
  await insertSettlement(sql, {
    ...entry,
    placeId: place,
    address: '',
    timeZone: 'Europe/Moscow',
    createdAt: now,
  });
  const plot = { id: parcelId, settlementId: settlement, number: '1', cadastralNumber: null, address: '' };
  await insertParcels(sql, [{ ...plot, areaM2: null, geometry: null, center: null }], now);
  const person = { id: resident, email: 'bench@example.org', displayName: 'Bench', language: 'en' as const };
  await insertAccount(sql, { ...person, passwordHash: null, emailConfirmedAt: now, createdAt: now });
  const member = { id: newId(), accountId: resident, parcelId, role: 'owner' as const };
  await insertMembership(sql, { ...member, state: 'confirmed', isPrimary: true, decidedBy: null, now });
  // The trigger that counts bytes per row is not part of the measurement.
  await sql`alter table media disable trigger user`;
  await sql`
    insert into media (id, settlement_id, parcel_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, width, height,
                       visibility, state, created_at)
    select n, ${settlement}, ${parcelId}, 'parcel', ${parcelId}, ${resident}, sha256(n::text::bytea), array[sha256(n::text::bytea)],
           'image/jpeg', 1000, 100, 100, (case when n % 100 = 0 then 'public' else 'residents' end)::visibility, 'ready', ${now}
      from generate_series(1, ${photographs}::int) n`;
  await sql`vacuum analyze media`;
  await sql`analyze`;
  const asked = { accountId: resident, name: 'bench', scopes: ['mcp:read' as const], days: 1 };
  const { token } = await createPersonalToken(sql, asked, newId(), now);
  return { token, settlement, newest: photographs };
}

/** Interleaved, so that other load on the machine affects all alike. */
async function timePages(urls: readonly string[], headers: Record<string, string>): Promise<number[]> {
  const times = urls.map((): number[] => []);
  for (let round = 0; round < 120; round += 1) {
    for (const [index, url] of urls.entries()) {
      const begun = performance.now();
      await (await fetch(url, { headers })).arrayBuffer();
      if (round >= 20) times[index]?.push(performance.now() - begun);
    }
  }
  return times.map(median);
}
