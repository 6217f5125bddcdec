import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { repository } from '../harness/source-tree.ts';

const program = join(repository, 'bin/settlements.js');
let folder: string;
before(async () => {
  const { status } = spawnSync(process.execPath, [join(repository, 'scripts/build.mjs')], {
    stdio: 'inherit',
  });
  assert.equal(status, 0);
  folder = await mkdtemp(join(tmpdir(), 'settlements-mistakes-'));
});
after(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  /** Of standard error, without what the database says of itself. */
  said: string[];
}

/** Runs the program to its end with these variables alone. */
function run(
  args: readonly string[],
  more: Record<string, string> = {},
  flags: string[] = [],
): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    PATH,
    HOME,
    DATA_DIR: join(folder, 'data'),
    NODE_NO_WARNINGS: '1',
    LOG_LEVEL: 'silent',
    ...more,
  };
  const child = spawn(process.execPath, [...flags, program, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((done) =>
    child.on('close', (code) =>
      done({
        code,
        said: said
          .split('\n')
          .filter((line) => line !== '' && !/^(embedded PostgreSQL|migration)/.test(line)),
      }),
    ),
  );
}

/** One sentence or two, no stack, and what to do. */
function assertSaid({ code, said }: Ended, expected: RegExp, exitCode = 1): void {
  assert.equal(code, exitCode, said.join('\n'));
  assert.equal(said.length, exitCode === 78 && said.length > 1 ? 2 : 1, said.join('\n'));
  assert.match(said.join(' '), expected);
}

describe('a mistake of the first evening is told in one sentence with what to do', () => {
  it('a Node that is too old', async () => {
    const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.4'}})`;
    const ended = await run(['serve'], {}, ['--import', old]);
    assertSaid(ended, /needs Node 20\.19 or newer, and this is 18\.20\.4\. Install Node/, 78);
    await assert.rejects(stat(join(folder, 'data')), 'nothing was begun');
  });

  it('an address of the site that is none', async () => {
    for (const BASE_URL of ['village.example.org', 'https://village.example.org/site'])
      assertSaid(await run(['serve'], { BASE_URL }), /BASE_URL must be/, 78);
  });

  it('a database that is not there, an address of it that is none, no key for it', async () => {
    const key = { SECRET_KEY: 'a key of more than thirty-two characters' };
    const away = 'postgres://user:word@127.0.0.1:1/settlements';
    assertSaid(
      await run(['serve'], { ...key, DATABASE_URL: away }),
      /at 127\.0\.0\.1:1 .*Check that it runs/,
    );
    assertSaid(
      await run(['serve'], { ...key, DATABASE_URL: 'localhost:5432/x' }),
      /DATABASE_URL must be/,
      78,
    );
    assertSaid(await run(['serve'], { DATABASE_URL: away }), /SECRET_KEY is required/, 78);
  });

  it('a data folder that cannot be made', async () => {
    const file = join(folder, 'a file');
    await writeFile(file, '');
    const DATA_DIR = join(file, 'data');
    assertSaid(await run(['serve'], { DATA_DIR }), /lies in one, .*choose another DATA_DIR/);
  });

  it('a port that another program uses', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => other.once('listening', listening));
    const { port } = other.address() as { port: number };
    try {
      const ended = await run(['serve'], { PORT: String(port), DEMO: 'off' });
      assertSaid(ended, new RegExp(`uses port ${port} of 127\\.0\\.0\\.1.*PORT=${port + 1}`));
    } finally {
      other.close();
    }
  });

  it('a backup that is another file, is not there, needs its key, or would replace people', async () => {
    const [other, sealed] = [join(folder, 'photograph.backup'), join(folder, 'sealed.backup')];
    await writeFile(other, 'not a backup at all');
    assertSaid(await run(['restore', other]), /not a backup of the service, or it is damaged/);
    assertSaid(await run(['restore', join(folder, 'nosuch.backup')]), /There is no file .*nosuch\.backup/);
    const BACKUP_KEY = 'a key that is kept somewhere else';
    assert.equal((await run(['backup', sealed, '--no-proof'], { BACKUP_KEY })).code, 0);
    assertSaid(await run(['restore', sealed]), /encrypted: set BACKUP_KEY/);
    assertSaid(
      await run(['restore', sealed], { BACKUP_KEY: `${BACKUP_KEY}!` }),
      /not the key of this backup/,
    );
    assert.equal((await run(['account', 'create', 'anna@example.org', '--name', 'Anna'])).code, 0);
    assertSaid(await run(['restore', sealed], { BACKUP_KEY }), /accounts .* already.*new folder in DATA_DIR/);
  });

  it('the demonstration where there is somebody', async () => {
    assertSaid(await run(['demo']), /of your own .*DATA_DIR=/);
  });

  it('a key that was cut off', async () => {
    const DATA_DIR = join(folder, 'cut');
    await mkdir(DATA_DIR);
    await writeFile(join(DATA_DIR, 'secret-key'), 'short');
    assertSaid(await run(['serve'], { DATA_DIR, DEMO: 'off' }), /cut off\. Put it back/, 78);
  });
});
