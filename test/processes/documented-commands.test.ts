import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  besideDemonstration,
  besideOwn,
  givenFiles,
  notRun,
  ofCheckout,
  type RunCommand,
  restoring,
  tour,
  tourVariables,
} from '../documents/command-proofs.ts';
import { findFreePort } from '../harness/free-port.ts';
import { repository } from '../harness/source-tree.ts';

/** What `settlements-admin` calls, as the same user: whoever runs this test is no root and has no systemd. */
const systemdRun = `#!/bin/sh
while :; do
  case $1 in
    --setenv=SETTLEMENTS_COMMAND=*) export "\${1#--setenv=}" ;;
    --*) ;;
    *) break ;;
  esac
  shift
done
exec "$@"
`;

interface Ended {
  code: number | null;
  said: string;
}

/** Every command of the documents as they write it, in folders like the checkout that they speak of. */
describe('commands of the documents', { timeout: 600_000 }, () => {
  let folder: string;
  let port: number;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settlements documents '));
    port = await findFreePort();
    const bin = join(folder, 'bin');
    await mkdir(bin);
    await writeFile(
      join(bin, 'settlements'),
      `#!/bin/sh\nexec node "${repository}/bin/settlements.js" "$@"\n`,
    );
    await writeFile(join(bin, 'systemd-run'), systemdRun);
    await cp(join(repository, 'deploy/settlements-admin'), join(bin, 'settlements-admin'));
    for (const name of ['settlements', 'systemd-run', 'settlements-admin'])
      await chmod(join(bin, name), 0o755);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** A folder that has the repository's files and a data folder of its own. */
  async function makeCheckout(name: string): Promise<string> {
    const checkout = join(folder, name);
    await mkdir(checkout);
    for (const each of [
      'package.json',
      'package-lock.json',
      'node_modules',
      'bin',
      'scripts',
      'src',
      'bench',
      'stress',
      'test',
    ])
      await symlink(join(repository, each), join(checkout, each));
    for (const [file, text] of Object.entries(givenFiles)) await writeFile(join(checkout, file), text);
    return checkout;
  }

  function begin(command: string, cwd: string, more: Record<string, string> = {}) {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn('bash', ['-c', `set -euo pipefail\n${command}`], {
      cwd,
      env: {
        PATH: `${join(folder, 'bin')}:${PATH}`,
        HOME,
        PORT: String(port),
        NODE_NO_WARNINGS: '1',
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, said }));
    return { child, ended, said: () => said };
  }

  async function runRow(
    row: RunCommand,
    cwd: string,
    more: Record<string, string> = {},
    first = '',
  ): Promise<string> {
    const { command, as = command, says, code: expected = 0 } = row;
    const { code, said } = await begin(first + as, cwd, more).ended;
    assert.equal(code, expected, `${as}: ${said}`);
    assert.match(said, says, as);
    return said;
  }

  async function serve(command: string, cwd: string, more: Record<string, string> = {}) {
    const service = begin(command, cwd, more);
    for (;;) {
      if (service.child.exitCode !== null) assert.fail(`${command} ended: ${service.said()}`);
      const reply = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
      if (reply?.ok) return service;
      await sleep(100);
    }
  }
  /** As Ctrl-C: the whole group. */
  async function stop({ child, ended }: { child: ChildProcess; ended: Promise<Ended> }): Promise<void> {
    process.kill(-(child.pid as number), 'SIGINT');
    await ended;
    for (;;) {
      const reply = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
      if (reply === null) return;
      await sleep(100);
    }
  }

  it('of a checkout, and every name and option of the long ones exists', async () => {
    const checkout = await makeCheckout('a checkout alone');
    for (const row of ofCheckout) await runRow(row, checkout);
    const stress = await runRow({ command: 'npm run stress -- --help', says: /NAME/ }, checkout);
    const bench = await runRow({ command: 'npm run bench -- --help', says: /NAME/ }, checkout);
    const commands = notRun
      .flatMap(({ commands }) => commands)
      .filter((each) => !/-- (?:NAME|\[)/.test(each));
    let read = 0;
    for (const [program, help] of [
      ['stress', stress],
      ['bench', bench],
    ] as const)
      for (const command of commands) {
        const [, given = ''] = new RegExp(`npm run ${program} -- (.+)$`).exec(command) ?? [];
        for (const word of given.split(' ')[0] === '' ? [] : given.split(/[ [\]]+/)) {
          const isNamed = word === given.split(' ')[0] || word.startsWith('--') || program === 'bench';
          if (!isNamed || word === '') continue;
          assert.match(help, new RegExp(`(?<![\\w-])${word}(?![\\w-])`), command);
          read += 1;
        }
      }
    assert.ok(read > 40);
  });

  it('of the tour, and beside the demonstration that `npm start` loads', async () => {
    const checkout = await makeCheckout('the demonstration');
    const service = await serve('npm start', checkout);
    try {
      for (;;) {
        const access = await readFile(join(checkout, 'data/demo-access.json'), 'utf8').catch(() => '');
        if (access !== '') break;
        await sleep(100);
      }
      const variables = tourVariables.join('\n').replace(':3000', `:${port}`);
      for (const row of tour) await runRow(row, checkout, {}, `${variables}\n`);
      const access = JSON.parse(await readFile(join(checkout, 'data/demo-access.json'), 'utf8'));
      const more = { RESIDENT: access.accounts.resident.email, DATA_DIR: join(checkout, 'data') };
      for (const row of besideDemonstration) await runRow(row, checkout, more);
    } finally {
      await stop(service);
    }
    const copy = join(checkout, 'village.backup');
    for (const row of restoring) {
      const empty = await makeCheckout(row.command.replaceAll(/\W+/g, ' '));
      await mkdir(join(empty, 'data'));
      cpSync(join(checkout, 'data/secret-key'), join(empty, 'data/secret-key'));
      for (const name of ['village.backup', 'again.backup']) cpSync(copy, join(empty, name));
      await runRow(row, empty, { DEMO: 'off' });
    }
  });

  it('beside an installation of one’s own', async () => {
    const checkout = await makeCheckout('an own one');
    const more = { DATA_DIR: join(checkout, 'data') };
    await stop(await serve('DEMO=off npm start', checkout));
    const service = await serve('settlements serve', checkout, { ...more, DEMO: 'off' });
    try {
      const place = 'settlement create berezka --name Берёзка --place "Россия/Тверская область"';
      await runRow({ command: `settlements ${place}`, says: /./ }, checkout, more);
      let kept = '';
      for (const row of besideOwn) {
        const said = await runRow(row, checkout, { ...more, IMPORT: kept });
        kept = /"import": ?"(\d+)"/.exec(said)?.[1] ?? kept;
      }
    } finally {
      await stop(service);
    }
  });
});
