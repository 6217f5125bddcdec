import { createPersonalToken } from '../src/features/oauth/personal-tokens.ts';
import { insertPlace } from '../src/store/land/places.ts';
import { insertMembership } from '../src/store/land/residents.ts';
import { insertSettlement } from '../src/store/land/settlements.ts';
import { type BenchService, compare, median, startReference } from './bench-harness.ts';

const verdicts = 100_000;
const settlement = 'bench-village';
/** Subjects: an ordinary one, and one of whose reviews only the forty oldest are public. */
const [common, rare] = ['501', '502'];

/**
 * list_reviews over 100,000 reviews of one subject: compared with a bare server, deep pages, and few visible rows.
 */
export async function measureReviews(service: BenchService): Promise<void> {
  const token = await seedReviews(service);
  const headers = { authorization: `Bearer ${token}` };
  const reference = await startReference(new URL('./references/reviews.ts', import.meta.url), service);
  const address = (subject: string, cursor?: string) =>
    `${service.url}/api/v1/settlements/${settlement}/reviews?subject_type=contact&subject_id=${subject}${cursor ? `&cursor=${cursor}` : ''}`;
  try {
    for (const [who, extra] of [
      ['without a token', {}],
      ['as a resident', { headers }],
    ] as const) {
      await compare(`list_reviews, 30 of 100,000, ${who}`, [
        {
          label: 'bare node:http + same SQL',
          url: `${reference.url}/?settlement=${settlement}&subject_id=${common}`,
          pid: reference.pid,
          ...extra,
        },
        { label: 'service', url: address(common as string), pid: service.pid, ...extra },
      ]);
    }
  } finally {
    await reference.stop();
  }
  const [deep] = await service.sql<{ id: string }[]>`
    select id from review where subject_id = ${common as string} order by id limit 1 offset 100`;
  const [first, last, few] = await timeInTurns([
    { url: address(common as string), headers },
    { url: address(common as string, deep?.id), headers },
    { url: address(rare as string), headers: {} },
  ]);
  const shown = [first, last, few].map((time) => (time ?? 0).toFixed(2));
  console.log(
    `\nlist_reviews over 100,000: page 1 ${shown[0]} ms, last pages ${shown[1]} ms, ratio ${((last ?? 0) / (first ?? 1)).toFixed(2)}; ` +
      `a stranger who sees the 40 oldest only ${shown[2]} ms`,
  );
}

/** Interleaved, so that other load on the machine affects all alike. */
async function timeInTurns(
  asked: readonly { url: string; headers: Record<string, string> }[],
): Promise<number[]> {
  const times: number[][] = asked.map(() => []);
  for (let round = 0; round < 250; round += 1) {
    for (const [index, { url, headers }] of asked.entries()) {
      const begun = performance.now();
      const reply = await fetch(url, { headers });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
      times[index]?.push(performance.now() - begun);
    }
  }
  return times.map((list) => median(list.slice(50)));
}

export async function seedReviews({ sql, newId }: BenchService): Promise<string> {
  const now = new Date();
  const [place, village, plot] = [newId(), newId(), newId()];
  await insertPlace(sql, { id: place, parentId: null, kind: 'country', name: 'Страна отзывов' });
  await insertSettlement(sql, {
    id: village,
    slug: settlement,
    name: 'Посёлок отзывов',
    kind: 'snt',
    status: 'populated',
    placeId: place,
    address: '',
    timeZone: 'Europe/Moscow',
    createdAt: now,
  });
  await sql`insert into parcel (id, settlement_id, number, number_key, created_at, updated_at) values (${plot}, ${village}, '1', '1', ${now}, ${now})`;
  await sql`
    insert into account (id, email, email_key, display_name, created_at)
    select n, n || '@bench.example', n || '@bench.example', 'Житель Номер ' || n, ${now} from generate_series(1, ${verdicts}) n`;
  await sql`
    insert into contact (id, settlement_id, slug, name, category, created_by, created_at, updated_at)
    select n, ${village}, 'c-' || n, 'Мастер ' || n, 'trade', 1, ${now}, ${now} from unnest(${[common, rare]}::bigint[]) n`;
  for (const [index, subject] of [common, rare].entries()) {
    await sql`
      insert into review (id, settlement_id, subject_type, subject_id, author_id, medal, weight, body, is_verified_resident,
                          is_verified_work, visibility, created_at, updated_at)
      select ${(index + 1) * 1_000_000} + n, ${village}, 'contact', ${subject as string}, n, 'silver', 10,
             'Приехал вовремя, сделал на совесть, за собой убрал. Номер ' || n, true, n % 7 = 0,
             case when ${index} = 1 then case when n <= 40 then 'public' else 'residents' end
                  else (array['residents', 'residents', 'residents', 'settlement', 'settlement', 'public', 'private'])[1 + n % 7] end,
             ${now}, ${now}
        from generate_series(1, ${verdicts}) n`;
  }
  await insertMembership(sql, {
    id: newId(),
    accountId: '1',
    parcelId: plot,
    role: 'owner',
    state: 'confirmed',
    isPrimary: true,
    decidedBy: null,
    now,
  });
  await sql`vacuum analyze review`;
  await sql`analyze`;
  const wanted = { accountId: '1', name: 'bench', scopes: ['mcp:read'] as const, days: 1 };
  return (await createPersonalToken(sql, wanted, newId(), now)).token;
}
