import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { openFileStore } from '../../src/engines/media/file-store.ts';
import { testBlobStore } from './blob-store-contract.ts';

describe('file store', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-'));
  });
  after(() => rm(folder, { recursive: true }));

  let count = 0;
  const open = async () => {
    count += 1;
    const root = join(folder, String(count));
    const countLeftovers = async () => (await readdir(join(root, '.incoming')).catch(() => [])).length;
    return { store: openFileStore(root), root, countLeftovers };
  };
  testBlobStore(open);

  it('touches an existing blob, so that a sweep with an older threshold skips it', async () => {
    const { store, root } = await open();
    const { sha256 } = await store.put(Readable.from([Buffer.from('old')]), { maxBytes: 10 });
    const path = join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    const longAgo = new Date(Date.now() - 86_400_000);
    await utimes(path, longAgo, longAgo);
    const mark = new Date(Date.now() - 3_600_000);
    await store.put(Readable.from([Buffer.from('old')]), { maxBytes: 10 });
    assert.equal(await store.remove(sha256, { untouchedSince: mark }), false);
    await utimes(path, longAgo, longAgo);
    assert.equal(await store.remove(sha256, { untouchedSince: mark }), true);
  });

  it('replaces a truncated blob', async () => {
    const { store, root } = await open();
    const { sha256 } = await store.put(Readable.from([Buffer.from('whole')]), { maxBytes: 10 });
    await writeFile(join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256), 'who');
    await store.put(Readable.from([Buffer.from('whole')]), { maxBytes: 10 });
    assert.equal(await store.size(sha256), 5);
  });

  it('removes only stale temporary files', async () => {
    const { store, root, countLeftovers } = await open();
    const { sha256 } = await store.put(Readable.from([Buffer.from('kept')]), { maxBytes: 10 });
    const incoming = join(root, '.incoming');
    await writeFile(join(incoming, 'crashed.part'), 'half');
    await writeFile(join(incoming, 'growing.part'), 'half');
    const longAgo = new Date(Date.now() - 86_400_000);
    await utimes(join(incoming, 'crashed.part'), longAgo, longAgo);
    assert.equal(await store.removeStaleUploads(new Date(Date.now() - 3_600_000)), 1);
    assert.equal(await countLeftovers(), 1);
    assert.equal(await store.size(sha256), 4);
  });

  it('stores blobs unreadable for other users of the machine', {
    skip: process.platform === 'win32',
  }, async () => {
    const { store, root } = await open();
    const { sha256 } = await store.put(Readable.from([Buffer.from('mine')]), { maxBytes: 10 });
    const { mode } = await stat(join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256));
    assert.equal(mode & 0o077, 0);
  });
});
