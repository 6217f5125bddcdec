import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { connect, type Pool } from '../../src/base/db/connect.ts';
import { migrate } from '../../src/base/db/migrate.ts';
import { connectMaintenance, databaseAddress, findCluster } from '../harness/cluster.ts';
import { repository } from '../harness/source-tree.ts';

/** Last migration of the first release. */
const lastOld = '170_account_recovery.sql';

/** Rows of the first release, migrated to the current schema. */
describe('an upgrade from the first release', () => {
  let pool: Pool;
  let leave: () => Promise<void>;
  before(async () => {
    const cluster = await findCluster();
    const maintenance = connectMaintenance(cluster.address);
    const name = `settlements_upgrade_${process.pid}`;
    await maintenance`create database ${maintenance(name)}`;
    pool = connect({ to: databaseAddress(cluster.address, name), maxConnections: 2 });
    const folder = await mkdtemp(join(tmpdir(), 'settlements-migrations-'));
    leave = async () => {
      await pool.end();
      await maintenance`drop database ${maintenance(name)} with (force)`;
      await maintenance.end();
      await rm(folder, { recursive: true });
      await cluster.stop();
    };
    const all = join(repository, 'src/base/db/migrations');
    const old = (await readdir(all)).filter((file) => file <= lastOld);
    for (const file of old) await copyFile(join(all, file), join(folder, file));
    assert.equal(await migrate(pool, { folder: pathToFileURL(`${folder}/`) }), old.length);
    await insertOldRows(pool);
    assert.ok((await migrate(pool)) > 20);
  });
  after(() => leave());

  it('marks work as verified only when two sides closed it, and unmarks reviews without verified work', async () => {
    const tasks = await pool<
      { id: string; doer: boolean; author: boolean; board: boolean; verified: boolean }[]
    >`
      select id, done_by_doer_at is not null as doer, done_by_author_at is not null as author,
             done_by_board_at is not null as board, is_verified_work as verified
        from task where kind = 'work' order by id`;
    assert.deepEqual(
      tasks.map(({ id, doer, author, board, verified }) => [id, doer, author, board, verified]),
      [
        ['301', false, true, false, false],
        ['302', true, false, false, false],
        ['303', false, false, true, true],
        ['304', false, false, false, false],
        ['305', false, false, false, false],
      ],
    );
    const reviews = await pool<{ id: string; verified: boolean }[]>`
      select id, is_verified_work as verified from review order by id`;
    assert.deepEqual(
      reviews.map(({ id, verified }) => [id, verified]),
      [
        ['401', false],
        ['402', true],
      ],
    );
  });

  it('converts message reports to tasks of the board or platform, and drops self-reports', async () => {
    const reports = await pool<{ id: string; to: string; author: string; reported: string; title: string }[]>`
      select id, addressee as to, author_id as author, reported_id as reported, title from task where kind = 'report' order by id`;
    assert.deepEqual(
      reports.map(({ id, to, author, reported, title }) => [id, to, author, reported, title.length]),
      [
        ['601', 'board', '11', '12', 7],
        ['602', 'platform', '11', '13', 200],
        ['603', 'platform', '12', '14', 5],
      ],
    );
  });

  it('rewrites stored urls to current pages', async () => {
    const rows = await pool<{ url: string }[]>`select url from notification order by id`;
    assert.deepEqual(
      rows.map(({ url }) => url),
      [
        '/tasks/301',
        '/devices/connections/7',
        '/platform/companies/101',
        '/messages/501',
        '/settlements/lesnoe/articles/pump',
        '/settlements/lesnoe/board/corrections/9',
        '/me/requests',
        '/settlements/lesnoe/board/claims/8',
        '/settlements/lesnoe',
        '/me/requests',
        '/settlements/lesnoe/directory/5',
        '/companies/101',
        '/account',
      ],
    );
    const [item] = await pool<{ url: string }[]>`select url from letter_item`;
    assert.equal(item?.url, '/tasks/301');
  });

  it('creates the event of an announcement delivery in progress', async () => {
    const events = await pool<{ id: string; article: string; settlement: string }[]>`
      select event_id as id, article_id as article, settlement_id as settlement from announcement_event`;
    assert.deepEqual(events, [{ id: '801', article: '701', settlement: '2' }]);
  });

  it('fills name_words of places, settlements and contacts', async () => {
    const found = async (table: string) =>
      (await pool<{ id: string }[]>`select id from ${pool(table)} where cardinality(name_words) > 0`).length;
    assert.deepEqual([await found('place'), await found('settlement'), await found('contact')], [1, 1, 1]);
  });
});

/** Plain SQL, because the code of that release is not available. */
async function insertOldRows(pool: Pool): Promise<void> {
  const [resident, neighbour, editor, firm] = ['11', '12', '13', '14'] as const;
  for (const id of [resident, neighbour, editor, firm])
    await pool`
      insert into account (id, email, email_key, display_name, created_at)
      values (${id}, ${`${id}@example.org`}, ${`${id}@example.org`}, 'Имя Фамилия', now())`;
  await pool`insert into place (id, kind, name, path) values (1, 'country', 'Россия', '{1}')`;
  await pool`
    insert into settlement (id, slug, name, kind, status, place_id, region, created_at)
    values (2, 'lesnoe', 'Лесное', 'snt', 'populated', 1, 'Тверская область', now())`;
  await pool`insert into settlement_role values (2, ${editor}, 'editor', now())`;
  await pool`
    insert into company (id, inn, slug, name, created_at, updated_at)
    values (101, '7707083893', 'wells', 'Колодцы', now(), now())`;
  await pool`insert into company_representative values (101, ${firm}, 'confirmed', now())`;
  await pool`
    insert into contact (id, settlement_id, slug, name, category, created_by, created_at, updated_at)
    values (201, 2, 'stove', 'Печник Пётр', 'trade', ${editor}, now(), now())`;
  // Closed by the author, the company, the board, an unrelated account, and not closed.
  const work = [
    ['301', 'company', resident],
    ['302', 'company', firm],
    ['303', 'contact', editor],
    ['304', 'contact', neighbour],
    ['305', 'company', null],
  ] as const;
  for (const [id, addressee, closer] of work) {
    await pool`
      insert into task (id, settlement_id, kind, title, status, author_id, addressee, company_id, contact_id, created_at, updated_at, closed_at)
      values (${id}, 2, 'work', 'Дело', ${closer === null ? 'open' : 'done'}, ${id === '304' ? editor : resident}, ${addressee},
              ${addressee === 'company' ? '101' : null}, ${addressee === 'contact' ? '201' : null}, now(), now(),
              ${closer === null ? null : new Date()})`;
    if (closer !== null)
      await pool`
        insert into task_change (id, task_id, author_id, changes, created_at)
        values (${`9${id}`}, ${id}, ${closer}, '{"status": ["open", "done"]}', now())`;
  }
  for (const [id, type, subject] of [
    ['401', 'company', '101'],
    ['402', 'contact', '201'],
  ] as const)
    await pool`
      insert into review (id, settlement_id, subject_type, subject_id, author_id, medal, weight, is_verified_resident, is_verified_work, created_at, updated_at)
      values (${id}, 2, ${type}, ${subject}, ${resident}, 'gold', 100, true, true, now(), now())`;
  await insertOldReports(pool, { resident, neighbour, editor, firm });
  await insertOldAddresses(pool, resident);
  await pool`
    insert into article (id, settlement_id, author_id, slug, title, body, excerpt, kind, status, about_on_shown, published_at, created_at, updated_at)
    values (701, 2, ${editor}, 'water', 'Вода', 'Воды не будет', '', 'announcement', 'published', '2026-05-01', now(), now(), now())`;
  await pool`
    insert into announcement_delivery (event_id, article_id, author_id, happened_at) values (801, 701, ${editor}, now())`;
}

async function insertOldReports(
  pool: Pool,
  { resident, neighbour, editor, firm }: Record<'resident' | 'neighbour' | 'editor' | 'firm', string>,
): Promise<void> {
  // Reports of a neighbour go to the board; of the board or a company to the platform; of oneself to nobody.
  const talks = [
    ['501', 'person', null, neighbour, resident, '601', 'Ругался'],
    ['502', 'person', null, editor, resident, '602', 'д'.repeat(1000)],
    ['503', 'company', '101', firm, neighbour, '603', 'Обман'],
    ['504', 'person', null, resident, resident, '604', 'Сам себя'],
  ] as const;
  for (const [id, kind, company, author, reporter, report, reason] of talks) {
    await pool`
      insert into conversation (id, settlement_id, kind, company_id, member_key, last_message_id, last_number, created_at)
      values (${id}, 2, ${kind}, ${company}, ${id}, ${`5${id}`}, 1, now())`;
    await pool`
      insert into message (conversation_id, number, id, author_id, body, created_at)
      values (${id}, 1, ${`5${id}`}, ${author}, 'Слова', now())`;
    await pool`
      insert into message_report (id, message_id, reporter_id, reason, created_at)
      values (${report}, ${`5${id}`}, ${reporter}, ${reason}, now())`;
  }
}

async function insertOldAddresses(pool: Pool, account: string): Promise<void> {
  const place = '/settlements/lesnoe';
  const addresses = [
    ['task_done', '/account#task-301'],
    ['device_silent', '/account#device-7'],
    ['company_claimed', '/account#company-101'],
    ['message', '/account#conversation-501'],
    ['article', `${place}#article-pump`],
    ['proposal_waiting', `${place}#proposal-9`],
    ['proposal_approved', `${place}#proposal-9`],
    ['residency_waiting', `${place}#resident-8`],
    ['residency_confirmed', `${place}#residents`],
    ['residency_refused', `${place}#residents`],
    ['contact', `${place}#contact-5`],
    ['review', `${place}#company-101`],
    ['other', '/account'],
  ] as const;
  for (const [index, [key, url]] of addresses.entries())
    await pool`
      insert into notification (id, account_id, topic, key, url, event_id, created_at)
      values (${index + 1}, ${account}, 'my_requests', ${`notifications.${key}`}, ${url}, ${index + 1}, now())`;
  await pool`
    insert into letter_item (event_id, account_id, topic, key, url, happened_at, due_at)
    values (1, ${account}, 'my_requests', 'notifications.task_done', '/account#task-301', now(), now())`;
}
