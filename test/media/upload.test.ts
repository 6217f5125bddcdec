import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { after, before, beforeEach, it } from 'node:test';
import type { BlobStore } from '../../src/engines/media/blob-store.ts';
import { openFileStore } from '../../src/engines/media/file-store.ts';
import { storeRenditions } from '../../src/engines/media/renditions.ts';
import { receiveUpload, type UploadLimits } from '../../src/engines/media/upload.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { refusedWith, sha256Of } from './blob-store-contract.ts';
import { quarters } from './forge-heic.ts';
import { forgeIsoMedia, forgePdf, forgePng, noise, photographWithPlace, solid } from './sample-pictures.ts';

let folder = '';
let root = '';
let store: BlobStore;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-'));
});
after(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  root = await mkdtemp(join(folder, 'store-'));
  store = openFileStore(root);
});

const send = (bytes: Buffer, limits?: UploadLimits) => receiveUpload(store, Readable.from([bytes]), limits);

async function assertNothingLeft(): Promise<void> {
  const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  assert.deepEqual(
    files.map((file) => file.name),
    [],
  );
}

it('an upload stores a photo and returns its type and size', async () => {
  const bytes = await photographWithPlace();
  const upload = await send(bytes, { declaredSize: bytes.length });
  assert.deepEqual([upload.sha256, upload.size, upload.type], [sha256Of(bytes), bytes.length, 'image/jpeg']);
  assert.deepEqual([upload.picture?.width, upload.picture?.height], [800, 600]);
  assert.equal(upload.picture?.takenAt?.local, '2024-05-06T07:08:09');
});

it('an upload stores a PDF, complete ones only', async () => {
  const upload = await send(forgePdf(100_000));
  assert.deepEqual([upload.type, upload.picture], ['application/pdf', undefined]);
  await store.remove(upload.sha256);
  await assert.rejects(send(forgePdf(100_000).subarray(0, 50_000)), refusedWith('damaged'));
  await assert.rejects(send(forgePdf(), { types: ['image/png'] }), refusedWith('wrong_type'));
  await assertNothingLeft();
});

it('an upload of a wrong, oversized, truncated or empty file is refused in both languages and leaves nothing', async () => {
  const jpeg = await noise(400, 300).jpeg().toBuffer();
  const cases: [code: string, bytes: Buffer, limits?: UploadLimits][] = [
    ['wrong_type', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['wrong_type', await solid(9, 9).gif().toBuffer()],
    ['wrong_type', Buffer.from('\x89PNG\r\n', 'latin1')],
    ['too_large', jpeg, { maxBytes: jpeg.length - 1 }],
    ['too_large', jpeg, { maxBytes: 1000, declaredSize: jpeg.length }],
    ['too_many_pixels', forgePng(100_000, 100_000)],
    ['too_many_pixels', jpeg, { maxPixels: 119_999 }],
    ['damaged', jpeg.subarray(0, jpeg.length / 2)],
    ['interrupted', jpeg.subarray(0, jpeg.length / 2), { declaredSize: jpeg.length }],
    ['empty', Buffer.alloc(0)],
  ];
  for (const [code, bytes, limits] of cases) {
    await assert.rejects(send(bytes, limits), (error: { text: { en: string; ru: string } }) => {
      assert.match(error.text.en, /^[A-Z].*\.$/);
      assert.match(error.text.ru, /^[А-Я].*\.$/);
      return refusedWith(code)(error);
    });
  }
  await assertNothingLeft();
});

it('an upload accepts HEIC and leaves nothing of a file that only starts like it', async () => {
  const { type, picture } = await send(quarters);
  assert.deepEqual([type, picture?.width, picture?.takenAt?.offset], ['image/heic', 128, '+03:00']);
  await store.remove((await send(quarters)).sha256);
  const source = Readable.from([forgeIsoMedia('heic', 'mif1', 'heic')]);
  await assert.rejects(receiveUpload(store, source), refusedWith('damaged'));
  await assertNothingLeft();
});

it('an uploaded polyglot file that also contains a page is served as the picture only', async () => {
  const page = '<html><script>alert(document.cookie)</script></html>';
  const inside = forgePng(60, 40, [['tEXt', Buffer.from(`Comment\0${page}`)]]);
  const behind = Buffer.concat([await solid(60, 40).png().toBuffer(), Buffer.from(page)]);
  const jpeg = await solid(60, 40).jpeg().withXmp(`<x>${page}</x>`).toBuffer();
  for (const polyglot of [inside, behind, Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${page}`)])]) {
    assert.ok(polyglot.includes(page));
    const { sha256 } = await send(polyglot);
    const renditions = (await storeRenditions(store, sha256)) ?? [];
    assert.equal(renditions.length, 4);
    for (const rendition of renditions) {
      const chunks: Buffer[] = [];
      for await (const chunk of (await store.open(rendition.sha256)) ?? []) chunks.push(chunk);
      const served = Buffer.concat(chunks);
      assert.equal(served.length, rendition.size);
      assert.equal(served.includes('script') || served.includes('PK\x03\x04'), false, rendition.name);
    }
  }
  await assert.rejects(send(Buffer.concat([Buffer.from(page), behind])), refusedWith('wrong_type'));
});

it('identical renditions are stored once, and a missing source gives undefined', async () => {
  const { sha256 } = await send(await photographWithPlace(2100, 300));
  assert.deepEqual(await storeRenditions(store, sha256), await storeRenditions(store, sha256));
  assert.equal((await store.list(undefined, 100)).length, 5);
  assert.equal(await storeRenditions(store, '0'.repeat(64)), undefined);
});

it('fifty parallel uploads of one photo store one blob', async () => {
  const bytes = await photographWithPlace();
  const uploads = await Promise.all(Array.from({ length: 50 }, () => send(bytes)));
  assert.equal(new Set(uploads.map((upload) => upload.sha256)).size, 1);
  assert.equal((await store.list(undefined, 100)).length, 1);
  assert.deepEqual(await readdir(join(root, '.incoming')), []);
});

it('of two hundred parallel uploads with every fourth broken exactly the valid files are stored', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, async (_, index) => {
      const bytes = await noise(60 + index, 60)
        .jpeg()
        .toBuffer();
      return send(index % 4 === 0 ? bytes.subarray(0, bytes.length / 2) : bytes);
    }),
  );
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 150);
  assert.equal((await store.list(undefined, 1000)).length, 150);
  assert.deepEqual(await readdir(join(root, '.incoming')), []);
});

it('a stalled or aborted upload is ended and leaves nothing', async () => {
  const bytes = await noise(400, 300).jpeg().toBuffer();
  const stalled = new PassThrough();
  stalled.write(bytes.subarray(0, 1000));
  await assert.rejects(receiveUpload(store, stalled, { timeoutMs: 50 }), refusedWith('timed_out'));
  const calledOff = new PassThrough();
  calledOff.write(bytes.subarray(0, 1000));
  const controller = new AbortController();
  const receiving = receiveUpload(store, calledOff, { signal: controller.signal });
  const refused = assert.rejects(receiving, refusedWith('interrupted'));
  await waitUntil('the start of the file is read', () => calledOff.readableLength === 0);
  controller.abort();
  await refused;
  assert.ok(calledOff.destroyed);
  await assert.rejects(send(bytes, { signal: AbortSignal.abort() }), refusedWith('interrupted'));
  await assertNothingLeft();
});

it('an upload whose HTTP connection drops leaves nothing, and a refusal reaches the client', async () => {
  const bytes = await noise(1200, 900).jpeg().toBuffer();
  const outcomes: unknown[] = [];
  let begin = () => {};
  let settle = () => {};
  const server = createServer(async (request, response) => {
    begin();
    const outcome = await receiveUpload(store, request).catch((error: unknown) => error);
    outcomes.push(outcome);
    settle();
    response.writeHead(refusedWith('wrong_type')(outcome) ? 422 : 201, { connection: 'close' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes.length}\r\n\r\n`);
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    socket.write(bytes.subarray(0, bytes.length / 2));
    await begun;
    socket.destroy();
    await settled;
    assert.ok(refusedWith('interrupted')(outcomes[0]));
    await assertNothingLeft();

    const refused = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      body: Buffer.alloc(200_000, 'x'),
    });
    assert.equal(refused.status, 422);
    const taken = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: bytes });
    assert.equal(taken.status, 201);
    assert.equal(await store.size(sha256Of(bytes)), bytes.length);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
