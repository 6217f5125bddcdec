import { hashPassword } from '../src/features/accounts/password.ts';
import { createPersonalToken } from '../src/features/oauth/personal-tokens.ts';
import { insertPlace } from '../src/store/land/places.ts';
import { insertSettlement } from '../src/store/land/settlements.ts';
import type { BenchService } from './bench-harness.ts';

/** Ids are sequential, so that two databases are equal and the replies of two services can be compared. */
export const village = { id: '11', slug: 'bench' };
const other = { id: '12', slug: 'other' };
const country = '1';

export const sizes = {
  plots: 10_000,
  places: 150_000,
  articles: 20_000,
  contacts: 3_000,
  verdicts: 20_000,
  tasks: 20_000,
};
/** First account id; the account of plot n is this plus n. */
const firstAccountId = 1_000_000;
const now = new Date('2026-06-01T09:00:00Z');

/** Readers: an author of little, the author of half of everything, an editor. */
export const readers = {
  quiet: String(firstAccountId + 500),
  writer: String(firstAccountId + 1),
  editor: String(firstAccountId + 2),
} as const;
export const password = 'a village of ten thousand plots';

/** Parts of place names: some forty thousand different words with a realistic distribution. */
const beginnings =
  'Иван Петр Михал Алекс Никол Василь Андр Павл Степан Федор Берез Сосн Ельн Дуб Ольх Калин Малин Рябин Озер Реч Болот Камен Песч Глин Ключ Красн Бел Черн Зелен Сух Стар Нов Верх Ниж Больш Мал Кос Крив Тих Свет';
const middles =
  'ан ер ов ел ин ош ак ет ун ич ар об ен ик ол уш ат ем ил ог ад ев их он ут ам еш от ир ал ос ец ур ок иж ач ищ ам яч ём';
const endings =
  'ка о ово ино ки ская ское ский цы ичи ята уха иха енка овка евка инка ищи ань ель ница ничи ное ный ная';
const adjectives = 'Новая Старая Верхняя Нижняя Большая Малая Красная Белая Дальняя Ближняя';

export interface ReaderTokens {
  /** Personal token by reader. */
  readonly tokens: Readonly<Record<keyof typeof readers, string>>;
}

export async function seedLargeVillage(service: BenchService): Promise<ReaderTokens> {
  const { sql, newId } = service;
  await insertPlace(sql, { id: country, parentId: null, kind: 'country', name: 'Россия' });
  await seedPlaces(service);
  for (const { id, slug } of [village, other])
    await insertSettlement(sql, {
      id,
      slug,
      name: `Посёлок ${slug}`,
      kind: 'snt',
      status: 'populated',
      placeId: country,
      address: '',
      timeZone: 'Europe/Moscow',
      createdAt: now,
    });
  await seedPeople(service);
  await seedTexts(service);
  await seedMessages(service);
  await seedDirectory(service);
  await sql`vacuum analyze`;
  const hash = await hashPassword(password);
  await sql`update account set password_hash = ${hash} where id = any(${Object.values(readers)}::bigint[])`;
  const tokens: Record<string, string> = {};
  for (const [name, accountId] of Object.entries(readers)) {
    const wanted = { accountId, name: 'bench', scopes: ['mcp:read'] as const, days: 1 };
    tokens[name] = (await createPersonalToken(sql, wanted, newId(), new Date())).token;
  }
  return { tokens: tokens as ReaderTokens['tokens'] };
}

async function seedPlaces({ sql }: BenchService): Promise<void> {
  /** SQL that picks a word by a hash of `n`, equal in every database. */
  const pick = (words: string, turn: number) => {
    const list = words.split(' ');
    return sql`(${list}::text[])[1 + (hashint8(n::bigint * 16 + ${turn}::int) & 65535) % ${list.length}::int]`;
  };
  const insert = (from: number, to: number, kind: string, parent: ReturnType<typeof sql>) => sql`
    insert into place (id, parent_id, kind, name, path)
    select id, parent, ${kind}, name, array[${country}::bigint] || case when parent <> ${country}::bigint then array[parent] else '{}' end || id
      from (select 100000 + n as id, ${parent} as parent,
                   case when n % 5 = 0 then ${pick(adjectives, 1)} || ' ' else '' end || ${pick(beginnings, 2)}
                   || case when n % 3 > 0 then ${pick(middles, 3)} else '' end
                   || case when n % 6 = 1 then ${pick(middles, 4)} else '' end || ${pick(endings, 5)} as name
              from generate_series(${from}::int, ${to}::int) n) made
    on conflict (coalesce(parent_id, 0), name) do nothing`;
  await insert(1, 1000, 'district', sql`${country}::bigint`);
  const [districts] = await sql<{ ids: string[] }[]>`
    select array_agg(id::text order by id) as ids from place where kind = 'district'`;
  const ids = districts?.ids ?? [];
  // More than needed, because duplicate names in a district are dropped.
  const parent = sql`(${ids}::bigint[])[1 + n % cardinality(${ids}::bigint[])]`;
  for (let from = 1001; from < sizes.places + 20_000; from += 10_000)
    await insert(from, from + 9_999, 'locality', parent);
  await sql`delete from place where id in (select id from place order by id offset ${sizes.places})`;
}

/** Nine of ten plots have residents, some two; a few claims are pending, a few memberships have ended. */
async function seedPeople({ sql }: BenchService): Promise<void> {
  await sql`
    insert into account (id, email, email_key, display_name, email_confirmed_at, created_at)
    select ${firstAccountId}::bigint + n, n || '@bench.example', n || '@bench.example', 'Житель Номер ' || n, ${now}, ${now}
      from generate_series(1, 2 * ${sizes.plots}::int) n`;
  for (const [index, { id }] of [village, other].entries()) {
    const first = index * sizes.plots;
    await sql`
      insert into parcel (id, settlement_id, number, number_key, created_at, updated_at)
      select 200000 + n, ${id}, n::text, n::text, ${now}, ${now}
        from generate_series(${first + 1}::int, ${first + sizes.plots}::int) n`;
    await sql`
      insert into membership (id, account_id, parcel_id, role, state, is_primary, created_at, decided_at)
      select 300000 + 2 * n, ${firstAccountId}::bigint + n, 200000 + n, 'owner',
             case when n % 50 = 7 then 'claimed' when n % 50 = 9 then 'ended' else 'confirmed' end,
             n % 50 not in (7, 9), ${now}, case when n % 50 = 7 then null else ${now}::timestamptz end
        from generate_series(${first + 1}::int, ${first + sizes.plots}::int) n where n % 10 > 0`;
    await sql`
      insert into membership (id, account_id, parcel_id, role, state, created_at, decided_at)
      select 300001 + 2 * n, ${firstAccountId}::bigint + n, 200000 + n - 1, 'family', 'confirmed', ${now}, ${now}
        from generate_series(${first + 3}::int, ${first + sizes.plots}::int, 3) n where (n - 1) % 10 > 0`;
  }
  await sql`
    insert into settlement_role (settlement_id, account_id, role, created_at) values (${village.id}, ${readers.editor}, 'editor', ${now})`;
}

/** One word is in every article, one in every hundredth, one in every two thousandth. */
async function seedTexts({ sql }: BenchService): Promise<void> {
  const author = sql`case when n % 2 = 0 then ${readers.writer}::bigint else ${firstAccountId}::bigint + 3 + n % 7000 end`;
  await sql`
    insert into article (id, settlement_id, parcel_id, author_id, slug, title, body, excerpt, kind, status, visibility, about_on_shown,
                         published_at, created_at, updated_at)
    select 400000 + n, ${village.id}, case when n % 8 < 7 then 200000 + 1 + case when n % 2 = 0 then 0 else n % 7000 end end, ${author},
           'article-' || n, 'Запись номер ' || n,
           repeat('Сегодня на участке тихо, яблони в цвету, соседи топят баню и носят воду. ', 4 + n % 40)
           || case when n % 100 = 0 then 'Привезли щебень.' else '' end || case when n % 2000 = 0 then 'Видели лося.' else '' end,
           repeat('Сегодня на участке тихо, яблони в цвету. ', 4),
           case when n % 8 < 7 then 'diary' else (array['post', 'guide', 'announcement'])[1 + n / 8 % 3] end, 'published',
           (array['private', 'residents', 'residents', 'settlement', 'public'])[1 + n / 4 % 5], '2026-01-01',
           ${now}::timestamptz - n * interval '90 seconds', ${now}, ${now}
      from generate_series(1, ${sizes.articles}::int) n`;
  await sql`
    insert into task (id, settlement_id, parcel_id, kind, title, body, status, visibility, author_id, addressee, due_on, created_at, updated_at, closed_at)
    select 500000 + n, ${village.id}, case when n % 3 = 0 then 200000 + 1 + case when n % 2 = 0 then 0 else n % 7000 end end, (array['request', 'work', 'reminder'])[1 + n % 3],
           'Починить калитку ' || n, repeat('Петля отвалилась, нужна новая. ', 3),
           case when n % 250 < 3 then 'open' else 'done' end, (array['private', 'residents', 'settlement'])[1 + n / 4 % 3],
           ${author}, (array['self', 'board', 'self', 'self'])[1 + n / 4 % 4], '2026-06-03', ${now}, ${now},
           case when n % 250 < 3 then null else ${now}::timestamptz end
      from generate_series(1, ${sizes.tasks}::int) n`;
}

/** The writer has a conversation with every tenth neighbour and has read nearly all. */
async function seedMessages({ sql }: BenchService): Promise<void> {
  await sql`
    insert into conversation (id, settlement_id, kind, member_key, last_message_id, last_number, created_at)
    select 800000 + n, ${village.id}, 'person', 'bench-' || n, 900000 + n, 1, ${now} from generate_series(1, ${sizes.plots / 10}::int) n`;
  await sql`
    insert into message (conversation_id, number, id, author_id, body, created_at)
    select 800000 + n, 1, 900000 + n, ${readers.writer}, 'Добрый день!', ${now} from generate_series(1, ${sizes.plots / 10}::int) n`;
  await sql`
    insert into conversation_member (conversation_id, account_id, side, read_number, last_message_id)
    select 800000 + n, account, 'person', case when n % 100 = 0 then 0 else 1 end, 900000 + n
      from generate_series(1, ${sizes.plots / 10}::int) n,
           unnest(array[${readers.writer}::bigint, ${firstAccountId}::bigint + 10 * n + 1]) account
     where ${firstAccountId}::bigint + 10 * n + 1 <> ${readers.writer}::bigint`;
}

async function seedDirectory({ sql }: BenchService): Promise<void> {
  await sql`
    insert into contact (id, settlement_id, slug, name, category, notes, created_by, created_at, updated_at)
    select 600000 + n, ${village.id}, 'c-' || n, 'Мастер ' || n, 'trade', 'Чинит насосы и заборы, приезжает в тот же день',
           ${firstAccountId}::bigint + n, ${now}, ${now}
      from generate_series(1, ${sizes.contacts}::int) n`;
  await sql`
    insert into review (id, settlement_id, subject_type, subject_id, author_id, medal, weight, body, is_verified_resident,
                        is_verified_work, visibility, created_at, updated_at)
    select 700000 + n, ${village.id}, 'contact', 600000 + 1 + n % ${sizes.contacts}::int,
           case when n % 8 = 0 and n <= 8 * ${sizes.contacts}::int then ${readers.writer}::bigint else ${firstAccountId}::bigint + 3 + n / 2 end,
           'silver', 10, 'Приехал вовремя, сделал на совесть. Номер ' || n, true, n % 7 = 0,
           (array['residents', 'settlement', 'public', 'private'])[1 + n % 4], ${now}, ${now}
      from generate_series(1, ${sizes.verdicts}::int) n
    on conflict (settlement_id, subject_type, subject_id, author_id) do nothing`;
}
