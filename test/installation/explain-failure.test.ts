import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { DatabaseUnavailable } from '../../src/base/db/driver/unavailable.ts';
import { explainFailure } from '../../src/entry/commands/explain-failure.ts';
import { addFileCleanup } from '../harness/file-cleanup.ts';

const catchError = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('it should have failed'),
    (error: unknown) => error,
  );

it('a port in use is explained with the next one to take', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  addFileCleanup(async () => void first.close());
  await new Promise((done) => first.once('listening', done));
  const { port } = first.address() as AddressInfo;
  const second = createServer();
  const error = await new Promise((done) => second.once('error', done).listen(port, '127.0.0.1'));
  assert.equal(
    explainFailure(error, {}),
    `Another program uses port ${port} of 127.0.0.1; perhaps the service runs already. Stop that one, or choose another port, as PORT=${port + 1}.`,
  );
});

it('a file that is not there and a folder in its place are explained by their names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'settlements explained '));
  const missing = join(folder, 'no', 'file');
  assert.equal(
    explainFailure(await catchError(readFile(missing)), {}),
    `${missing} is not there. Check the name.`,
  );
  const error = await catchError(writeFile(folder, ''));
  assert.equal(explainFailure(error, {}), `${folder} is a folder. Name a file.`);
});

it('a full disk, a database that does not answer and a wrong password are explained with what to do', () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  assert.match(explainFailure(full, {}) ?? '', /^The disk is full .*Make room/);
  const late = new DatabaseUnavailable(new Error('timeout expired'));
  assert.match(
    explainFailure(late, { DATA_DIR: '/srv/x' }) ?? '',
    /busy or short of memory.*\/srv\/x\/postgres\.log/,
  );
  const url = 'postgres://anna:secret@db.example:5432/x';
  const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' });
  const said = explainFailure(wrong, { DATABASE_URL: url }) ?? '';
  assert.match(said, /^The database at db\.example:5432 .*DATABASE_URL\.$/);
  assert.doesNotMatch(said, /secret/);
});

it('a fault of the program is not explained away', () => {
  assert.equal(explainFailure(new TypeError('x is not a function'), {}), undefined);
  assert.equal(explainFailure('text', {}), undefined);
});
