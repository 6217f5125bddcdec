import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ConfigurationError } from '../src/config.ts';
import { loadSecretKey } from '../src/secret-key.ts';

describe('the secret key beside the embedded database', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settlements-secret-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is generated once, for all processes that start at the same time, and readable by its owner alone', async () => {
    const dataDir = join(folder, 'new');
    const config = { secretKey: undefined, dataDir };
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretKey(config)));
    assert.equal(new Set(keys).size, 1);
    assert.ok((keys[0] ?? '').length >= 32);
    assert.equal(await loadSecretKey(config), keys[0]);
    assert.deepEqual(await readdir(dataDir), ['secret-key']);
    assert.equal((await stat(join(dataDir, 'secret-key'))).mode & 0o777, 0o600);
  });

  it('is refused, and kept as it is, when a crash or a full disk has cut it off', async () => {
    for (const left of ['', 'cut-off']) {
      await writeFile(join(folder, 'secret-key'), left);
      await assert.rejects(
        loadSecretKey({ secretKey: undefined, dataDir: folder }),
        (error) => error instanceof ConfigurationError && /secret-key has less than 32/.test(error.message),
      );
      assert.equal(await readFile(join(folder, 'secret-key'), 'utf8'), left);
    }
  });
});
