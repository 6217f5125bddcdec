import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobStore } from '../../src/engines/media/blob-store.ts';
import { MediaRefusal } from '../../src/engines/media/media-refusal.ts';

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const limits = { maxBytes: 1_000_000 };
const absent = '0'.repeat(64);

export function refusedWith(code: string) {
  return (error: unknown) => error instanceof MediaRefusal && error.code === code;
}

/**
 * The contract of every blob store; `countLeftovers` counts temporary files. `pageSize` and `writers` are lowered for
 * servers that cannot handle more.
 */
export function testBlobStore(
  open: () => Promise<{ store: BlobStore; countLeftovers: () => Promise<number> }>,
  { pageSize = 4, writers = 50 } = {},
): void {
  it('returns stored bytes, whole and by range', async () => {
    const { store } = await open();
    const bytes = randomBytes(300_000);
    const put = await store.put(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), limits);
    assert.deepEqual(put, { sha256: sha256Of(bytes), size: bytes.length });
    assert.equal(await store.size(put.sha256), bytes.length);
    assert.deepEqual(await read(store, put.sha256), bytes);
    assert.deepEqual(await read(store, put.sha256, { start: 10, end: 19 }), bytes.subarray(10, 20));
    const tail = await read(store, put.sha256, { start: bytes.length - 5, end: bytes.length + 100 });
    assert.deepEqual(tail, bytes.subarray(-5));
    await assert.rejects(store.open(put.sha256, { start: bytes.length, end: bytes.length }), RangeError);
    await assert.rejects(store.open(put.sha256, { start: 5, end: 4 }), RangeError);
  });

  it('returns undefined for unknown hashes', async () => {
    const { store } = await open();
    assert.equal(await store.size(absent), undefined);
    assert.equal(await store.open(absent), undefined);
    assert.equal(await store.remove(absent), false);
  });

  it('accepts only hashes, so that no path can be requested', async () => {
    const { store } = await open();
    for (const bad of ['../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`, `${'a'.repeat(64)}\n`, '']) {
      await assert.rejects(store.size(bad), TypeError);
      await assert.rejects(store.open(bad), TypeError);
      await assert.rejects(store.remove(bad), TypeError);
      await assert.rejects(store.list(bad, 10), TypeError);
    }
  });

  it('lists in hash order in pages without repeats or gaps', async () => {
    const { store } = await open();
    const hashes: string[] = [];
    for (let index = 0; index < 25; index += 1) {
      hashes.push((await store.put(Readable.from([Buffer.from(`blob ${index}`)]), limits)).sha256);
    }
    const listed: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await store.list(after, pageSize);
      listed.push(...page.map((blob) => blob.sha256));
      assert.ok(
        page.every((blob) => blob.size > 5 && Math.abs(Date.now() - blob.touchedAt.getTime()) < 600_000),
      );
      if (page.length < pageSize) break;
      after = page.at(-1)?.sha256;
    }
    assert.deepEqual(listed, hashes.sort());
    await assert.rejects(store.list(undefined, 0), RangeError);
  });

  it('refuses oversized, empty, incomplete and truncated uploads and stores nothing', async () => {
    const { store, countLeftovers } = await open();
    const chunk = Buffer.alloc(1000, 'x');
    const truncated = Object.assign(Readable.from([chunk]), { truncated: true });
    const cases: [string, () => Promise<unknown>][] = [
      ['too_large', () => store.put(Readable.from([chunk, chunk]), { maxBytes: 1999 })],
      ['too_large', () => store.put(Readable.from([chunk]), { maxBytes: 999, declaredSize: 1000 })],
      ['too_large', () => store.put(truncated, limits)],
      ['empty', () => store.put(Readable.from([]), limits)],
      ['interrupted', () => store.put(Readable.from([chunk]), { ...limits, declaredSize: 1001 })],
      ['interrupted', () => store.put(Readable.from([chunk]), { ...limits, declaredSize: 999 })],
    ];
    for (const [code, put] of cases) await assert.rejects(put(), refusedWith(code));
    assert.equal(await countLeftovers(), 0);
    assert.deepEqual(await store.list(undefined, 10), []);
    await store.put(Readable.from([chunk, chunk]), { maxBytes: 2000, declaredSize: 2000 });
  });

  it('leaves no temporary file when the client disconnects during an upload', async () => {
    const { store, countLeftovers } = await open();
    for (const end of [
      (source: PassThrough) => source.destroy(),
      (source: PassThrough) => source.destroy(new Error('reset')),
    ]) {
      const source = new PassThrough();
      const put = store.put(source, limits);
      source.write(Buffer.alloc(500_000, 'y'));
      setTimeout(() => end(source), 20);
      await assert.rejects(put, refusedWith('interrupted'));
      const early = new PassThrough();
      const begun = store.put(early, limits);
      end(early);
      await assert.rejects(begun, refusedWith('interrupted'));
    }
    const controller = new AbortController();
    const stalled = new PassThrough();
    const put = store.put(stalled, { ...limits, signal: controller.signal });
    stalled.write('beginning');
    const refused = assert.rejects(put, refusedWith('interrupted'));
    // Read from the stream: the store is processing it.
    while (stalled.readableLength > 0) await sleep(1);
    controller.abort();
    await refused;
    assert.ok(stalled.destroyed);
    const late = new AbortController();
    setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), 20);
    await assert.rejects(
      store.put(new PassThrough(), { ...limits, signal: late.signal }),
      refusedWith('timed_out'),
    );
    assert.equal(await countLeftovers(), 0);
    assert.deepEqual(await store.list(undefined, 10), []);
  });

  it('stores nothing that a check refuses, and leaves the source open for the response', async () => {
    const { store, countLeftovers } = await open();
    const refuse = () => {
      throw new Error('no');
    };
    const source = new PassThrough();
    source.write(Buffer.alloc(100));
    await assert.rejects(store.put(source, { ...limits, checkStart: refuse }), /no/);
    assert.equal(source.destroyed, false);
    const drained = buffer(source);
    source.end('rest');
    assert.ok((await drained).includes('rest'));

    await assert.rejects(
      store.put(Readable.from([Buffer.alloc(3)]), { ...limits, checkStart: refuse }),
      /no/,
    );
    const checkWhole = async () => refuse();
    await assert.rejects(store.put(Readable.from([Buffer.alloc(100)]), { ...limits, checkWhole }), /no/);
    assert.equal(await countLeftovers(), 0);
    assert.deepEqual(await store.list(undefined, 10), []);
  });

  it(`stores one blob for ${writers} parallel uploads of the same bytes`, async () => {
    const { store, countLeftovers } = await open();
    const bytes = randomBytes(50_000);
    const puts = await Promise.all(
      Array.from({ length: writers }, () => store.put(Readable.from([bytes]), limits)),
    );
    assert.deepEqual(new Set(puts.map((put) => put.sha256)), new Set([sha256Of(bytes)]));
    assert.equal((await store.list(undefined, 10)).length, 1);
    assert.deepEqual(await read(store, sha256Of(bytes)), bytes);
    assert.equal(await countLeftovers(), 0);
  });

  it('removes a blob unless it was touched since', async () => {
    const { store, countLeftovers } = await open();
    const { sha256 } = await store.put(Readable.from([Buffer.from('once')]), limits);
    assert.equal(await store.remove(sha256, { untouchedSince: new Date(Date.now() - 60_000) }), false);
    assert.equal(await store.size(sha256), 4);
    assert.equal(await store.remove(sha256, { untouchedSince: new Date(Date.now() + 60_000) }), true);
    assert.equal(await store.size(sha256), undefined);
    await store.put(Readable.from([Buffer.from('once')]), limits);
    assert.equal(await store.remove(sha256), true);
    assert.equal(await store.remove(sha256), false);
    assert.equal(await countLeftovers(), 0);
  });
}

async function read(store: BlobStore, sha256: string, range?: { start: number; end: number }) {
  const stream = await store.open(sha256, range);
  assert.ok(stream);
  return buffer(stream);
}
