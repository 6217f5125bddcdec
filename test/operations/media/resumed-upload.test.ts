import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { noise } from '../../media/sample-pictures.ts';
import { requestUploadUrl, send } from './uploads.ts';

describe('an upload whose connection broke', () => {
  let service: TestService;
  let village: Village;
  let picture: Buffer;
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'settlements-unfinished-'));
    service = await startService({ DATA_DIR: dataDir });
    village = await buildVillage(service);
    picture = await noise(900, 700).jpeg().toBuffer();
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  const ticket = (account: 'resident' | 'neighbour' = 'resident') =>
    requestUploadUrl(village.clients[account], {
      subject_type: 'parcel',
      subject_id: village.plots[account],
    });
  const unfinished = () => service.app.services.media.unfinished;
  const listFiles = async () => (await readdir(join(dataDir, 'media', '.unfinished')).catch(() => [])).length;
  const ask = async (url: string, total = picture.length) => {
    const reply = await fetch(url, { method: 'PUT', headers: { 'content-range': `bytes */${total}` } });
    return { status: reply.status, body: (await reply.json()) as { data: { offset?: number; id?: string } } };
  };
  const sendRest = (url: string, start: number, body = picture.subarray(start), total = picture.length) =>
    send(url, body, { 'content-range': `bytes ${start}-${total - 1}/${total}` }) as Promise<{
      status: number;
      body: { data: { id: string; width: number; height: number }; message: string; offset?: number };
    }>;

  /**
   * Sends so many bytes of the picture, or of the rest of it, and goes away or silent; returns how many arrived. A slow
   * machine may have read nothing by then: it is given more time.
   */
  async function breakAfter(url: string, end: number, start = 0, isSilent = false): Promise<number> {
    const range =
      start > 0 ? { 'content-range': `bytes ${start}-${picture.length - 1}/${picture.length}` } : {};
    const headers = { 'content-length': picture.length - start, ...range };
    for (let patience = 200; ; patience *= 2) {
      const broken = request(url, { method: 'PUT', headers }).on('error', () => {});
      await new Promise<void>((done) => broken.write(picture.subarray(start, end), () => done()));
      await sleep(patience);
      if (!isSilent) await new Promise((done) => broken.once('close', done).destroy());
      const { status, body } = await ask(url);
      broken.destroy();
      const { offset = 0 } = body.data;
      if (status === 200 && offset > start && offset <= end) return offset;
      assert.ok(patience < 60_000, `${status}: ${start} < ${offset} <= ${end}`);
    }
  }

  it('goes on from the bytes that arrived, and leaves nothing behind', async () => {
    const url = await ticket();
    const first = await breakAfter(url, 100_000);
    const second = await breakAfter(url, first + 50_000, first);
    assert.equal(await listFiles(), 1);
    const done = await sendRest(url, second);
    assert.equal(done.status, 201, JSON.stringify(done.body));
    const { width, height } = done.body.data;
    assert.deepEqual([width, height], [900, 700], 'the picture is whole');
    assert.equal(await listFiles(), 0);
    // The answer may be lost as well: the question then gives the photograph, and no byte is sent again.
    assert.deepEqual(await ask(url).then(({ status, body }) => [status, body.data.id]), [
      201,
      done.body.data.id,
    ]);
  });

  it('takes over from a connection that has not been noticed to be dead', async () => {
    const url = await ticket();
    assert.equal((await sendRest(url, await breakAfter(url, 90_000, 0, true))).status, 201);
  });

  it('refuses a part that does not fit, with the offset to use', async () => {
    const url = await ticket();
    const offset = await breakAfter(url, 70_000);
    for (const start of [offset - 1, offset + 1]) {
      const refused = await sendRest(url, start);
      assert.equal(refused.status, 422);
      assert.equal(refused.body.offset, offset);
      assert.match(refused.body.message, new RegExp(`${offset}`));
    }
    for (const range of ['bytes 70000-80000/90000', 'bytes 5-1/9', 'bytes x-y/z', '../../etc/passwd'])
      assert.equal(
        (await send(url, picture.subarray(70_000), { 'content-range': range })).status,
        422,
        range,
      );
    const huge = await send(url, Buffer.from('x'), { 'content-range': 'bytes 0-0/99000000000' });
    assert.equal(huge.status, 413);
    assert.equal((await sendRest(url, offset)).status, 201);
    const fresh = await ticket();
    assert.equal((await sendRest(fresh, 70_000)).body.offset, 0, 'nothing has arrived there');
  });

  it('starts again where another total is declared, the file is not a picture, or an hour has passed', async () => {
    const url = await ticket();
    await breakAfter(url, 70_000);
    assert.equal((await ask(url, picture.length + 1)).body.data.offset, 0);
    assert.equal((await ask(url)).body.data.offset, 0, 'it was another file');
    const start = await breakAfter(url, 70_000);
    assert.equal((await sendRest(url, start, Buffer.alloc(picture.length - start, 1))).status, 422);
    assert.equal((await ask(url)).body.data.offset, 0, 'what cannot become a picture is not kept');
    await breakAfter(url, 70_000);
    service.clock.offset += 61 * 60_000;
    const identity = { key: 'a'.repeat(64), owner: '1', total: 9 };
    assert.equal(await unfinished().findOffset(identity), 0);
    assert.equal((await ask(url)).status, 404, 'the address has expired too');
    service.clock.offset = 0;
  });

  it('starts again on another instance', async () => {
    const other = await startService({}, { database: { pool: service.pool, drop: async () => {} } });
    const url = await ticket();
    await breakAfter(url, 70_000);
    const there = url.replace(service.url, other.url);
    assert.equal((await ask(there)).body.data.offset, 0);
    assert.equal((await sendRest(there, 70_000)).body.offset, 0);
    assert.equal((await send(there, picture)).status, 201);
    assert.equal((await ask(url)).status, 201, 'and the first one knows that it is done');
  });

  it('keeps a bounded number for each account, and nothing of an account for another', async () => {
    const [urls, arrived]: [string[], number[]] = [[], []];
    for (let index = 0; index < 10; index += 1) {
      const url = await ticket();
      arrived.push(await breakAfter(url, 70_000));
      urls.push(url);
    }
    const theirs = await ticket('neighbour');
    const offset = await breakAfter(theirs, 70_000);
    const offsets = [];
    for (const url of urls) offsets.push((await ask(url)).body.data.offset);
    assert.deepEqual(offsets, [0, 0, ...arrived.slice(2)], 'the oldest went');
    assert.equal((await ask(theirs)).body.data.offset, offset);
    const key = 'b'.repeat(64);
    const file = { path: join(dataDir, 'none'), size: 81_000_000 };
    assert.equal(
      await unfinished().keep({ key, owner: '1', total: 90_000_000 }, file),
      false,
      'too many bytes',
    );
    await assert.rejects(
      unfinished().keep({ key: '../x', owner: '1', total: 9 }, { ...file, size: 1 }),
      TypeError,
    );
  });
});
