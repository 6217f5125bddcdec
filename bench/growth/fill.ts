import type { Db, Pool } from '../../src/base/db/connect.ts';
import { createMonthPartition, monthPartitionOf } from '../../src/store/devices/reading-partitions.ts';
import { fillRecords } from './fill-records.ts';
import { country, idOf, perVillage, sqlId, villages } from './ids.ts';

const villagesAtOnce = 10;

/** Adds the villages after `from`, to `to` in all; rows are made in the server, which is faster than sending them by COPY. */
export async function fillVillages(sql: Pool, from: number, to: number): Promise<void> {
  await sql`insert into place (id, kind, name, path) values (${country}, 'country', 'Россия', array[${country}::bigint]) on conflict do nothing`;
  const months = await sql<{ month: Date }[]>`
    select month from generate_series(date_trunc('month', now() - interval '1 month'), now(), interval '1 month') month`;
  for (const { month } of months) await sql.begin((db) => createMonthPartition(db, monthPartitionOf(month)));
  for (let first = from + 1; first <= to; first += villagesAtOnce) {
    const last = Math.min(first + villagesAtOnce - 1, to);
    await fillLand(sql, first, last);
    await sql.begin(async (db) => {
      // Rows that are right by construction: foreign keys need not be looked up for each.
      await db.unsafe('set local session_replication_role = replica');
      await db.unsafe('set local statement_timeout = 0');
      await fillTexts(sql, db, first, last);
      await fillConversations(sql, db, first, last);
      await fillDevices(sql, db, first, last);
      await fillRecords(sql, db, first, last);
    });
    if (last % 50 === 0) console.log(`  ${last} villages filled`);
  }
}

async function fillLand(sql: Pool, first: number, last: number): Promise<void> {
  const v = villages(sql, first, last);
  await sql`
    insert into settlement (id, slug, name, kind, status, place_id, region, created_at)
    select ${sqlId(sql, 'settlement', sql`1`)}, 'growth-' || v, 'Берёзовая роща ' || v, 'snt', 'populated', ${country}, 'Россия', now() - interval '1 year'
      from ${v}`;
  // Twenty-five rows of twenty-four plots, 30 by 40 metres, a village every five kilometres.
  await sql`
    insert into parcel (id, settlement_id, number, number_key, cadastral_number, area_m2, geometry, center, created_at, updated_at)
    select ${sqlId(sql, 'parcel', sql`k`)}, ${sqlId(sql, 'settlement', sql`1`)}, k::text, k::text, '77:' || v || ':' || k, 1200,
           jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(
             jsonb_build_array(x, y), jsonb_build_array(x + 0.00048, y), jsonb_build_array(x + 0.00048, y + 0.00036),
             jsonb_build_array(x, y + 0.00036), jsonb_build_array(x, y)))),
           point(x + 0.00024, y + 0.00018), now(), now()
      from ${v}, generate_series(1, ${perVillage.plots}::int) k,
           lateral (select round((30 + (v % 40) * 0.08 + (k % 24) * 0.00048)::numeric, 7) x,
                           round((50 + (v / 40) * 0.05 + (k / 24) * 0.00036)::numeric, 7) y) at`;
  await sql`
    insert into building (id, settlement_id, parcel_id, cadastral_number, purpose, area_m2, geometry, created_at, updated_at)
    select ${sqlId(sql, 'building', sql`k`)}, ${sqlId(sql, 'settlement', sql`1`)}, p.id, '77:b:' || v || ':' || k, 'dwelling', 80,
           jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(
             jsonb_build_array(x, y), jsonb_build_array(x + 0.00012, y), jsonb_build_array(x + 0.00012, y + 0.0001),
             jsonb_build_array(x, y + 0.0001), jsonb_build_array(x, y)))), now(), now()
      from ${v}, generate_series(1, ${perVillage.plots}::int) k join lateral (
             select id, round(center[0]::numeric, 7) x, round(center[1]::numeric, 7) y from parcel
              where id = ${sqlId(sql, 'parcel', sql`k`)}) p on true`;
  await sql`
    insert into account (id, email, email_key, display_name, email_confirmed_at, created_at)
    select id, id || '@bench.example', id || '@bench.example', 'Житель Номер ' || id, now(), now()
      from (select ${sqlId(sql, 'account', sql`a`)} id from ${v}, generate_series(1, ${perVillage.accounts}::int) a) made`;
  await sql`
    insert into membership (id, account_id, parcel_id, role, state, is_primary, created_at, decided_at)
    select ${sqlId(sql, 'membership', sql`a`)}, ${sqlId(sql, 'account', sql`a`)}, ${sqlId(sql, 'parcel', sql`a`)}, 'owner', 'confirmed', true, now(), now()
      from ${v}, generate_series(1, ${perVillage.accounts}::int) a`;
  await sql`
    insert into settlement_role (settlement_id, account_id, role, created_at)
    select ${sqlId(sql, 'settlement', sql`1`)}, ${sqlId(sql, 'account', sql`2`)}, 'editor', now() from ${v}`;
  await sql`
    insert into contact (id, settlement_id, slug, name, category, notes, created_by, created_at, updated_at)
    select ${sqlId(sql, 'contact', sql`n`)}, ${sqlId(sql, 'settlement', sql`1`)}, 'c-' || n, 'Мастер ' || n, 'trade', 'Чинит насосы и заборы',
           ${sqlId(sql, 'account', sql`2`)}, now(), now()
      from ${v}, generate_series(1, ${perVillage.contacts}::int) n`;
}

async function fillTexts(sql: Pool, db: Db, first: number, last: number): Promise<void> {
  const v = villages(sql, first, last);
  await db`
    insert into article (id, settlement_id, parcel_id, author_id, slug, title, body, excerpt, kind, status, visibility, about_on_shown,
                         published_at, created_at, updated_at)
    select ${sqlId(sql, 'article', sql`n`)}, ${sqlId(sql, 'settlement', sql`1`)},
           case when n % 4 > 0 then ${sqlId(sql, 'parcel', sql`1 + n % ${perVillage.accounts}::int`)} end,
           ${sqlId(sql, 'account', sql`1 + n % ${perVillage.accounts}::int`)}, 'a-' || n, 'Запись ' || n,
           repeat('Сегодня на участке тихо, яблони в цвету, соседи топят баню и носят воду. ', 3 + n % 8)
           || case when n % 200 = 0 then 'Привезли щебень.' else '' end, 'Сегодня на участке тихо, яблони в цвету.',
           case when n % 4 > 0 then 'diary' else (array['post', 'guide', 'announcement'])[1 + n / 4 % 3] end, 'published',
           (array['residents', 'residents', 'settlement', 'public'])[1 + n / 4 % 4]::visibility, '2026-01-01',
           now() - n * interval '3 hours', now() - n * interval '3 hours', now()
      from ${v}, generate_series(1, ${perVillage.articles}::int) n`;
  await db`
    insert into task (id, settlement_id, parcel_id, kind, title, body, status, visibility, author_id, addressee, created_at, updated_at, closed_at)
    select ${sqlId(sql, 'task', sql`n`)}, ${sqlId(sql, 'settlement', sql`1`)}, ${sqlId(sql, 'parcel', sql`1 + n % ${perVillage.accounts}::int`)}, 'request',
           'Починить калитку ' || n, 'Петля отвалилась.', case when n % 10 = 0 then 'open' else 'done' end, 'residents',
           ${sqlId(sql, 'account', sql`1 + n % ${perVillage.accounts}::int`)}, 'board', now(), now(), case when n % 10 > 0 then now() end
      from ${v}, generate_series(1, ${perVillage.tasks}::int) n`;
  await db`
    insert into notification (id, account_id, topic, key, replacements, url, event_id, created_at, read_at)
    select ${sqlId(sql, 'notification', sql`n`)}, ${sqlId(sql, 'account', sql`1 + n % ${perVillage.accounts}::int`)}, 'my_requests',
           'notifications.task_in_progress', '{"title": "Почистить колодец"}', '/tasks/' || (${sqlId(sql, 'task', sql`1 + n % ${perVillage.tasks}::int`)}),
           ${sqlId(sql, 'event', sql`n`)}, now() - n * interval '1 hour', case when n % 20 > 0 then now() end
      from ${v}, generate_series(1, ${perVillage.notifications}::int) n`;
  await db`
    insert into notification_counter (account_id, unread)
    select account_id, count(*) filter (where read_at is null) from notification
     where account_id between ${idOf('account', first)}::bigint and ${idOf('account', last, perVillage.accounts)}::bigint group by 1`;
}

/** Each account writes with the next one of its village. */
async function fillConversations(sql: Pool, db: Db, first: number, last: number): Promise<void> {
  const v = villages(sql, first, last);
  const each = perVillage.messages / perVillage.conversations;
  const partner = sql`1 + c % ${perVillage.accounts}::int`;
  await db`
    insert into conversation (id, settlement_id, kind, member_key, last_message_id, last_number, created_at)
    select ${sqlId(sql, 'conversation', sql`c`)}, ${sqlId(sql, 'settlement', sql`1`)}, 'person', 'growth:' || v || ':' || c,
           ${sqlId(sql, 'message', sql`c * ${each}::int`)}, ${each}, now()
      from ${v}, generate_series(1, ${perVillage.conversations}::int) c`;
  await db`
    insert into message (conversation_id, number, id, author_id, body, created_at)
    select ${sqlId(sql, 'conversation', sql`c`)}, n, ${sqlId(sql, 'message', sql`(c - 1) * ${each}::int + n`)}, ${sqlId(sql, 'account', sql`c`)}, 'Завтра дам лестницу.',
           now() - (${each}::int - n) * interval '1 hour'
      from ${v}, generate_series(1, ${perVillage.conversations}::int) c, generate_series(1, ${each}::int) n`;
  await db`
    insert into conversation_member (conversation_id, account_id, side, read_number, last_message_id)
    select ${sqlId(sql, 'conversation', sql`c`)}, who, 'person', ${each}, ${sqlId(sql, 'message', sql`c * ${each}::int`)}
      from ${v}, generate_series(1, ${perVillage.conversations}::int) c,
           unnest(array[${sqlId(sql, 'account', sql`c`)}, ${sqlId(sql, 'account', partner)}]) who`;
}

/** Five plots with a device of five sensors, a reading every five minutes, and what the service computes of them. */
async function fillDevices(sql: Pool, db: Db, first: number, last: number): Promise<void> {
  const v = villages(sql, first, last);
  const devices = perVillage.sensors / 5;
  const readings = perVillage.readings / perVillage.sensors;
  await db`
    insert into device_connection (id, account_id, parcel_id, name, provider, state, polled_at, next_poll_at, created_at)
    select ${sqlId(sql, 'device', sql`d`)}, ${sqlId(sql, 'account', sql`d`)}, ${sqlId(sql, 'parcel', sql`d`)}, 'Теплица', 'push', 'paused', now(), now(), now()
      from ${v}, generate_series(1, ${devices}::int) d`;
  await db`
    insert into device (id, connection_id, key, name, created_at)
    select ${sqlId(sql, 'device', sql`d`)}, ${sqlId(sql, 'device', sql`d`)}, 'greenhouse', 'Теплица', now() from ${v}, generate_series(1, ${devices}::int) d`;
  await db`
    insert into sensor (id, device_id, key, raw_key, kind, value_type, aggregation, unit, number, visibility, measured_at, reported_at, created_at)
    select ${sqlId(sql, 'sensor', sql`s`)}, ${sqlId(sql, 'device', sql`1 + (s - 1) / 5`)}, 'temperature-' || s, 'temperature-' || s, 'temperature', 'number', 'mean', '°C',
           20, 'residents', now(), now(), now()
      from ${v}, generate_series(1, ${perVillage.sensors}::int) s`;
  await db`
    insert into reading (sensor_id, measured_at, number)
    select ${sqlId(sql, 'sensor', sql`s`)}, date_trunc('minute', now()) - n * interval '5 minutes', 15 + n % 10
      from ${v}, generate_series(1, ${perVillage.sensors}::int) s, generate_series(0, ${readings - 1}::int) n`;
  for (const step of ['hour', 'day'] as const)
    await db`
      insert into reading_rollup (sensor_id, step, starts_at, n, mean, low, high, total, last_number, last_at)
      select ${sqlId(sql, 'sensor', sql`s`)}, ${step}::text, starts_at, 12, 20, 15, 24, 240, 20, starts_at
        from ${v}, generate_series(1, ${perVillage.sensors}::int) s,
             generate_series(date_trunc(${step}::text, now()) - ${readings}::int * interval '5 minutes', date_trunc(${step}::text, now()), ('1 ' || ${step}::text)::interval) starts_at`;
}
