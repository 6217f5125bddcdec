import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, afterEach, before, describe, it } from 'node:test';
import type { BlobStore } from '../../src/engines/media/blob-store.ts';
import { parseS3Location } from '../../src/engines/media/s3-location.ts';
import { openS3Store, S3Failure } from '../../src/engines/media/s3-store.ts';
import { testBlobStore } from './blob-store-contract.ts';
import { type FakeS3, startFakeS3 } from './fake-s3.ts';

const keys = { id: 'AKIDEXAMPLE', secret: 'wJalr/XUtnFEMI+K7MDENG=bPxRfiCY' };

describe('S3 store', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-s3-'));
  });
  after(() => rm(folder, { recursive: true }));

  const opened: { store: BlobStore; server: FakeS3 }[] = [];
  afterEach(async () => {
    for (const { store, server } of opened.splice(0)) {
      await store.close();
      await server.close();
    }
  });
  const open = async (secret = keys.secret, now?: () => number) => {
    const server = await startFakeS3('village-media', keys);
    const userinfo = `${keys.id}:${encodeURIComponent(secret)}`;
    const address = `s3://${userinfo}@village-media/a%20folder/(deep)?endpoint=${server.endpoint}&region=eu-test-1`;
    const spool = join(folder, 'spool');
    const store = openS3Store(parseS3Location(address, {}), spool, { retryDelayMs: 1, ...(now && { now }) });
    opened.push({ store, server });
    const countLeftovers = async () => (await readdir(spool).catch(() => [])).length;
    return { store, server, countLeftovers };
  };
  testBlobStore(open);

  const put = (store: BlobStore, text: string) =>
    store.put(Readable.from([Buffer.from(text)]), { maxBytes: 100 });

  it('stores objects by hash under the prefix', async () => {
    const { store, server } = await open();
    const { sha256 } = await put(store, 'one');
    assert.deepEqual(
      [...server.objects.keys()],
      [`a folder/(deep)/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`],
    );
  });

  it('skips foreign objects under the same prefix without ending the list early', async () => {
    const { store, server } = await open();
    const { sha256 } = await put(store, 'ours');
    for (let index = 0; index < 9; index += 1) {
      server.objects.set(`a folder/(deep)/00 theirs & <${index}>`, {
        bytes: Buffer.from('x'),
        modified: new Date(),
      });
    }
    assert.deepEqual(
      (await store.list(undefined, 2)).map((blob) => blob.sha256),
      [sha256],
    );
  });

  it('retries after a 503 and a dropped connection', async () => {
    const { store, server } = await open();
    let puts = 0;
    server.fault = (line) => {
      if (!line.startsWith('PUT')) return undefined;
      puts += 1;
      return puts === 1 ? 503 : puts === 2 ? 'drop' : undefined;
    };
    const { sha256 } = await put(store, 'again');
    assert.equal(puts, 3);
    assert.equal(await store.size(sha256), 5);
  });

  it('retries reads after a 500, a 503, a connection reset and a truncated response', async () => {
    const { store, server } = await open();
    const { sha256 } = await put(store, 'again');
    const faults: Record<string, (number | 'drop' | 'half')[]> = {};
    server.fault = (line) => faults[line.split(' ', 1)[0] ?? '']?.shift();
    for (const fault of [500, 503, 'drop', 'half'] as const) {
      Object.assign(faults, { HEAD: fault === 'half' ? [] : [fault], GET: [fault] });
      assert.equal(await store.size(sha256), 5, `HEAD ${fault}`);
      assert.equal((await store.list(undefined, 10)).length, 1, `list ${fault}`);
      if (fault === 'half') continue;
      faults.GET = [fault];
      assert.equal(String(await (await store.open(sha256))?.toArray()), 'again', `GET ${fault}`);
    }
  });

  it('starts no further attempt after the retry window', async () => {
    let time = 0;
    const { store, server } = await open(keys.secret, () => time);
    server.fault = () => {
      time += 6_000;
      return 503;
    };
    await assert.rejects(store.list(undefined, 1), S3Failure);
    assert.equal(server.requests.length, 2);
  });

  it('never removes a blob that was written again after a removal whose response was lost', async () => {
    const { store, server } = await open();
    const { sha256 } = await put(store, 'back again');
    const [[key, kept] = ['', undefined]] = server.objects;
    assert.ok(kept);
    kept.modified = new Date(Date.now() - 86_400_000);
    server.fault = (line) => {
      if (!line.startsWith('DELETE')) return undefined;
      server.objects.set(key, { bytes: kept.bytes, modified: new Date() });
      return 'drop';
    };
    assert.equal(await store.remove(sha256, { untouchedSince: new Date(Date.now() - 3_600_000) }), true);
    assert.equal(server.requests.filter((line) => line.startsWith('DELETE')).length, 1);
    assert.equal(await store.size(sha256), 10);
  });

  it('gives up after four attempts, stores nothing, and does not reveal the secret', async () => {
    const { store, server, countLeftovers } = await open();
    server.fault = (line) => (line.startsWith('PUT') ? 503 : undefined);
    const failure = await put(store, 'never').catch((error: unknown) => error);
    assert.ok(failure instanceof S3Failure);
    assert.equal(failure.message, 'S3 PUT failed: 503 SlowDown');
    assert.equal(server.requests.filter((line) => line.startsWith('PUT')).length, 4);
    assert.equal(server.objects.size, 0);
    assert.equal(await countLeftovers(), 0);
  });

  it('is refused at once with a wrong secret, which is not in the error', async () => {
    const { store, server } = await open('wrong-secret');
    const failure = await store.list(undefined, 1).catch((error: unknown) => error);
    assert.ok(failure instanceof S3Failure);
    assert.match(failure.message, /403 SignatureDoesNotMatch/);
    assert.doesNotMatch(`${failure.message}${failure.stack}`, /wrong-secret/);
    assert.equal(server.requests.length, 1);
  });

  it('writes an old existing object again, so that the orphan sweep sees it as recent', async () => {
    const { store, server } = await open();
    const { sha256 } = await put(store, 'same');
    await put(store, 'same');
    assert.equal(server.requests.filter((line) => line.startsWith('PUT')).length, 1);
    for (const object of server.objects.values()) object.modified = new Date(Date.now() - 86_400_000);
    await put(store, 'same');
    assert.equal(server.requests.filter((line) => line.startsWith('PUT')).length, 2);
    assert.equal(await store.remove(sha256, { untouchedSince: new Date(Date.now() - 3_600_000) }), false);
  });
});
