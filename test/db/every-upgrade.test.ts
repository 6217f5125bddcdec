import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect, type Pool } from '../../src/base/db/connect.ts';
import { migrate } from '../../src/base/db/migrate.ts';
import { connectMaintenance, databaseAddress, findCluster } from '../harness/cluster.ts';
import { openService } from '../harness/open-service.ts';
import { repository } from '../harness/source-tree.ts';
import { fillTables } from './fill-tables.ts';

interface StartingSchema {
  newest: string;
  /** Earlier numbers that were merged later. */
  without: string[];
  commits: number;
}

/** Schemas that commits of the past had, each with rows, brought up to date. */
describe('an upgrade from every schema of the past whose migrations are unchanged', () => {
  let cluster: Awaited<ReturnType<typeof findCluster>>;
  let maintenance: Pool;
  let schemas: StartingSchema[];
  let names: string[];
  const prefix = `settlements_upgrades_${process.pid}`;
  const open = (name: string) => connect({ to: databaseAddress(cluster.address, name), maxConnections: 2 });
  const create = (name: string, template: string) =>
    maintenance`create database ${maintenance(name)} template ${maintenance(template)} strategy file_copy`;
  const drop = (name: string) => maintenance`drop database if exists ${maintenance(name)} with (force)`;
  before(async () => {
    cluster = await findCluster();
    maintenance = connectMaintenance(cluster.address);
    schemas = JSON.parse(await readFile(join(repository, 'test/db/starting-schemas.json'), 'utf8'));
    const pool = open(cluster.address.template);
    names = (await pool<{ name: string }[]>`select name from migration order by name`).map(
      ({ name }) => name,
    );
    await pool.end();
  });
  after(async () => {
    await maintenance.end();
    await cluster.stop();
  });

  it('leads to the same schema and keeps the rows', async () => {
    assert.ok(schemas.length > 40);
    const fresh = open(cluster.address.template);
    const expected = await describeSchema(fresh);
    await fresh.end();
    let from = 'template0';
    let known = new Set<string>();
    const empty: string[] = [];
    const used = [0, Math.floor(schemas.length / 2), schemas.length - 1];
    for (const [index, { newest, without }] of schemas.entries()) {
      // Each grows from the one before it, with the rows that this one had.
      const name = `${prefix}_${index}`;
      await create(name, from);
      const pool = open(name);
      const only = new Set(names.filter((each) => each <= newest && !without.includes(each)));
      await migrate(pool, { only });
      if (index === 0) await insertVillage(pool);
      const filled = await fillTables(pool, known);
      known = new Set(filled.all);
      empty.push(...filled.empty);
      await pool.end();
      if (index > 0) await drop(from);
      from = name;

      const upgraded = `${name}_new`;
      await create(upgraded, name);
      const after = open(upgraded);
      const count = () => after<{ accounts: number; settlements: number }[]>`
        select (select count(*)::int from account) as accounts, (select count(*)::int from settlement) as settlements`;
      const rows = await count();
      await migrate(after);
      assert.deepEqual(await describeSchema(after), expected, `from ${newest}`);
      assert.deepEqual(await count(), rows);
      if (used.includes(index)) await use(after);
      await after.end();
      await drop(upgraded);
    }
    await drop(from);
    assert.ok(empty.length < known.size / 4, `${known.size} tables, without rows: ${empty.join(', ')}`);
  });

  /** As residents and visitors use it. */
  async function use(pool: Pool): Promise<void> {
    const { service, close } = await openService({}, { database: { pool, drop: async () => {} } });
    const resident = await service.as('11');
    assert.equal((await resident.show_me({})).data.id, '11');
    const { settlements } = await service.client().list_settlements({});
    assert.ok(settlements.some(({ slug }) => slug === 'lesnoe'));
    const editor = await service.as('13');
    const { data } = await editor.write_article({
      settlement: 'lesnoe',
      kind: 'post',
      title: 'Дорога',
      body: 'Чистят утром',
    });
    assert.equal(data.title, 'Дорога');
    await close();
  }
});

async function insertVillage(pool: Pool): Promise<void> {
  for (const id of ['11', '13'])
    await pool`
      insert into account (id, email, email_key, display_name, created_at)
      values (${id}, ${`${id}@example.org`}, ${`${id}@example.org`}, 'Имя Фамилия', now())`;
  await pool`insert into place (id, kind, name, path) values (1, 'country', 'Россия', '{1}')`;
  await pool`
    insert into settlement (id, slug, name, kind, status, place_id, region, created_at)
    values (2, 'lesnoe', 'Лесное', 'snt', 'populated', 1, 'Тверская область', now())`;
  await pool`insert into settlement_role values (2, 13, 'editor', now())`;
}

/** Columns, constraints, indexes, triggers and functions, whatever order they came in. */
async function describeSchema(pool: Pool): Promise<string[]> {
  const rows = await pool<{ line: string }[]>`
    select concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated,
                     pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
     where connamespace = 'public'::regnamespace and conparentid = 0 and contype <> 'n'
    union all
    select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public'
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all
    select concat_ws(' ', 'function', p.proname, md5(p.prosrc)) from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend e where e.objid = p.oid and e.deptype = 'e')
    order by 1`;
  return rows.map(({ line }) => line);
}
