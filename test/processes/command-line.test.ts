import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../harness/free-port.ts';
import { repository } from '../harness/source-tree.ts';

// Compiled, as shipped: a dozen starts from the sources would take a minute longer.
const program = join(repository, 'bin/settlements.js');
let folder: string;
before(async () => {
  const { status } = spawnSync(process.execPath, [join(repository, 'scripts/build.mjs')], {
    stdio: 'inherit',
  });
  assert.equal(status, 0);
  folder = await mkdtemp(join(tmpdir(), 'settlements command line '));
});
after(() => rm(folder, { recursive: true, force: true }));

const environment = (more: Record<string, string> = {}) => {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, DATA_DIR: join(folder, 'data'), NODE_NO_WARNINGS: '1', LOG_LEVEL: 'silent', ...more };
};

function run(
  args: readonly string[],
  more: Record<string, string> = {},
  input = '',
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    env: environment(more),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // It may exit without reading.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((done) => child.on('close', (code) => done({ code, out, err })));
}

describe('the command line', () => {
  it('reports every invalid variable at once and exits with 78 before it touches anything', async () => {
    const { code, err } = await run(['serve'], { PORT: 'x', BASE_URL: 'y', LOG_LEVEL: 'z' });
    assert.equal(code, 78);
    for (const name of ['PORT', 'BASE_URL', 'LOG_LEVEL']) assert.match(err, new RegExp(name));
    await assert.rejects(stat(join(folder, 'data')));
  });

  it('prints help, and reports unknown commands', async () => {
    const help = await run(['--help']);
    assert.equal(help.code, 0);
    for (const name of [
      'serve',
      'migrate',
      'demo',
      'account create',
      'account role',
      'token create',
      'import parcels',
      'import buildings',
      'reindex',
      'backup',
      'restore',
      'secrets rotate',
    ]) {
      assert.match(help.out, new RegExp(`\\b${name}\\b`));
    }
    assert.match((await run(['token', 'create', '--help'])).out, /--scopes/);
    assert.equal((await run(['nonsense'])).code, 64);
    const lacking = await run(['account', 'create']);
    assert.equal(lacking.code, 64);
    assert.match(lacking.err, /Missing: EMAIL/);
    assert.equal((await run(['token', 'create', 'a@b.c', '--days', '0'])).code, 64);
    const formats = (await run(['import', 'parcels', '--help'])).out;
    for (const word of ['GeoJSON', 'KML', 'shapefile', 'CSV', '--crs', '--dry-run', 'msk-50-1', 'Exit code'])
      assert.ok(formats.includes(word), word);
    const create = ['settlement', 'create', 'x', '--name', 'X', '--place', 'A/B', '--time-zone', 'UTC'];
    const zone = await run(create);
    assert.equal(zone.code, 64);
    assert.match(zone.err, /must be a time zone, as Europe\/Moscow/);
  });

  it('imports land from a file and from standard input, atomically', {
    timeout: 240_000,
  }, async () => {
    const place = 'Россия/Тверская область';
    const created = await run(['settlement', 'create', 'bor', '--name', 'Бор', '--place', place]);
    assert.equal(created.code, 0, created.err);
    const table = join(folder, 'plots.csv');
    await writeFile(table, 'cn;number\n69:1:1:1;1\n69:1:1:2;2\n');
    const importing = ['import', 'parcels', table, '--settlement', 'bor'];
    const tried = await run([...importing, '--dry-run']);
    assert.deepEqual([tried.code, JSON.parse(tried.out).added], [0, 2], tried.err);
    assert.match(tried.err, /^feature 3 \(69:1:1:2\): added: plot 2$/m);
    assert.equal((await run([...importing, '--crs', 'msk-99-9'])).code, 64);
    await writeFile(table, 'cn;number\n69:1:1:1;1\n69:1:1:2;"2\n');
    const broken = await run(importing);
    assert.deepEqual([broken.code, broken.out], [1, '']);
    assert.match(broken.err, /never closed\. The fault is in line 3\. Nothing was taken in\.$/m);
    const features = [
      { type: 'Feature', properties: { cn: '69:1:1:1', number: '1' }, geometry: null },
      { type: 'Feature', properties: {}, geometry: null },
    ];
    const piped = await run(
      ['import', 'parcels', '-', '--settlement', 'bor', '--accept', 'no_outline'],
      {},
      JSON.stringify({ features }),
    );
    assert.equal(piped.code, 0, piped.err);
    const { import: kept, ...counts } = JSON.parse(piped.out) as Record<string, unknown>;
    assert.match(String(kept), /^\d+$/, 'what `import take-back` names');
    assert.deepEqual(counts, {
      read: 2,
      added: 1,
      changed: 0,
      unchanged: 0,
      repaired: 0,
      renamed: 0,
      refused: 1,
      warnings: { no_outline: 1 },
    });
  });

  it('creates accounts, settlements, roles and tokens that work in the service it then starts and stops', {
    timeout: 240_000,
  }, async () => {
    const account = await run(['account', 'create', 'Anna@example.org', '--name', 'Anna']);
    assert.equal(account.code, 0, account.err);
    assert.ok((JSON.parse(account.out) as { password: string }).password.length >= 10);
    assert.equal(
      (await run(['account', 'create', 'anna@example.org'])).code,
      1,
      'case does not make another person',
    );
    const place = 'Россия/Тверская область';
    assert.equal(
      (await run(['settlement', 'create', 'lesnoe', '--name', 'Лесное', '--place', place])).code,
      0,
    );
    assert.equal(
      (await run(['account', 'role', 'anna@example.org', 'editor', '--settlement', 'lesnoe'])).code,
      0,
    );
    const operator = ['account', 'role', 'anna@example.org', 'operator'];
    assert.equal((await run(operator)).code, 0);
    const last = await run([...operator, '--remove']);
    assert.equal(last.code, 1);
    assert.match(last.err, /the last one with the role/);
    const token = (await run(['token', 'create', 'anna@example.org', '--scopes', 'mcp:read'])).out.trim();
    assert.match(token, /^stl_pat_[\w-]{43}$/);

    const port = String(await findFreePort());
    const here = { PORT: port, BASE_URL: `http://dacha.example:${port}` };
    const child = spawn(process.execPath, [program, 'serve'], {
      env: environment(here),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
    const ended = new Promise<number | null>((done) => child.on('exit', done));
    try {
      for (let attempt = 0; attempt < 300; attempt += 1) {
        if (
          await fetch(`http://127.0.0.1:${port}/health`).then(
            (reply) => reply.ok,
            () => false,
          )
        )
          break;
        await sleep(100);
      }
      const me = (await (
        await fetch(`http://127.0.0.1:${port}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })
      ).json()) as { data: { settlements: { role: string }[] } };
      assert.deepEqual(
        me.data.settlements.map(({ role }) => role),
        ['editor'],
      );
      const { settlements } = (await (await fetch(`http://127.0.0.1:${port}/api/v1/settlements`)).json()) as {
        settlements: { slug: string }[];
      };
      assert.deepEqual(
        settlements.map(({ slug }) => slug).sort(),
        ['bor', 'lesnoe'],
        'no demonstration beside real data',
      );
      const beside = await run(['reindex']);
      assert.equal(beside.code, 0, beside.err);
      assert.match(beside.err, /Indexing the knowledge base: \d+ articles/);
      const sealing = await run(['secrets', 'rotate']);
      assert.equal(sealing.code, 0, sealing.err);
      assert.match(sealing.err, /Everything is under SECRET_KEY/);
      const reset = await run(['account', 'reset-link', 'ANNA@example.org'], here);
      assert.equal(reset.code, 0, reset.err);
      const link = new URL(reset.out.trim());
      assert.equal(link.origin, here.BASE_URL);
      const page = await fetch(`http://127.0.0.1:${port}${link.pathname}${link.search}`);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /name="password"/);
      const unknown = await run(['account', 'reset-link', 'nobody@example.org'], here);
      assert.deepEqual([unknown.code, unknown.out], [1, '']);
      assert.match(said.join(''), /emails stay unsent, because no mail server is set/);
      assert.doesNotMatch(said.join(''), /anna@example\.org/i, 'nothing of a letter is shown');
      const upToDate = await run(['migrate']);
      assert.deepEqual([upToDate.code, upToDate.out], [0, 'The database is up to date.\n'], upToDate.err);
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      assert.match(metrics, /settlements_requests_total\{operation="show_me",status="200"\} 1/);
    } finally {
      child.kill('SIGTERM');
    }
    assert.equal(await ended, 0);
    await assert.rejects(
      readFile(join(folder, 'data/postgres/postmaster.pid')),
      'the database is stopped with it',
    );
  });
});
