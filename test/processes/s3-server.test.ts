import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { after, afterEach, before, describe, it } from 'node:test';
import type { BlobStore } from '../../src/engines/media/blob-store.ts';
import { checkBlobStore } from '../../src/engines/media/open-blob-store.ts';
import { parseS3Location } from '../../src/engines/media/s3-location.ts';
import { openS3Store } from '../../src/engines/media/s3-store.ts';
import { refusedWith, testBlobStore } from '../media/blob-store-contract.ts';
import { type S3Server, s3Keys, startS3Server } from '../media/s3-server.ts';

/** The contract of every blob store, against a third-party server. */
describe('S3 store on a real server', () => {
  let server: S3Server;
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-s3-real-'));
    server = await startS3Server();
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const opened: BlobStore[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  const spool = () => join(folder, 'spool');
  const openAt = (address: string) => {
    const store = openS3Store(parseS3Location(address, {}), spool(), { retryDelayMs: 1 });
    opened.push(store);
    return store;
  };
  // Each store has its own folder with a name that needs encoding. Not the characters !'()*, which this server leaves
  // unencoded in a query although the signature requires it, nor &, which it escapes twice in a listing; the other
  // test server covers those.
  let folders = 0;
  const open = async () => {
    folders += 1;
    const name = encodeURIComponent(`Дачи "сады" ${folders} 100% +=;,~`);
    const store = openAt(server.address(`${name}/a%20b`));
    return { store, countLeftovers: async () => (await readdir(spool()).catch(() => [])).length };
  };
  testBlobStore(open);

  it('is listed and read without retries while others write and remove', async () => {
    const { store } = await open();
    const put = (text: string) => store.put(Readable.from([Buffer.from(text)]), { maxBytes: 100 });
    const statuses = new Set<number>();
    const diagnosed = (message: unknown) =>
      statuses.add((message as { response: { statusCode: number } }).response.statusCode);
    subscribe('undici:request:headers', diagnosed);
    try {
      let isWriting = true;
      const writing = (async () => {
        for (let round = 0; round < 6; round += 1) {
          const kept = await Promise.all(Array.from({ length: 30 }, (_, n) => put(`${round} ${n}`)));
          await Promise.all(kept.slice(0, 26).map(({ sha256 }) => store.remove(sha256)));
        }
      })().finally(() => {
        isWriting = false;
      });
      const reading = Array.from({ length: 4 }, async (_, reader) => {
        while (isWriting) {
          const [{ sha256 } = { sha256: '' }] = await store.list(undefined, 20 + reader);
          if (sha256) (await store.open(sha256))?.resume();
        }
      });
      await Promise.all([writing, ...reading]);
    } finally {
      unsubscribe('undici:request:headers', diagnosed);
    }
    assert.deepEqual(
      [...statuses].filter((status) => status >= 500),
      [],
    );
    assert.equal((await store.list(undefined, 100)).length, 24);
  });

  it('streams a large file and reads it back whole', async () => {
    const { store, countLeftovers } = await open();
    const hash = createHash('sha256');
    const block = randomBytes(1024 * 1024);
    const blocks = 48;
    async function* produce() {
      for (let index = 0; index < blocks; index += 1) {
        block.writeUInt32BE(index);
        const bytes = Buffer.from(block);
        hash.update(bytes);
        yield bytes;
      }
    }
    const put = await store.put(Readable.from(produce()), { maxBytes: 64 * 1024 * 1024 });
    assert.equal(put.sha256, hash.digest('hex'));
    assert.equal(put.size, blocks * block.length);
    const back = createHash('sha256');
    for await (const chunk of (await store.open(put.sha256)) as Readable) back.update(chunk);
    assert.equal(back.digest('hex'), put.sha256);
    assert.equal(await countLeftovers(), 0);
  });

  it('stores nothing of an aborted upload, locally or remotely', async () => {
    const { store, countLeftovers } = await open();
    const source = new PassThrough();
    const put = store.put(source, { maxBytes: 64 * 1024 * 1024 });
    source.write(randomBytes(3_000_000));
    setTimeout(() => source.destroy(new Error('gone')), 30);
    await assert.rejects(put, refusedWith('interrupted'));
    assert.equal(await countLeftovers(), 0);
    assert.deepEqual(await store.list(undefined, 10), []);
  });

  it('reports wrong credentials, bucket or address at startup, without the secret', async () => {
    const fault = async (address: string) => {
      const failure = await checkBlobStore(openAt(address)).catch((error: unknown) => error);
      assert.ok(failure instanceof Error, 'it must not start');
      assert.doesNotMatch(`${failure.message}${failure.stack}`, /not-the-secret/);
      return failure.message;
    };
    const wrong = server.address('', { ...s3Keys, secret: 'not-the-secret' });
    assert.match(await fault(wrong), /MEDIA_URL.*403 SignatureDoesNotMatch/);
    assert.match(
      await fault(server.address('', { id: 'nobody', secret: 'x' })),
      /MEDIA_URL.*403 InvalidAccessKeyId/,
    );
    assert.match(
      await fault(server.address().replace('village-media', 'no-such-bucket')),
      /MEDIA_URL.*404 NoSuchBucket/,
    );
    assert.match(await fault(server.address().replace(/:\d+$/, ':1')), /MEDIA_URL.*no reply ECONNREFUSED/);
    await checkBlobStore(openAt(server.address('empty')));
    const filled = openAt(server.address('filled'));
    for (const text of ['one', 'two', 'three'])
      await filled.put(Readable.from([Buffer.from(text)]), { maxBytes: 100 });
    await checkBlobStore(filled);
  });

  it('does not list a neighbouring folder as its own', async () => {
    const [inner, outer] = [openAt(server.address('nested/deep')), openAt(server.address('nested'))];
    const put = (store: BlobStore, text: string) =>
      store.put(Readable.from([Buffer.from(text)]), { maxBytes: 100 });
    const [one, two] = [await put(inner, 'inner'), await put(outer, 'outer')];
    assert.deepEqual(
      (await outer.list(undefined, 10)).map(({ sha256 }) => sha256),
      [two.sha256],
    );
    assert.equal(await outer.size(one.sha256), undefined);
    assert.equal(await inner.remove(two.sha256), false);
  });
});
