import type { Db, Pool } from '../../src/base/db/connect.ts';
import { perVillage, sqlId, villages } from './ids.ts';

const households = perVillage.plots;
const months = 12;

/** Where each kind of record begins among those of a village. */
const at = {
  meter: 1,
  meterReading: 100,
  fees: 1_000,
  document: 1_010,
  media: 1_100,
  proposal: 1_200,
  sanction: 1_300,
  person: 1_400,
  change: 2_000,
  audit: 3_000,
  session: 4_000,
  review: 5_000,
  letter: 6_000,
  company: 7_000,
  ending: 7_100,
} as const;

/** Meters, fees, documents, days, sanctions, proposals and whatever else people leave behind. Rows refer to what fillVillages makes. */
export async function fillRecords(sql: Pool, db: Db, first: number, last: number): Promise<void> {
  const v = villages(sql, first, last);
  const settlement = sqlId(sql, 'settlement', sql`1`);
  const record = (kind: keyof typeof at, n: ReturnType<Pool>) =>
    sqlId(sql, 'record', sql`${at[kind]}::int + ${n}`);
  const member = (n: ReturnType<Pool>) =>
    sqlId(sql, 'account', sql`1 + (${n}) % ${perVillage.accounts}::int`);
  const plot = (n: ReturnType<Pool>) => sqlId(sql, 'parcel', n);
  await db`
    insert into meter (id, parcel_id, kind, name, for_board, created_by, created_at)
    select ${record('meter', sql`n`)}, ${plot(sql`n`)}, 'energy', 'Счётчик', true, ${member(sql`n - 1`)}, now() - interval '1 year'
      from ${v}, generate_series(1, ${perVillage.accounts}::int) n`;
  await db`
    insert into meter_reading (id, meter_id, measured_at, number, typed_by, created_at)
    select ${record('meterReading', sql`(n - 1) * ${months}::int + m`)}, ${record('meter', sql`n`)}, date_trunc('hour', now()) - m * interval '30 days',
           5000 - m * 200, ${member(sql`n - 1`)}, now()
      from ${v}, generate_series(1, ${perVillage.accounts}::int) n, generate_series(1, ${months}::int) m`;
  await db`
    insert into fee_table (id, settlement_id, period, uploaded_by, uploaded_at)
    select ${record('fees', sql`n`)}, ${settlement}, '202' || (4 + n), ${sqlId(sql, 'account', sql`2`)}, now() from ${v}, generate_series(1, 2) n`;
  await db`
    insert into fee_line (table_id, line, parcel_id, asked, paid, remaining)
    select ${record('fees', sql`n`)}, k, ${plot(sql`k`)}, 24000, 12000, 12000
      from ${v}, generate_series(1, 2) n, generate_series(1, ${households}::int) k`;
  await db`
    insert into media (id, settlement_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, state, created_at)
    select id, ${settlement}, 'settlement', ${settlement}, ${sqlId(sql, 'account', sql`2`)}, sha256(id::text::bytea), array[sha256(id::text::bytea)],
           'application/pdf', 200000, 'ready', now() - n * interval '1 day'
      from ${v}, generate_series(1, 20) n, lateral (select ${record('media', sql`n`)} id) made`;
  await db`
    insert into settlement_document (id, settlement_id, media_id, title, day, added_by, created_at, folder, asks_reading)
    select ${record('document', sql`n`)}, ${settlement}, ${record('media', sql`n`)}, 'Протокол ' || n, current_date - n, ${sqlId(sql, 'account', sql`2`)}, now(),
           'Собрания', n % 2 = 0
      from ${v}, generate_series(1, 20) n`;
  await db`
    insert into settlement_document_reading (document_id, account_id, read_at)
    select ${record('document', sql`n`)}, ${sqlId(sql, 'account', sql`a`)}, now() from ${v}, generate_series(2, 20, 2) n, generate_series(1, 20) a`;
  await db`
    insert into change_proposal (id, settlement_id, subject_type, subject_id, author_id, status, proposed, before, created_at, decided_at, decided_by)
    select ${record('proposal', sql`n`)}, ${settlement}, 'contact', ${sqlId(sql, 'contact', sql`n`)}, ${member(sql`n`)},
           case when n > 1 then 'approved' else 'pending' end, '{"hours": "9-18"}', '{"hours": ""}', now(),
           case when n > 1 then now() end, case when n > 1 then ${sqlId(sql, 'account', sql`2`)} end
      from ${v}, generate_series(1, 5) n`;
  await db`
    insert into sanction (id, account_id, settlement_id, kind, imposed_as, reason, imposed_by, imposed_at)
    select ${record('sanction', sql`1`)}, ${sqlId(sql, 'account', sql`40`)}, ${settlement}, 'warning', 'board', 'Брань в сообщениях', ${sqlId(sql, 'account', sql`2`)},
           now() - interval '100 days' from ${v}`;
  await db`
    insert into recorded_person (id, parcel_id, name, role, is_member, membership_id, created_at, updated_at)
    select ${record('person', sql`n`)}, ${plot(sql`n`)}, 'Житель Номер ' || n, 'owner', true,
           case when n <= ${perVillage.accounts}::int then ${sqlId(sql, 'membership', sql`n`)} end, now(), now()
      from ${v}, generate_series(1, ${households / 2}::int) n`;
  await db`
    insert into task_change (id, task_id, author_id, comment, created_at)
    select ${record('change', sql`n`)}, ${sqlId(sql, 'task', sql`1 + n % ${perVillage.tasks}::int`)}, ${member(sql`n`)}, 'Сделаю завтра.', now()
      from ${v}, generate_series(1, 200) n`;
  await db`
    insert into account_day (account_id, day, changes, bytes)
    select ${sqlId(sql, 'account', sql`a`)}, current_date - d, 5, 20000 from ${v}, generate_series(1, ${perVillage.accounts}::int) a, generate_series(0, 29) d`;
  await db`
    insert into audit_entry (id, at, account_id, action, subject_type, subject_id, settlement_id)
    select ${record('audit', sql`n`)}, now() - n * interval '1 day', ${sqlId(sql, 'account', sql`2`)}, 'claim_confirmed', 'membership',
           ${sqlId(sql, 'membership', sql`1 + n % ${perVillage.accounts}::int`)}, ${settlement}
      from ${v}, generate_series(1, 200) n`;
  await db`
    insert into session (id, token_hash, account_id, host, created_at, last_used_at, expires_at)
    select id, sha256(('session ' || id)::bytea), ${sqlId(sql, 'account', sql`a`)}, '127.0.0.1', now(), now(), now() + interval '20 days'
      from ${v}, generate_series(1, ${perVillage.accounts}::int) a, lateral (select ${record('session', sql`a`)} id) made`;
  await db`
    insert into review (id, settlement_id, subject_type, subject_id, author_id, medal, weight, body, is_verified_resident, is_verified_work,
                        visibility, created_at, updated_at)
    select ${record('review', sql`n`)}, ${settlement}, 'contact', ${sqlId(sql, 'contact', sql`1 + n % ${perVillage.contacts}::int`)}, ${member(sql`n`)},
           'silver', 10, 'Приехал вовремя.', true, false, 'residents', now(), now()
      from ${v}, generate_series(1, 40) n`;
  await db`
    insert into letter (id, account_id, topic, to_address, message_id, subject, body_text, body_html, state, send_at, sent_at, created_at)
    select id, ${member(sql`n`)}, 'my_requests', 'n@bench.example', 'growth-' || id, 'Новости', 'Новости', '<p>Новости</p>', 'sent', now(), now(), now()
      from ${v}, generate_series(1, 100) n, lateral (select ${record('letter', sql`n`)} id) made`;
  await db`
    insert into company (id, inn, slug, name, trades, is_verified, created_at, updated_at, decided_at)
    select id, lpad((id % 10000000000)::text, 10, '1'), 'c-' || id, 'Колодцы ' || id, '{wells}', true, now(), now(), now()
      from ${v}, generate_series(1, 3) n, lateral (select ${record('company', sql`n`)} id) made`;
  await db`
    insert into company_settlement (company_id, settlement_id)
    select ${record('company', sql`n`)}, ${settlement} from ${v}, generate_series(1, 3) n`;
  await fillJournalRecords(sql, db, first, last);
}

/** Tags and days of entries, and the households that announcements were told. */
async function fillJournalRecords(sql: Pool, db: Db, first: number, last: number): Promise<void> {
  const v = villages(sql, first, last);
  const settlement = sqlId(sql, 'settlement', sql`1`);
  await db`
    insert into tag (id, slug, name) select 1000 + n, 'growth-' || n, 'Тема ' || n from generate_series(1, 300) n on conflict do nothing`;
  await db`
    insert into tagging (tag_id, subject_type, subject_id, settlement_id)
    select 1001 + (v * 7 + n % 25) % 300, 'article', ${sqlId(sql, 'article', sql`n`)}, ${settlement}
      from ${v}, generate_series(1, ${perVillage.articles}::int) n`;
  // Announcements are every twelfth entry: each eighth of them is of a day.
  await db`
    update article set event_from = starts, event_until = starts, event = jsonb_build_object(
             'starts_at', to_char(starts, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'ends_at', null, 'place', 'У правления', 'repeats', null,
             'repeats_until', null, 'cancelled', false, 'occurrences', '[]'::jsonb, 'sequence', 0,
             'changed_at', to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      from (select ${sqlId(sql, 'article', sql`n`)} as id, date_trunc('hour', now()) + (60 - n) * interval '12 hours' as starts
              from ${v}, generate_series(8, ${perVillage.articles}::int, 96) n) chosen
     where article.id = chosen.id and kind = 'announcement'`;
  await db`
    insert into announcement_event (event_id, article_id, settlement_id, happened_at, people, letters, letters_sent)
    select ${sqlId(sql, 'event', sql`n`)}, ${sqlId(sql, 'article', sql`n * 12 - 4`)}, ${settlement}, now() - n * interval '9 days', 50, 40, 40
      from ${v}, generate_series(1, 4) n`;
  await db`
    insert into announcement_household (event_id, parcel_id, site_at, read_at)
    select ${sqlId(sql, 'event', sql`n`)}, ${sqlId(sql, 'parcel', sql`k`)}, now(), case when k % 3 = 0 then now() end
      from ${v}, generate_series(1, 4) n, generate_series(1, ${households}::int) k`;
}
