import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { withClockOffset } from '../harness/clock.ts';
import { drainQueue } from '../harness/jobs.ts';
import { openService, type TestService } from '../harness/open-service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { type S3Server, startS3Server } from '../media/s3-server.ts';
import { noise } from '../media/sample-pictures.ts';
import {
  findWorker,
  listBlobs,
  makeRenditions,
  purgeRemoved,
  type SentMedia,
  send,
  upload,
} from '../operations/media/uploads.ts';

/** The whole lifecycle of a photo, with its bytes on an S3 server. */
describe('photos on S3', () => {
  let server: S3Server;
  let service: TestService;
  let village: Village;
  let end: () => Promise<void>;
  before(async () => {
    server = await startS3Server();
    const opened = await openService({ MEDIA_URL: server.address('photographs') });
    service = opened.service;
    end = opened.close;
    village = await buildVillage(service);
  });
  after(async () => {
    await end();
    await server.close();
  });
  const plot = () => ({ subject_type: 'parcel' as const, subject_id: village.plots.resident });
  const picture = () =>
    noise(400, 300)
      .withExif({
        IFD2: { DateTimeOriginal: '2024:05:06 07:08:09' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '56/1 18/1 0/1' },
      })
      .jpeg()
      .toBuffer();
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(service.url + path, { headers });
    return { reply, bytes: Buffer.from(await reply.arrayBuffer()) };
  };
  const show = async (id: string): Promise<SentMedia> => {
    const { media } = await village.clients.resident.list_media({ settlement: 'berezka' });
    const found = media.find((one) => one.id === id);
    assert.ok(found);
    return found as unknown as SentMedia;
  };

  it('are uploaded by a one-time URL, get renditions, are read whole and by range, and their URL expires', async () => {
    const { id } = await upload(village.clients.resident, plot(), await picture());
    assert.equal((await listBlobs(service)).length, 1);
    await makeRenditions(service);
    const media = await show(id);
    assert.equal(media.state, 'ready');
    assert.match(media.taken_at ?? '', /^2024-05-06T/);
    for (const [name, { path, width, height }] of Object.entries(media.renditions)) {
      const { reply, bytes } = await read(path);
      assert.equal(reply.status, 200, name);
      const header = await sharp(bytes).metadata();
      assert.deepEqual([header.width, header.height, header.exif], [width, height, undefined], name);
    }
    const path = media.path ?? '';
    const whole = (await read(path)).bytes;
    const part = await read(path, { range: 'bytes=10-29' });
    if (part.reply.status === 206) assert.deepEqual(part.bytes, whole.subarray(10, 30));
    else assert.deepEqual(part.bytes, whole);
    const over = await withClockOffset(service, 3 * 3_600_000, () => read(path));
    assert.equal(over.reply.status, 404, 'three hours later the address is over');
    assert.equal((await read(path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).reply.status, 404);
  });

  it('are uploaded as a form in one request', async () => {
    const form = new FormData();
    form.append('subject_type', 'parcel');
    form.append('subject_id', village.plots.resident);
    form.append('file', new Blob([new Uint8Array(await picture())]), 'двор.jpg');
    const reply = await fetch(`${service.url}/api/v1/media/files`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${await service.token(village.accounts.resident)}` },
    });
    assert.equal(reply.status, 201, await reply.clone().text());
    await makeRenditions(service);
    const { data } = (await reply.json()) as { data: SentMedia };
    assert.equal((await show(data.id)).state, 'ready');
  });

  it('are uploaded by an MCP tool that returns a URL for a PUT', async () => {
    const token = await service.token(village.accounts.resident);
    const call = await fetch(`${service.url}/mcp/resident`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'upload_media', arguments: plot() },
      }),
    });
    const text = await call.text();
    const address = /https?:[^"\\]+\/media\/[^"\\]*/.exec(text)?.[0] ?? '';
    assert.notEqual(address, '', text.slice(0, 500));
    const sent = await send(address, await picture());
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    assert.equal((await send(address, await picture())).body.data.id, sent.body.data.id, 'one only');
    await makeRenditions(service);
    assert.equal((await show(sent.body.data.id)).state, 'ready');
  });

  it('are deleted with their bytes, and so are orphans', async () => {
    const { media } = await village.clients.resident.list_media({ settlement: 'berezka' });
    const paths = media.map((one) => one.path ?? '');
    for (const one of media) await village.clients.resident.remove_media({ media: one.id });
    for (const path of paths) assert.equal((await read(path)).reply.status, 404);
    assert.ok((await listBlobs(service)).length > 0, 'not at once: it can be brought back');
    await purgeRemoved(service);
    assert.deepEqual(await listBlobs(service), []);

    const { Readable } = await import('node:stream');
    await service.app.services.media.store.put(Readable.from([Buffer.from('orphan')]), { maxBytes: 100 });
    await service.app.jobs.add(service.pool, { queue: 'media_sweep' });
    await drainQueue(service, findWorker(service, 'media_sweep'), 26 * 3_600_000);
    assert.deepEqual(await listBlobs(service), []);
  });
});
