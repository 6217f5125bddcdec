import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { type BlobStore, isStoreFailure } from '../../src/engines/media/blob-store.ts';
import { parseS3Location } from '../../src/engines/media/s3-location.ts';
import { openS3Store } from '../../src/engines/media/s3-store.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type FakeS3, type S3Fault, startFakeS3 } from './fake-s3.ts';

const keys = { id: 'AKIDEXAMPLE', secret: 'wJalr/XUtnFEMI+K7MDENG' };
const words = 'a file';
const longAgo = new Date(Date.now() - 86_400_000);
const source = () => Readable.from([Buffer.from(words)]);
const limits = { maxBytes: 1000 };

interface S3Case {
  name: string;
  isThereBefore: boolean;
  isThereAfter: boolean;
  run(store: BlobStore, sha256: string): Promise<unknown>;
}

const cases: readonly S3Case[] = [
  { name: 'storing', isThereBefore: false, isThereAfter: true, run: (store) => store.put(source(), limits) },
  {
    name: 'storing once more',
    isThereBefore: true,
    isThereAfter: true,
    run: (store) => store.put(source(), limits),
  },
  {
    name: 'opening',
    isThereBefore: true,
    isThereAfter: true,
    run: async (store, sha256) =>
      assert.equal(await text((await store.open(sha256)) ?? assert.fail()), words, 'half of a file'),
  },
  {
    name: 'measuring',
    isThereBefore: true,
    isThereAfter: true,
    run: async (store, sha256) => assert.equal(await store.size(sha256), words.length),
  },
  {
    name: 'listing',
    isThereBefore: true,
    isThereAfter: true,
    run: async (store) => assert.equal((await store.list(undefined, 10)).length, 1),
  },
  {
    name: 'removing',
    isThereBefore: true,
    isThereAfter: false,
    run: (store, sha256) => store.remove(sha256),
  },
  {
    name: 'removing what nobody touched since',
    isThereBefore: true,
    isThereAfter: false,
    run: (store, sha256) => store.remove(sha256, { untouchedSince: new Date() }),
  },
];

/** Only a request with a body breaks off in it; of all answers but those to GET the status is everything. */
const listFaults = (method: string): S3Fault[] => [
  ...([503, 'drop', 'lost', 'hang'] as const),
  ...(method === 'PUT' ? ([500, 'cut'] as const) : []),
  ...(method === 'GET' ? (['half'] as const) : []),
];

/** Each request to the bucket goes wrong in turn, once or from then on. */
describe('a bucket that fails at each request', () => {
  let server: FakeS3;
  let store: BlobStore;
  let spool = '';
  before(async () => {
    server = await startFakeS3('village-media', keys);
    spool = await mkdtemp(join(tmpdir(), 's3-calls-'));
    const address = `s3://${keys.id}:${encodeURIComponent(keys.secret)}@village-media?endpoint=${server.endpoint}&region=eu-test-1`;
    store = openS3Store(parseS3Location(address, {}), spool, { retryDelayMs: 1, answerWithinMs: 150 });
  });
  after(async () => {
    await store.close();
    await waitUntil('no connection is left', async () => (await server.countConnections()) === 0);
    await server.close();
    await rm(spool, { recursive: true });
  });

  /** One file as it should be before, and nothing else. */
  async function prepare({ isThereBefore }: S3Case): Promise<string> {
    server.fault = () => undefined;
    server.objects.clear();
    const { sha256 } = await store.put(source(), limits);
    for (const object of server.objects.values()) object.modified = longAgo;
    if (!isThereBefore) server.objects.clear();
    server.requests.length = 0;
    return sha256;
  }

  const isWhole = () => {
    const [object] = [...server.objects.values()];
    assert.ok(server.objects.size < 2);
    return object === undefined ? false : String(object.bytes) === words || assert.fail('half of a file');
  };

  async function tryFault(each: S3Case, at: number, fault: S3Fault, isOnce: boolean): Promise<void> {
    const where = `${each.name}, ${fault} at ${at} ${isOnce ? 'once' : 'from then on'}`;
    const sha256 = await prepare(each);
    let count = 0;
    let method = '';
    server.fault = (line) => {
      const here = count;
      count += 1;
      if (here < at || (isOnce && here > at)) return undefined;
      if (here === at) method = line.split(' ', 1)[0] ?? '';
      return fault;
    };
    const [result] = await Promise.allSettled([each.run(store, sha256)]);
    assert.ok(count > at, where);
    // What has begun to be read is not begun again.
    const isRead = method === 'GET' && each.name === 'opening';
    if (isOnce && !(fault === 'half' && isRead))
      assert.equal(result.status, 'fulfilled', `${where}: ${(result as PromiseRejectedResult).reason}`);
    if (result.status === 'rejected' && !isRead) assert.ok(isStoreFailure(result.reason), where);
    const isThere = isWhole();
    if (result.status === 'fulfilled') assert.equal(isThere, each.isThereAfter, where);
    else assert.ok(isThere === each.isThereBefore || isThere === each.isThereAfter, where);
    assert.deepEqual(await readdir(spool), [], where);
    server.fault = () => undefined;
    await each.run(store, sha256);
    assert.equal(isWhole(), each.isThereAfter, `${where}, once more`);
  }

  for (const each of cases)
    it(`in ${each.name}: once is mended by another attempt; for long it is said, and a file is whole or none`, async (context) => {
      const first = await prepare(each);
      await each.run(store, first);
      const requests = server.requests.map((line) => line.split(' ', 1)[0] ?? '');
      assert.ok(requests.length > 0);
      for (const [at, method] of requests.entries())
        for (const fault of listFaults(method)) {
          await tryFault(each, at, fault, true);
          // Each of four attempts waits for an answer.
          if (fault !== 'hang' || each.name === 'storing') await tryFault(each, at, fault, false);
        }
      context.diagnostic(`${requests.length} requests: ${requests.join()}`);
    });

  it('that refuses connections: nothing is stored, and it works as soon as it is back', async () => {
    const sha256 = await prepare(cases[0] as S3Case);
    const { port } = new URL(server.endpoint);
    await server.close();
    for (const each of cases)
      await assert.rejects(each.run(store, sha256), (error) => isStoreFailure(error), each.name);
    assert.deepEqual(await readdir(spool), []);
    server = await startFakeS3('village-media', keys, Number(port));
    await store.put(source(), limits);
    assert.equal(isWhole(), true);
  });
});
