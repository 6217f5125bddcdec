import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../harness/free-port.ts';
import { repository } from '../harness/source-tree.ts';

const program = join(repository, 'bin/settlements.js');

describe('an installation without demo data', { timeout: 300_000 }, () => {
  let folder: string;
  let data: string;
  let url: string;
  let service: ChildProcess | undefined;
  let said = '';

  const environment = (more: Record<string, string> = {}) => {
    const { PATH = '', HOME = '' } = process.env;
    return { PATH, HOME, DATA_DIR: data, NODE_NO_WARNINGS: '1', ...more };
  };
  /** Without the service's PORT, as in another shell. */
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], { env: environment(), stdio: 'pipe' });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const [code] = await once(child, 'close');
    return { code: code as number | null, out, err };
  };
  const serve = async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    said = '';
    service = spawn(process.execPath, [program, 'serve'], {
      env: environment({ PORT: String(port) }),
      stdio: 'pipe',
    });
    for (const stream of [service.stdout, service.stderr])
      stream?.on('data', (chunk) => {
        said += chunk;
      });
    for (let attempt = 0; attempt < 600 && !/to set up this|Settlements is at/.test(said); attempt += 1)
      await sleep(100);
  };
  const stop = async () => {
    if (service === undefined || service.exitCode !== null) return;
    service.kill('SIGTERM');
    await once(service, 'exit');
  };

  before(async () => {
    const { status } = spawnSync(process.execPath, [join(repository, 'scripts/build.mjs')], {
      stdio: 'inherit',
    });
    assert.equal(status, 0);
    folder = await mkdtemp(join(tmpdir(), 'settlements setup '));
    data = join(folder, 'data');
    await serve();
  });
  after(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('gives its setup address to the owner of the data folder, and to no log', async () => {
    for (let attempt = 0; attempt < 100 && !said.includes('setup-link'); attempt += 1) await sleep(100);
    const file = join(data, 'setup-link');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const link = (await readFile(file, 'utf8')).trim();
    assert.ok(link.startsWith(`${url}/setup?token=`));
    const token = new URL(link).searchParams.get('token') ?? '';
    assert.ok(token.length >= 43);
    await fetch(link);
    await sleep(200);
    assert.doesNotMatch(said, new RegExp(token));
  });

  it('commands in another shell print links of the running service', async () => {
    const made = await run('setup-link');
    assert.ok(made.out.startsWith(`${url}/setup?token=`), made.out + made.err);
    assert.match(await (await fetch(made.out.trim())).text(), /name="display_name"/);
    await run('account', 'create', 'anna@example.org');
    assert.ok((await run('account', 'reset-link', 'anna@example.org')).out.startsWith(`${url}/reset?token=`));
  });

  it('the doctor checks it beside the service, for people and for monitoring', async () => {
    const report = await run('doctor');
    assert.equal(report.code, 2);
    assert.match(report.out, /^FAULT roles +Nobody is the operator/m);
    assert.match(report.out, /^LOOK {2}backup +None was made yet/m);
    await run('account', 'role', 'anna@example.org', 'operator');
    await run('account', 'role', 'anna@example.org', 'moderator');
    await run('backup', join(folder, 'one.backup'));
    const { code, out } = await run('doctor', '--json');
    const findings = JSON.parse(out) as { subject: string; state: string }[];
    const states = Object.fromEntries(findings.map(({ subject, state }) => [subject, state]));
    assert.equal(code, 1, out);
    for (const subject of [
      'configuration',
      'database',
      'clock',
      'schema',
      'roles',
      'backup',
      'proxy',
      'disk',
    ])
      assert.equal(states[subject], 'ok', subject);
    assert.equal(states.mail, 'warning');
    const refused = await run('setup-link');
    assert.equal(refused.code, 1);
    assert.match(refused.err, /There is an operator already/);
  });

  it('the doctor says what is wrong with the settings, and that the service does not run', async () => {
    await stop();
    const report = await run('doctor');
    assert.equal(report.code, 2);
    assert.match(report.out, /^FAULT address .*does not answer \(ECONNREFUSED\)/m);
  });

  it('its demonstration is loaded and removed by commands, while there is nothing else', async () => {
    const refused = await run('demo', '--remove');
    assert.equal(refused.code, 1);
    assert.match(refused.err, /Nothing was removed/);
    data = join(folder, 'other');
    assert.equal((await run('demo')).code, 0);
    const removed = await run('demo', '--remove');
    assert.equal(removed.code, 0, removed.err);
    assert.match(removed.out, /\/setup\?token=/);
    await assert.rejects(stat(join(data, 'demo-access.json')));
  });
});
