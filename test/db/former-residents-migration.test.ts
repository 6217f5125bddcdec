import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connect, type Pool } from '../../src/base/db/connect.ts';
import { migrate } from '../../src/base/db/migrate.ts';
import { list_former_residents } from '../../src/features/actions/list_former_residents.ts';
import { list_people } from '../../src/features/actions/list_people.ts';
import { take_back_ending } from '../../src/features/actions/take_back_ending.ts';
import { connectMaintenance, databaseAddress, findCluster } from '../harness/cluster.ts';
import { openService, type TestService } from '../harness/open-service.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';

/** Last migration before kinds of plots, endings and roles of the board. */
const lastFormer = '380_words_of_companies.sql';
const settlement = 'lesnoe';

/** Accounts of the village. */
const who = { editor: '11', owner: '12', seller: '13', refused: '14', removed: '15', later: '16' } as const;

describe('a village of before kinds of plots, endings and roles', () => {
  let service: TestService;
  let pool: Pool;
  let leave: () => Promise<void>;
  before(async () => {
    const cluster = await findCluster();
    const maintenance = connectMaintenance(cluster.address);
    const name = `settlements_former_${process.pid}`;
    await maintenance`create database ${maintenance(name)}`;
    pool = connect({ to: databaseAddress(cluster.address, name), maxConnections: 4 });
    const template = connect({
      to: databaseAddress(cluster.address, cluster.address.template),
      maxConnections: 1,
    });
    const names = await template<{ name: string }[]>`select name from migration where name <= ${lastFormer}`;
    await template.end();
    await migrate(pool, { only: new Set(names.map((row) => row.name)) });
    await insertFormerVillage(pool);
    assert.ok((await migrate(pool)) > 10);
    const opened = await openService({}, { database: { pool, drop: async () => {} } });
    service = opened.service;
    leave = async () => {
      await opened.close();
      await maintenance`drop database ${maintenance(name)} with (force)`;
      await maintenance.end();
      await cluster.stop();
    };
  });
  after(() => leave());

  const former = async () =>
    (await runActionAs(service, who.editor, list_former_residents, { settlement })).people.map(
      ({ name, plotNumber, kind, endedOn, reason }) => [name, plotNumber, kind, endedOn, reason],
    );

  it('has dwellings, titles without words, one member who decides, and reports of threats first', async () => {
    const { parcels } = await service.client().list_parcels({ settlement });
    assert.deepEqual(new Set(parcels.map(({ kind }) => kind)), new Set(['dwelling']));
    const { data } = await (await service.as(who.editor)).show_settlement({ settlement });
    assert.equal(data.households?.confirmed, 1);
    const [row] = await pool`
      select title, s.needs_second_member as second, (select report_reason from task where id = 71) as threat,
             (select report_reason from task where id = 72) as other, (select letter_id from plot_code where id = 81) as letter
        from settlement_role join settlement s on s.id = settlement_id`;
    assert.deepEqual({ ...row }, { title: '', second: false, threat: 'threat', other: null, letter: null });
  });

  it('lists who left, from members and cards, each once, and nobody whose claim was refused', async () => {
    assert.deepEqual(await former(), [
      ['Никита Прежний', '3', 'other', '2026-03-08', 'Продал участок'],
      ['Ольга Снятая', '4', 'other', '2026-02-03', null],
      ['Карточка Давняя', '3', 'other', '2025-06-01', null],
    ]);
    const since = await pool<{ id: string; at: string }[]>`
      select id, to_char(confirmed_at at time zone 'UTC', 'YYYY-MM-DD') as at from membership
       where confirmed_at is not null order by id`;
    assert.deepEqual(
      since.map(({ id, at }) => [id, at]),
      [
        ['32', '2024-05-05'],
        ['33', '2024-06-06'],
        ['35', '2024-07-07'],
      ],
      'a claim that was refused never began',
    );
    const [ending] = await pool<{ id: string }[]>`select id from residency_ending where membership_id = 33`;
    const kind = refusalKindOf(
      runActionAs(service, who.editor, take_back_ending, { settlement, ending: ending?.id }),
    );
    assert.equal(await kind, 'invalid', 'a week has passed');
  });

  it('has its register as before', async () => {
    const { lines, counts } = await runActionAs(service, who.editor, list_people, { settlement });
    assert.equal(counts.plots, 4);
    const people = lines.flatMap(({ person }) => (person ? [person] : []));
    assert.deepEqual(people.map(({ name, plotNumber, state }) => [name, plotNumber, state]).sort(), [
      ['Анна Владелица', '2', 'confirmed'],
      ['Карточка Нынешняя', '2', 'recorded'],
    ]);
  });

  it('is written by the version before beside this one: its statements do what they did, and this one reads them', async () => {
    // What that version sent for a plot, a claim, its confirmation, an ending, a card, a code, a role and an import.
    await pool`
      insert into parcel (id, settlement_id, number, number_key, cadastral_number, address, area_m2, geometry, outline, center, listing, created_at, updated_at)
      select r.id, r."settlementId", r.number, r.number_key, null, '', null, null, null, null, null, now(), now()
        from jsonb_to_recordset('[{"id": 25, "settlementId": 2, "number": "5", "number_key": "5"}]') as r (
          id bigint, "settlementId" bigint, number text, number_key text)`;
    await pool`
      insert into membership (id, account_id, parcel_id, role, state, note, created_at)
      values (36, ${who.later}, 25, 'owner', 'claimed', '', '2026-11-01T10:00:00Z')`;
    await pool`
      update membership m set state = 'confirmed', role = 'owner', decided_at = '2026-11-02T10:00:00Z', decided_by = ${who.editor},
             decision_note = null,
             is_primary = not exists (select 1 from membership o where o.account_id = m.account_id and o.is_primary and o.state = 'confirmed')
       where id = 36`;
    await pool`
      insert into recorded_person (id, parcel_id, name, role, email_key, has_no_email, phones, postal_address, is_member, since,
                                   membership_id, created_at, updated_at)
      values (45, 25, 'Павел Недолгий', 'owner', null, false, '{}', '', null, null, null, now(), now())
      on conflict (id) do update set name = excluded.name`;
    await pool`
      insert into plot_code (id, parcel_id, code_hash, role, email_key, invitee, person_id, issued_by, issued_at, expires_at)
      values (82, 25, ${Buffer.alloc(32, 2)}, null, null, null, 45, ${who.editor}, now(), now() + interval '1 day')`;
    await pool`
      insert into land_import (id, settlement_id, account_id, kind, is_bounded, file_name, file, system, parameters, state, created_at, expires_at)
      values (91, 2, ${who.editor}, 'plots', true, 'a.csv', 'x', 'auto', '', 'checking', now(), now() + interval '1 day')`;
    await pool`
      insert into land_import_feature (import_id, number, name, plot_number, outcome, remark, reason, place, warnings, shift_m,
                                       area_was, area_will, was, will)
      values (91, 1, 'x', '9', 'added', null, null, 0, '{}', null, null, 600, null, null)`;
    await pool`insert into settlement_role (settlement_id, account_id, role, created_at) values (2, ${who.owner}, 'editor', now()) on conflict do nothing`;
    await pool`
      insert into task (id, settlement_id, kind, title, status, author_id, addressee, created_at, updated_at)
      values (73, 2, 'request', 'Фонарь', 'open', ${who.owner}, 'board', now(), now())`;
    const [begun] = await pool<{ at: Date }[]>`select confirmed_at as at from membership where id = 36`;
    assert.equal(begun?.at.toISOString(), '2026-11-02T10:00:00.000Z', 'the trigger knows since when');
    const lists = await (await service.as(who.editor)).list_residents({ settlement, state: 'confirmed' });
    assert.ok(lists.residents.some(({ id }) => id === '36'));

    await pool`
      update membership set state = 'ended', is_primary = false, reason = 'Уехал', decided_at = '2026-11-10T10:00:00Z',
             decided_by = ${who.editor}
       where id = 36`;
    await pool`update recorded_person set until = '2026-11-09'::date, updated_at = now() where id = 45`;
    const rows = await former();
    assert.deepEqual(
      rows.filter(([, plot]) => plot === '5'),
      [
        ['Павел Поздний', '5', 'other', '2026-11-10', 'Уехал'],
        ['Павел Недолгий', '5', 'other', '2026-11-09', null],
      ],
    );
    await pool`delete from settlement_role where settlement_id = 2 and account_id = ${who.owner} and role = 'editor'`;
    await pool`delete from recorded_person where id = 45`;
  });

  it('is read by the version before: an auditor is somebody related, an ending an ended membership, a road a plot', async () => {
    await pool`insert into settlement_role (settlement_id, account_id, role, created_at) values (2, ${who.refused}, 'auditor', now())`;
    await pool`update parcel set kind = 'road' where id = 24`;
    await pool`
      insert into residency_ending (id, settlement_id, parcel_id, membership_id, kind, ended_on, ended_at, role)
      values (99, 2, 22, 32, 'sold', '2026-11-01', now(), 'owner')`;
    await pool`update membership set state = 'ended', is_primary = false, decided_at = now() where id = 32`;
    const [role] = await pool<{ editor: boolean; related: boolean }[]>`
      select exists (select 1 from settlement_role r where r.settlement_id = 2 and r.account_id = ${who.refused} and r.role = 'editor') as editor,
             exists (select 1 from settlement_role r where r.settlement_id = 2 and r.account_id = ${who.refused}) as related`;
    assert.deepEqual({ ...role }, { editor: false, related: true });
    // Its register.
    const people = await pool<{ name: string; state: string }[]>`
      select coalesce(r.name, a.display_name) as name,
             case when m.id is not null then 'confirmed'
                  when r.until <= (now() at time zone s.time_zone)::date then 'ended' else 'recorded' end as state
        from parcel p join settlement s on s.id = p.settlement_id
        join lateral (
          select c.id as membership_id, o.id as person_id
            from membership c left join recorded_person o on o.membership_id = c.id
           where c.parcel_id = p.id and c.state = 'confirmed'
          union all
          select null, o.id from recorded_person o
           where o.parcel_id = p.id
             and not exists (select 1 from membership c where c.id = o.membership_id and c.state = 'confirmed')) x on true
        left join recorded_person r on r.id = x.person_id
        left join membership m on m.id = x.membership_id
        left join account a on a.id = m.account_id
       where p.settlement_id = 2 order by 1`;
    assert.deepEqual(
      people.map(({ name, state }) => [name, state]),
      [
        ['Карточка Давняя', 'ended'],
        ['Карточка Нынешняя', 'recorded'],
        ['Ольга Снятая', 'ended'],
      ],
    );
    const [count] = await pool<{ plots: number }[]>`
      select count(*)::int as plots from parcel where settlement_id = 2`;
    assert.equal(count?.plots, 5, 'that version counts a road, too');
  });
});

/** Plain SQL, as that version wrote it. */
async function insertFormerVillage(pool: Pool): Promise<void> {
  const names = {
    editor: 'Елена Правленова',
    owner: 'Анна Владелица',
    seller: 'Никита Прежний',
    refused: 'Роман Отказной',
    removed: 'Ольга Снятая',
    later: 'Павел Поздний',
  };
  for (const [key, id] of Object.entries(who))
    await pool`
      insert into account (id, email, email_key, display_name, email_confirmed_at, created_at)
      values (${id}, ${`${id}@example.org`}, ${`${id}@example.org`}, ${names[key as keyof typeof names]}, now(), now())`;
  await pool`insert into place (id, kind, name, path) values (1, 'country', 'Россия', '{1}')`;
  await pool`
    insert into settlement (id, slug, name, kind, status, place_id, region, time_zone, created_at)
    values (2, ${settlement}, 'Лесное', 'snt', 'populated', 1, 'Тверская область', 'Europe/Moscow', now())`;
  await pool`insert into settlement_role values (2, ${who.editor}, 'editor', now())`;
  for (const number of ['1', '2', '3', '4'])
    await pool`
      insert into parcel (id, settlement_id, number, number_key, address, created_at, updated_at)
      values (${`2${number}`}, 2, ${number}, ${number}, '', now(), now())`;
  // Confirmed; left; refused; removed with the card of the same address.
  await pool`
    insert into membership (id, account_id, parcel_id, role, state, is_primary, reason, created_at, decided_at, decided_by) values
      (32, ${who.owner}, 22, 'owner', 'confirmed', true, null, '2024-05-01', '2024-05-05T10:00:00Z', ${who.editor}),
      (33, ${who.seller}, 23, 'owner', 'ended', false, 'Продал участок', '2024-06-01', '2026-03-08T10:00:00Z', ${who.editor}),
      (34, ${who.refused}, 23, 'owner', 'ended', false, 'Нет выписки', '2024-06-02', '2024-06-03T10:00:00Z', ${who.editor}),
      (35, ${who.removed}, 24, 'owner', 'ended', false, null, '2024-07-01', '2026-02-03T10:00:00Z', ${who.editor})`;
  const audit = (
    id: string,
    subject: string,
    action: string,
    at: string,
    before: object,
    after: object,
  ) => pool`
    insert into audit_entry (id, at, account_id, action, subject_type, subject_id, settlement_id, before, after)
    values (${id}, ${at}, ${who.editor}, ${action}, 'resident', ${subject}, 2, ${pool.json(before as never)}, ${pool.json(after as never)})`;
  await audit('51', '33', 'confirm_resident', '2024-06-06T10:00:00Z', {}, { state: 'confirmed' });
  await audit('52', '33', 'remove_resident', '2026-03-08T10:00:00Z', { state: 'confirmed' }, {});
  await audit('53', '34', 'remove_resident', '2024-06-03T10:00:00Z', { state: 'claimed' }, {});
  await audit('54', '35', 'confirm_resident', '2024-07-07T10:00:00Z', {}, { state: 'confirmed' });
  await pool`
    insert into recorded_person (id, parcel_id, name, role, email_key, until, created_at, updated_at) values
      (41, 22, 'Карточка Нынешняя', 'family', null, null, now(), now()),
      (42, 23, 'Карточка Давняя', 'owner', null, '2025-06-01', now(), '2025-06-02'),
      (43, 24, 'Ольга Снятая', 'owner', ${`${who.removed}@example.org`}, '2026-02-03', now(), '2026-02-03')`;
  await pool`
    insert into plot_code (id, parcel_id, code_hash, issued_by, issued_at, expires_at)
    values (81, 21, ${Buffer.alloc(32, 1)}, ${who.editor}, now(), now() + interval '1 day')`;
  await pool`
    insert into conversation (id, settlement_id, kind, member_key, last_message_id, last_number, created_at)
    values (61, 2, 'person', '61', 63, 2, now())`;
  await pool`
    insert into message (conversation_id, number, id, author_id, body, created_at)
    values (61, 1, 62, ${who.seller}, 'Слова', now()), (61, 2, 63, ${who.seller}, 'Слова', now())`;
  await pool`
    insert into task (id, settlement_id, kind, title, status, visibility, author_id, addressee, message_id, reported_id, created_at, updated_at) values
      (71, 2, 'report', 'Угрозы. Сказал, что сожжёт', 'open', 'private', ${who.owner}, 'board', 62, ${who.seller}, now(), now()),
      (72, 2, 'report', 'Грубость', 'open', 'private', ${who.owner}, 'board', 63, ${who.seller}, now(), now())`;
}
