import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../harness/free-port.ts';
import { repository } from '../harness/source-tree.ts';

const program = join(repository, 'bin/settlements.js');
const place = 'Россия/Тверская область';

/** Commands share the embedded database with the service and each other; whoever ends last stops it. */
describe('commands beside the service and beside each other', { timeout: 300_000 }, () => {
  let folder: string;
  let data: string;
  let port: number;
  const children = new Set<ChildProcess>();

  before(async () => {
    const { status } = spawnSync(process.execPath, [join(repository, 'scripts/build.mjs')], {
      stdio: 'inherit',
    });
    assert.equal(status, 0);
    folder = await mkdtemp(join(tmpdir(), 'settlements beside '));
    data = join(folder, 'data');
    port = await findFreePort();
  });
  afterEach(async () => {
    for (const child of children) {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    children.clear();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const begin = (args: readonly string[], dataDir = data, settings: Record<string, string> = {}) => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent', ...settings };
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    children.add(child);
    child.stdin.on('error', () => {});
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
    return { child, ended, said: () => err };
  };
  const run = (args: readonly string[], dataDir = data, settings: Record<string, string> = {}) => {
    const { child, ended } = begin(args, dataDir, settings);
    child.stdin.end();
    return ended;
  };
  const succeed = async (args: readonly string[], dataDir = data) => {
    const { code, out, err } = await run(args, dataDir);
    assert.equal(code, 0, `${args.join(' ')}: ${err}`);
    return out;
  };
  const waitUntil = async (what: string, check: () => Promise<boolean> | boolean) => {
    for (let attempt = 0; attempt < 600; attempt += 1) {
      if (await check()) return;
      await sleep(100);
    }
    assert.fail(`never: ${what}`);
  };
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  const serve = async (dataDir = data) => {
    const service = begin(['serve'], dataDir);
    await waitUntil('the service is healthy', isHealthy);
    return service;
  };
  const isDatabaseUp = (dataDir = data) => existsSync(join(dataDir, 'postgres/postmaster.pid'));
  /** A command that goes on until its standard input ends. */
  const beginImport = async () => {
    const importing = begin(['import', 'parcels', '-', '--settlement', 'bor', '--accept', 'no_outline']);
    await waitUntil('the database is up', () => isDatabaseUp());
    return importing;
  };
  const finishImport = async ({ child, ended }: ReturnType<typeof begin>) => {
    child.stdin?.end(
      JSON.stringify({ features: [{ type: 'Feature', properties: { cn: '69:1:1:1' }, geometry: null }] }),
    );
    const { code, err } = await ended;
    assert.equal(code, 0, err);
  };

  it('two commands start at once on an empty folder, and the database stops with the last', async () => {
    const people = ['one', 'two', 'three'].map((name) => `${name}@example.org`);
    const made = await Promise.all(people.map((email) => run(['account', 'create', email])));
    for (const { code, err } of made) assert.equal(code, 0, err);
    assert.equal(isDatabaseUp(), false);
    await succeed(['settlement', 'create', 'bor', '--name', 'Бор', '--place', place]);
    assert.equal(isDatabaseUp(), false);
  });

  it('all commands work beside the service', async () => {
    const service = await serve();
    await succeed(['account', 'create', 'anna@example.org', '--name', 'Anna']);
    await succeed(['settlement', 'create', 'lesnoe', '--name', 'Лесное', '--place', place]);
    await succeed(['account', 'role', 'anna@example.org', 'editor', '--settlement', 'lesnoe']);
    await succeed(['account', 'reset-link', 'anna@example.org']);
    const token = (await succeed(['token', 'create', 'anna@example.org'])).trim();
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(answer.status, 200);
    await writeFile(join(folder, 'plots.csv'), 'cn;number\n69:2:2:1;1\n');
    await succeed(['import', 'parcels', join(folder, 'plots.csv'), '--settlement', 'lesnoe']);
    await writeFile(join(folder, 'people.csv'), 'plot,name,email,role\n1,Anna,anna@example.org,owner\n');
    await succeed(['import', 'residents', join(folder, 'people.csv'), '--settlement', 'lesnoe']);
    await writeFile(join(folder, 'houses.json'), JSON.stringify({ features: [] }));
    await succeed(['import', 'buildings', join(folder, 'houses.json')]);
    await succeed(['migrate']);
    await succeed(['reindex']);
    await succeed(['secrets', 'rotate']);
    await succeed(['backup', join(folder, 'all.backup')]);
    const full = await run(['restore', join(folder, 'all.backup')]);
    assert.equal(full.code, 1);
    assert.match(full.err, /There are accounts in this database already/);
    assert.equal(await isHealthy(), true);
    service.child.kill('SIGTERM');
    assert.equal((await service.ended).code, 0);
    assert.equal(isDatabaseUp(), false);
  });

  it('a second service is refused, and leaves the first alone', async () => {
    await serve();
    const second = await run(['serve']);
    assert.equal(second.code, 1);
    assert.match(second.err, /only one service may run on a data folder/);
    assert.equal(await isHealthy(), true);
  });

  it('a command that started the database leaves it to a service started meanwhile', async () => {
    const importing = await beginImport();
    const service = await serve();
    await finishImport(importing);
    await sleep(1000);
    assert.equal(await isHealthy(), true);
    assert.doesNotMatch(service.said(), /has died/);
    service.child.kill('SIGTERM');
    assert.equal((await service.ended).code, 0);
    assert.equal(isDatabaseUp(), false);
  });

  it('a service that ends leaves the database to a command that still works', async () => {
    const service = await serve();
    const importing = await beginImport();
    await waitUntil('the command uses the database', async () => (await listUsers()) >= 2);
    service.child.kill('SIGTERM');
    assert.equal((await service.ended).code, 0);
    assert.equal(isDatabaseUp(), true);
    await finishImport(importing);
    assert.equal(isDatabaseUp(), false);
  });

  it('a backup is restored beside the running service of a new installation, without a seal only if told so', async () => {
    const fresh = join(folder, 'fresh');
    const service = await serve(fresh);
    const keyed = { BACKUP_KEY: 'a key that is kept somewhere else' };
    const backup = join(folder, 'all.backup');
    for (const command of [['backup', 'verify'], ['restore']]) {
      const { code, err } = await run([...command, backup], fresh, keyed);
      assert.deepEqual([code, err.includes('--unsealed')], [1, true], err);
    }
    const taken = await run(['restore', backup, '--unsealed'], fresh, keyed);
    assert.equal(taken.code, 0, taken.err);
    const { settlements } = (await (await fetch(`http://127.0.0.1:${port}/api/v1/settlements`)).json()) as {
      settlements: { slug: string }[];
    };
    assert.deepEqual(settlements.map(({ slug }) => slug).sort(), ['bor', 'lesnoe']);
    service.child.kill('SIGTERM');
    assert.equal((await service.ended).code, 0);
  });

  /** Processes that hold a claim on the database. */
  async function listUsers(): Promise<number> {
    const { connect } = await import('../../src/base/db/connect.ts');
    const { getDriverOptions } = await import('../../src/base/db/embedded.ts');
    const [, , , line, host = ''] = (await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split(
      '\n',
    );
    const to = getDriverOptions({ host, port: Number(line), user: 'settlements', database: 'postgres' });
    const sql = connect({ to, maxConnections: 1 });
    try {
      const rows =
        await sql`select 1 from pg_locks where locktype = 'advisory' and objid = 2::oid and granted`;
      return rows.length;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
});
