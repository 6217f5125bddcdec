import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { connect } from '../../src/base/db/connect.ts';
import { isAlive, stopPostmaster } from '../../src/base/db/embedded/process.ts';
import {
  DatabaseStartError,
  type EmbeddedConnection,
  type EmbeddedDatabase,
  type EmbeddedOptions,
  getDriverOptions,
  startEmbedded,
} from '../../src/base/db/embedded.ts';
import { killServices, spawnService } from './embedded-service-process.ts';

const root = await mkdtemp(join(tmpdir(), 'embedded-test-'));
const databases = new Set<EmbeddedDatabase>();
const strangers = new Set<ChildProcess>();

async function start(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(options);
  databases.add(database);
  return database;
}

async function query(connection: EmbeddedConnection, text: string): Promise<Record<string, unknown>> {
  const sql = connect({ to: getDriverOptions(connection), maxConnections: 1 });
  try {
    const rows = await sql.unsafe(text);
    return { ...rows[0] };
  } finally {
    await sql.end();
  }
}

/** Stops a server that a test left without a service. */
async function endServer(dataDir: string): Promise<void> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (pid > 0) await stopPostmaster(pid, join(dataDir, 'postgres'));
}

after(async () => {
  killServices();
  for (const stranger of strangers) stranger.kill('SIGKILL');
  for (const database of databases) await database.stop();
  for (const name of await readdir(root)) await endServer(join(root, name));
  await rm(root, { recursive: true, force: true });
});

describe('embedded database', { timeout: 180_000 }, () => {
  const dataDir = join(root, 'main');
  let socketDir = '';

  it('creates a database with Russian collation, on a private socket only', async () => {
    const lines: string[] = [];
    const database = await start({ dataDir, log: (line) => lines.push(line) });
    assert.equal(database.adopted, false);
    assert.equal(database.connection.database, 'settlements');
    socketDir = database.connection.host;
    assert.equal((await stat(socketDir)).mode & 0o777, 0o700);
    assert.ok(lines.some((line) => line.includes('creating')));
    assert.deepEqual(
      await query(
        database.connection,
        `select lower('ЖЁ') as folded, 'САДОВОЕ' ilike 'садов%' as matched, 'Ёж' ~* 'ё\\w' as word,
           'я' > 'а' as ordered, current_setting('TimeZone') as zone, current_setting('fsync') as fsync,
           current_setting('listen_addresses') as tcp, current_setting('shared_buffers') as memory,
           current_setting('max_connections') as connections, current_setting('server_encoding') as encoding`,
      ),
      {
        folded: 'жё',
        matched: true,
        word: true,
        ordered: true,
        zone: 'UTC',
        fsync: 'on',
        tcp: '',
        memory: '128MB',
        connections: '100',
        encoding: 'UTF8',
      },
    );
    const extensions = ['pg_trgm', 'fuzzystrmatch', 'unaccent', 'btree_gist'];
    for (const name of extensions) await query(database.connection, `create extension ${name}`);
    assert.deepEqual(
      await query(
        database.connection,
        `select similarity('Жуковка', 'жуковка') as same, similarity('Жуковка', 'Жуковска') > 0.4 as near,
           unaccent('Ёлка') as plain, to_tsvector('russian', 'посёлки')::text as stem`,
      ),
      { same: 1, near: true, plain: 'Елка', stem: "'поселк':1" },
    );
    await query(database.connection, 'create table kept as select 42 as answer');
    await database.stop();
    assert.equal(isAlive(database.pid), false);
    assert.equal(existsSync(socketDir), false);
  });

  it('restarts with its data, and stops once however often stop is called', async () => {
    const database = await start({ dataDir, settings: { work_mem: '5MB' } });
    assert.equal(database.adopted, false);
    assert.deepEqual(
      await query(database.connection, "select answer, current_setting('work_mem') as memory from kept"),
      { answer: 42, memory: '5MB' },
    );
    await Promise.all([database.stop(), database.stop()]);
    assert.equal(isAlive(database.pid), false);
  });

  it('reports the server’s message when it cannot start, and leaves nothing behind', async () => {
    const temp = join(root, 'temp');
    await mkdir(temp);
    const before = process.env.TMPDIR;
    process.env.TMPDIR = temp;
    try {
      await assert.rejects(start({ dataDir, settings: { max_connections: 'many' } }), (error) => {
        assert.ok(error instanceof DatabaseStartError);
        assert.match(error.message, /invalid value for parameter "max_connections": "many"/);
        return true;
      });
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
    assert.deepEqual(await readdir(temp), []);
  });

  it('works in a long path with spaces and with a temporary folder too long for a socket', async () => {
    const long = join(root, `a long path with 'quotes' and ${'ж'.repeat(60)}`, 'data'.repeat(20));
    const before = process.env.TMPDIR;
    process.env.TMPDIR = join(root, 'x'.repeat(100));
    await mkdir(process.env.TMPDIR);
    try {
      const database = await start({ dataDir: long });
      assert.ok(Buffer.byteLength(join(database.connection.host, '.s.PGSQL.5432')) <= 103);
      assert.deepEqual(await query(database.connection, 'select 1 as one'), { one: 1 });
      await database.stop();
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });

  it('refuses a folder with other contents', async () => {
    const other = join(root, 'other');
    await mkdir(join(other, 'postgres'), { recursive: true });
    await writeFile(join(other, 'postgres', 'letter.txt'), 'mine');
    await assert.rejects(start({ dataDir: other }), /holds no database/);
    assert.deepEqual(await readdir(other), ['postgres']);
  });
});

describe('embedded database when its service dies', { timeout: 180_000 }, () => {
  const dataDir = join(root, 'death');

  it('survives a killed service, and is adopted with its data by the next one', async () => {
    const first = spawnService({ dataDir });
    const born = await first.next();
    assert.equal(born.adopted, false, JSON.stringify(born));
    await first.end('SIGKILL');
    assert.equal(isAlive(born.pid ?? -1), true);

    const second = spawnService({ dataDir });
    const next = await second.next();
    assert.deepEqual([next.adopted, next.pid, next.socketDir], [true, born.pid, born.socketDir]);
    assert.equal((await second.ask('count')).rows, 2);

    await assert.rejects(start({ dataDir }), (error) => {
      assert.ok(error instanceof DatabaseStartError);
      assert.match(error.message, new RegExp(`in use by settlements process ${second.pid} `));
      return true;
    });
    assert.equal((await second.ask('count')).rows, 2, 'the one refused must not have harmed the holder');
    assert.equal((await second.ask('stop')).stopped, true);
    assert.equal(isAlive(born.pid ?? -1), false);
    assert.equal(existsSync(born.socketDir ?? ''), false);
  });

  it('keeps serving while Ctrl-C reaches the whole process group', async () => {
    const service = spawnService({ dataDir });
    await service.next();
    process.kill(-service.pid, 'SIGINT');
    assert.equal((await service.next()).interrupted, true);
    assert.equal((await service.ask('count')).rows, 3);
    assert.equal((await service.ask('stop')).stopped, true);
  });

  it('takes the lock again after the server dropped its connections', async () => {
    const database = await start({ dataDir });
    await query(
      database.connection,
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
    );
    const held = "select count(*)::int as locks from pg_locks where locktype = 'advisory'";
    for (let tries = 0; tries < 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if ((await query(database.connection, held)).locks === 2) break;
    }
    const found = await query(database.connection, held);
    await database.stop();
    assert.deepEqual(found, { locks: 2 }, 'one as the only service, one as a user of the server');
  });

  it('starts over the remains of a killed server', async () => {
    const service = spawnService({ dataDir });
    const { pid, socketDir = '' } = await service.next();
    // As root, a kill of process -1 ends every process of the machine.
    assert.ok(pid !== undefined && pid > 1, 'the service has started its server');
    await service.end('SIGKILL');
    process.kill(pid, 'SIGKILL');
    const database = await start({ dataDir });
    assert.equal(database.adopted, false);
    assert.deepEqual(await query(database.connection, 'select count(*)::int as rows from note'), { rows: 4 });
    assert.equal(existsSync(socketDir), false);
    await database.stop();
  });

  it('ignores a stale pid file whose pid belongs to another process', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
      stdio: 'ignore',
    });
    strangers.add(stranger);
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const lines = [
      stranger.pid,
      join(dataDir, 'postgres'),
      1700000000,
      5432,
      '/tmp/settlements-gone',
      '',
      '',
      'ready',
    ];
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
    const database = await start({ dataDir });
    assert.equal(database.adopted, false);
    assert.deepEqual(await query(database.connection, 'select count(*)::int as rows from note'), { rows: 4 });
    await database.stop();
    assert.equal(isAlive(stranger.pid ?? -1), true, 'the stranger must be left in peace');
    stranger.kill('SIGKILL');
  });

  it('lets exactly one of two services use a new folder when both start at once', async () => {
    const fresh = join(root, 'race');
    const services = [spawnService({ dataDir: fresh }), spawnService({ dataDir: fresh })];
    const said = await Promise.all(services.map((service) => service.next()));
    assert.equal(said.filter((one) => one.started).length, 1, JSON.stringify(said));
    assert.match(said.find((one) => one.error)?.error?.message ?? '', /in use by settlements process/);
    const winner = services[said.findIndex((one) => one.started)];
    assert.equal((await winner?.ask('stop'))?.stopped, true);
    assert.deepEqual(
      (await readdir(fresh)).filter((name) => name.startsWith('postgres.new')),
      [],
    );
  });
});
