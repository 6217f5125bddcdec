import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import exifr from 'exifr';
import { withClockOffset } from '../../harness/clock.ts';
import { drainQueue } from '../../harness/jobs.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { forgePdf, forgePng, noise, photographWithPlace } from '../../media/sample-pictures.ts';
import { runInLanes } from '../lanes.ts';
import {
  findWorker,
  listBlobs,
  makeRenditions,
  purgeRemoved,
  requestUploadUrl,
  send,
  smallPicture,
  upload,
} from './uploads.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('uploading', () => {
  let service: TestService;
  let village: Village;
  let dataDir: string;
  let plot: { subject_type: 'parcel'; subject_id: string };
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'settlements-uploads-'));
    service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: 'debug' });
    village = await buildVillage(service);
    plot = { subject_type: 'parcel', subject_id: village.plots.resident };
  });
  after(() => rm(dataDir, { recursive: true, force: true }));
  const countMedia = async () =>
    Number((await service.db<{ n: string }[]>`select count(*) as n from media`)[0]?.n);
  /** Neither a row, nor a blob, nor a half-received file more than before. */
  async function leavesNothing(work: () => Promise<void>): Promise<void> {
    const rows = await countMedia();
    const blobs = await listBlobs(service);
    await work();
    assert.equal(await countMedia(), rows);
    assert.deepEqual(await listBlobs(service), blobs);
    await waitUntil('no half-received file is left', async () => (await listIncoming()).length === 0);
  }
  const listIncoming = async () => {
    const entries = await readdir(join(dataDir, 'media', '.incoming')).catch(() => []);
    return entries.filter((name) => name.endsWith('.part'));
  };

  it('stores a photograph sent to an upload URL, makes renditions and drops the source file', async () => {
    const photograph = await photographWithPlace();
    const asked = await village.clients.resident.upload_media({
      ...plot,
      caption: 'Яблоня',
      tags: ['Сад', 'сад'],
      file_name: '../../etc/яблоня.exe',
    });
    assert.equal(asked.data.method, 'PUT');
    assert.equal(asked.data.max_bytes, 40_000_000);
    assert.ok(asked.data.content_types.includes('image/jpeg'));
    const sent = await send(asked.data.upload_url, photograph);
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    const { data } = sent.body;
    assert.equal(data.state, 'processing');
    assert.equal(data.path, null);
    assert.equal(data.taken_at, '2024-05-06T04:08:09+00:00');
    assert.deepEqual([data.width, data.height, data.parcel_id], [800, 600, village.plots.resident]);
    assert.deepEqual(data.tags, ['Сад']);
    assert.match(data.preview ?? '', /^data:image\/webp;base64,/);

    assert.equal(await makeRenditions(service), 1);
    const { media } = await village.clients.resident.list_media({ settlement: 'berezka', parcel: '1' });
    const [shown] = media;
    assert.equal(shown?.id, data.id);
    assert.equal(shown?.state, 'ready');
    assert.deepEqual(Object.keys(shown?.renditions ?? {}).sort(), ['large', 'medium', 'original', 'thumb']);
    for (const { path } of Object.values(shown?.renditions ?? {})) {
      const served = await fetch(service.url + path);
      assert.equal(served.status, 200);
      const bytes = Buffer.from(await served.arrayBuffer());
      assert.equal(await exifr.gps(bytes).catch(() => undefined), undefined);
      assert.ok(!bytes.includes('SecretCamera'));
    }
    assert.ok((await listBlobs(service)).includes(sha256(photograph)), 'not before the grace is over');
    await drainQueue(service, findWorker(service, 'media_blobs'), 30 * 60_000);
    assert.ok(!(await listBlobs(service)).includes(sha256(photograph)), 'the source is gone');
    assert.equal((await listBlobs(service)).length >= 3, true);
  });

  it('creates one photograph per URL however often it is used, and the URL expires', async () => {
    const client = village.clients.resident;
    const address = await requestUploadUrl(client, plot);
    assert.equal((await send(address, Buffer.from('this is only some text, nothing else'))).status, 422);
    const first = await send(address, await smallPicture());
    assert.equal(first.status, 201, 'a wrong file does not cost the address');
    const again = await send(address, await noise(70, 70).png().toBuffer());
    assert.equal(again.status, 201);
    assert.deepEqual(again.body, first.body, 'whose reply was lost gets it again');
    const parallel = await requestUploadUrl(client, plot);
    const rows = await countMedia();
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, async (_, index) =>
        send(
          parallel,
          await noise(40 + index, 40)
            .png()
            .toBuffer(),
        ),
      ),
    );
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), [201, 201, 201, 201, 201]);
    assert.equal(new Set(outcomes.map(({ body }) => body.data.id)).size, 1);
    assert.equal(await countMedia(), rows + 1);
    await client.remove_media({ media: first.body.data.id });
    assert.equal((await send(address, await smallPicture())).status, 404, 'removed is removed');
    const picture = await smallPicture();
    const late = await requestUploadUrl(client, plot);
    assert.equal((await withClockOffset(service, 61 * 60_000, () => send(late, picture))).status, 404);
    assert.equal((await send(`${service.url}/media/uploads/${'A'.repeat(43)}`, picture)).status, 404);
    assert.equal((await send(`${service.url}/media/uploads/..%2f..%2fetc`, picture)).status, 404);
    assert.ok(service.log.join('').includes('/media/uploads/:token'), 'the requests are in the log');
    assert.ok(!service.log.join('').includes(address.split('/').at(-1) as string), 'the token is not logged');
  });

  it('checks permissions again when the file arrives', async () => {
    const address = await requestUploadUrl(village.clients.neighbour, {
      subject_type: 'parcel',
      subject_id: village.plots.neighbour,
    });
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.neighbour}`;
    await leavesNothing(async () => assert.equal((await send(address, await smallPicture())).status, 403));
    await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.neighbour}`;
    assert.equal((await send(address, await smallPicture())).status, 201);
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.neighbour}`;
    assert.equal((await send(address, await smallPicture())).status, 403, 'nor is it shown to who has left');
    await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.neighbour}`;
  });

  it('a retry with the same Idempotency-Key gets a valid URL, and the photograph is stored once', async () => {
    const token = await service.token(village.accounts.resident);
    const ask = async () => {
      const reply = await fetch(`${service.url}/api/v1/media`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': 'photograph-1',
        },
        body: JSON.stringify(plot),
      });
      assert.equal(reply.status, 201);
      return ((await reply.json()) as { data: { upload_url: string; expires_at: string } }).data;
    };
    const first = await ask();
    assert.deepEqual(await ask(), first);
    const kept = (await send(first.upload_url, await smallPicture())).body.data;
    service.clock.offset = 3 * 86_400_000;
    await service.app.jobs.add(service.pool, { queue: 'media_sweep' });
    await drainQueue(service, findWorker(service, 'media_sweep'), service.clock.offset);
    const later = await ask();
    assert.ok(Date.parse(later.expires_at) > Date.now() + service.clock.offset, 'not an expired one');
    assert.deepEqual(await ask(), later);
    const sent = await send(later.upload_url, await smallPicture());
    assert.deepEqual([sent.status, sent.body.data.id], [201, kept.id]);
    await village.clients.resident.remove_media({ media: kept.id });
    service.clock.offset = 4 * 86_400_000;
    const anew = await ask();
    assert.notEqual(anew.upload_url, later.upload_url);
    assert.equal((await send(anew.upload_url, await smallPicture())).status, 201);
    service.clock.offset = 0;
  });

  it('refuses non-pictures, damaged, too wide and too large files, and stores nothing', async () => {
    const client = village.clients.resident;
    const picture = await noise(64, 64).jpeg().toBuffer();
    const cases: [string, Buffer, number][] = [
      ['a page', Buffer.from(`<!doctype html><script>alert(1)</script>${' '.repeat(100)}`), 422],
      [
        'a drawing with a script',
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>${' '.repeat(80)}`),
        422,
      ],
      ['an empty file', Buffer.alloc(0), 422],
      ['a cut picture', picture.subarray(0, picture.length / 2), 422],
      ['a bomb', forgePng(60_000, 60_000), 422],
      ['a page before the picture', Buffer.concat([Buffer.from('<script>1</script>'), picture]), 422],
      ['too large', Buffer.concat([picture, Buffer.alloc(40_000_001 - picture.length)]), 413],
    ];
    for (const [name, bytes, status] of cases) {
      const address = await requestUploadUrl(client, plot);
      await leavesNothing(async () => {
        const { status: given, body } = await send(address, bytes);
        assert.equal(given, status, `${name}: ${JSON.stringify(body)}`);
        if (status === 422) assert.ok(body.errors?.file, name);
      });
    }
  });

  it('serves only the picture of a polyglot file, with headers that prevent execution', async () => {
    const page = '<script>alert(document.domain)</script>';
    const polyglot = Buffer.concat([await smallPicture(), Buffer.from(page), forgePdf()]);
    const { id } = await upload(
      village.clients.resident,
      { ...plot, visibility: 'public', file_name: `a";\r\nx: y/${page}.html` },
      polyglot,
    );
    await makeRenditions(service);
    const { media } = await village.anonymous.list_media({ settlement: 'berezka' });
    const shown = media.find((one) => one.id === id);
    assert.ok(shown?.path);
    for (const { path } of Object.values(shown.renditions)) {
      const reply = await fetch(service.url + path);
      const bytes = Buffer.from(await reply.arrayBuffer());
      assert.ok(!bytes.includes('script'));
      assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
      assert.match(reply.headers.get('content-type') ?? '', /^image\/(webp|jpeg)$/);
      assert.match(reply.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
      assert.match(
        reply.headers.get('content-disposition') ?? '',
        /^inline; filename="[^"\r\n]*\.(webp|jpg)"; filename\*=/,
      );
      assert.match(reply.headers.get('cache-control') ?? '', /^private, max-age=\d+, immutable$/);
      assert.equal(Number(reply.headers.get('content-length')), bytes.length);
      const again = await fetch(service.url + path, {
        headers: { 'if-none-match': reply.headers.get('etag') ?? '' },
      });
      assert.equal(again.status, 304);
      const head = await fetch(service.url + path, { method: 'HEAD' });
      assert.deepEqual([head.status, (await head.arrayBuffer()).byteLength], [200, 0]);
    }
  });

  it('lets browsers show no copy of a removed picture that not everybody may see', async () => {
    const { resident } = village.clients;
    const { id } = await upload(resident, { ...plot, visibility: 'residents' }, await smallPicture());
    await makeRenditions(service);
    const { media } = await resident.list_media({ settlement: 'berezka' });
    const path = media.find((one) => one.id === id)?.path ?? '';
    const reply = await fetch(service.url + path);
    assert.equal(reply.headers.get('cache-control'), 'private, no-cache');
    const again = async () =>
      fetch(service.url + path, { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } });
    assert.equal((await again()).status, 304);
    await resident.remove_media({ media: id });
    assert.equal((await again()).status, 404);
  });

  it('stores a PDF as an attachment, ready at once', async () => {
    const pdf = forgePdf(500);
    const media = await upload(village.clients.resident, { ...plot, file_name: 'Смета.pdf' }, pdf);
    assert.deepEqual(
      [media.state, media.content_type, media.width, media.preview],
      ['ready', 'application/pdf', null, null],
    );
    const reply = await fetch(service.url + media.path);
    assert.deepEqual(Buffer.from(await reply.arrayBuffer()), pdf);
    assert.match(reply.headers.get('content-disposition') ?? '', /^attachment; /);
    assert.equal(reply.headers.get('content-type'), 'application/pdf');
  });

  it('accepts multipart forms, at the upload URL and with a token in one request', async () => {
    const form = new FormData();
    form.append(
      'file',
      new Blob([new Uint8Array(await smallPicture())], { type: 'text/html' }),
      '..\\..\\кот.JPG',
    );
    const sent = await send(await requestUploadUrl(village.clients.resident, plot), form);
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    const [row] = await service.db<
      { name: string }[]
    >`select file_name as name from media where id = ${sent.body.data.id}`;
    assert.equal(row?.name, 'кот.jpg');

    const token = await service.token(village.accounts.resident);
    const post = async (fields: [string, string | Blob][], bearer?: string) => {
      const body = new FormData();
      for (const [name, value] of fields) {
        if (typeof value === 'string') body.append(name, value);
        else body.append(name, value, 'photo.jpg');
      }
      const headers: Record<string, string> =
        bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
      const reply = await fetch(`${service.url}/api/v1/media/files`, { method: 'POST', body, headers });
      return {
        status: reply.status,
        body: (await reply.json()) as { data: { tags: string[]; caption: string } },
      };
    };
    const file = new Blob([new Uint8Array(await smallPicture())]);
    const fields: [string, string][] = [
      ['subject_type', 'parcel'],
      ['subject_id', village.plots.resident],
      ['caption', 'Двор'],
      ['tags', 'двор'],
      ['tags', 'забор'],
    ];
    const direct = await post([...fields, ['file', file]], token);
    assert.equal(direct.status, 201, JSON.stringify(direct.body));
    assert.deepEqual([direct.body.data.caption, direct.body.data.tags], ['Двор', ['двор', 'забор']]);
    assert.equal((await post([...fields, ['file', file]])).status, 401);
    assert.equal(
      (await post([...fields, ['file', file]], await service.token(village.accounts.resident, ['mcp:read'])))
        .status,
      403,
    );
    assert.equal(
      (await post([...fields, ['file', file]], await service.token(village.accounts.neighbour))).status,
      403,
    );
    assert.equal((await post(fields, token)).status, 422);
    assert.equal((await post([['file', file], ...fields], token)).status, 422, 'fields come first');
    assert.equal((await post([...fields, ['colour', 'red'], ['file', file]], token)).status, 422);
  });

  it('leaves nothing of an upload aborted midway, raw or multipart', async () => {
    const picture = await noise(700, 700).png().toBuffer();
    for (const isForm of [false, true]) {
      const address = new URL(await requestUploadUrl(village.clients.resident, plot));
      await leavesNothing(async () => {
        const head = isForm
          ? '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
          : '';
        const request = httpRequest(address, {
          method: 'PUT',
          headers: isForm
            ? { 'content-type': 'multipart/form-data; boundary=b', 'content-length': picture.length + 500 }
            : { 'content-type': 'image/png', 'content-length': picture.length },
        });
        request.on('error', () => {});
        request.write(Buffer.concat([Buffer.from(head), picture.subarray(0, picture.length / 2)]));
        await waitUntil('the upload is under way', async () => (await listIncoming()).length > 0);
        request.destroy();
      });
      assert.equal((await send(address.href, picture)).status, 201, 'the same address serves a second try');
    }
  });

  it('responds to a wrong file while the client is still sending', async () => {
    const address = new URL(await requestUploadUrl(village.clients.resident, plot));
    const socket = connect(Number(address.port), address.hostname);
    socket.on('error', () => {});
    const reply = new Promise<string>((done) => socket.once('data', (chunk) => done(chunk.toString())));
    socket.write(
      `PUT ${address.pathname} HTTP/1.1\r\nhost: ${address.host}\r\ncontent-length: 30000000\r\n\r\n`,
    );
    socket.write(Buffer.alloc(200_000, 'not a picture '));
    assert.match(await reply, /^HTTP\/1\.1 422/);
    socket.destroy();
  });

  it('enforces the quota of the settlement, also for concurrent uploads', async () => {
    const pictures = await Promise.all(Array.from({ length: 8 }, () => smallPicture()));
    const size = Math.max(...pictures.map((picture) => picture.length));
    await service.db`update settlement set media_quota_bytes = media_bytes + ${size * 3} where id = ${village.settlement.id}`;
    const addresses = await Promise.all(pictures.map(() => requestUploadUrl(village.clients.resident, plot)));
    const outcomes = await Promise.all(
      addresses.map((address, index) => send(address, pictures[index] as Buffer)),
    );
    const kept = outcomes.filter(({ status }) => status === 201).length;
    assert.ok(kept >= 3 && kept < 8, `${kept} were kept`);
    assert.ok(outcomes.every(({ status, body }) => status === 201 || (status === 422 && body.errors?.file)));
    const [sum] = await service.db<{ fits: boolean; true: boolean }[]>`
      select media_bytes <= media_quota_bytes as fits,
             media_bytes = (select sum(bytes) from media where settlement_id = s.id) as true
        from settlement s where id = ${village.settlement.id}`;
    assert.deepEqual(sum, { fits: true, true: true });
    await service.db`update settlement set media_quota_bytes = media_bytes where id = ${village.settlement.id}`;
    await assertRefused(village.clients.resident.upload_media(plot), 422, 'file');
    const { media } = await village.clients.resident.list_media({ settlement: 'berezka', limit: 1 });
    await village.clients.resident.remove_media({ media: media[0]?.id as string });
    await village.clients.resident.upload_media(plot);
    await service.db`update settlement set media_quota_bytes = 10737418240 where id = ${village.settlement.id}`;
  });

  it('stores two hundred concurrent uploads, complete and separate', async () => {
    const client = village.clients.resident;
    const pictures = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        noise(24 + (index % 8), 24)
          .png()
          .toBuffer(),
      ),
    );
    const sent = await runInLanes(pictures, async (picture) =>
      send(await requestUploadUrl(client, plot), picture),
    );
    assert.deepEqual([...new Set(sent.map(({ status }) => status))], [201]);
    const rows = await service.db<{ id: string; hash: string }[]>`
      select id, encode(sha256, 'hex') as hash from media where id = any(${sent.map(({ body }) => body.data.id)}::bigint[])`;
    const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
    sent.forEach(({ body }, index) => {
      assert.equal(hashes.get(body.data.id), sha256(pictures[index] as Buffer));
    });
    const blobs = new Set<string>();
    for (let after: string | undefined; ; ) {
      const page = await service.app.services.media.store.list(after, 1000);
      for (const blob of page) blobs.add(blob.sha256);
      after = page.at(-1)?.sha256;
      if (page.length < 1000) break;
    }
    assert.ok(pictures.every((picture) => blobs.has(sha256(picture))));
  });

  it('sweeps unreferenced blobs, and nothing else', async () => {
    await service.db`delete from job where queue = 'media_renditions'`;
    const picture = await noise(90, 90).png().toBuffer();
    const media = await upload(village.clients.resident, plot, picture);
    const orphan = await noise(91, 91).png().toBuffer();
    const { Readable } = await import('node:stream');
    await service.app.services.media.store.put(Readable.from([orphan]), { maxBytes: 1_000_000 });
    const sweep = async (ahead = 0) => {
      await service.app.jobs.add(service.pool, { queue: 'media_sweep' });
      await drainQueue(service, findWorker(service, 'media_sweep'), ahead);
    };
    await sweep();
    assert.ok((await listBlobs(service)).includes(sha256(orphan)), 'young ones may be on their way');
    await makeRenditions(service);
    await sweep(12 * 86_400_000);
    const blobs = new Set(await listBlobs(service));
    assert.ok(!blobs.has(sha256(orphan)));
    const rows = await service.db<{ hash: string }[]>`
      select encode(b, 'hex') as hash from media, unnest(blobs) b where media.id = ${media.id}`;
    assert.ok(rows.length > 0 && rows.every(({ hash }) => blobs.has(hash)));
    const tickets = await service.db`select 1 from upload_ticket`;
    assert.equal(tickets.length, 0);
  });

  it('keeps a blob that two rows share until both are gone', async () => {
    const client = village.clients.resident;
    const pdf = forgePdf(1234);
    const [one, two] = [await upload(client, plot, pdf), await upload(client, plot, pdf)];
    await client.remove_media({ media: one.id });
    await purgeRemoved(service);
    assert.ok((await listBlobs(service)).includes(sha256(pdf)));
    await client.remove_media({ media: two.id });
    await drainQueue(service, findWorker(service, 'media_blobs'), 30 * 60_000);
    assert.ok((await listBlobs(service)).includes(sha256(pdf)), 'it can be brought back');
    await purgeRemoved(service);
    assert.ok(!(await listBlobs(service)).includes(sha256(pdf)));
    assert.equal((await fetch(service.url + two.path)).status, 404, 'its address is over at once');
  });
});
