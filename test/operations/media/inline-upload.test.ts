import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createGuard, type Guard } from '../../../src/engines/outbound/guard.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { solid } from '../../media/sample-pictures.ts';

let service: TestService;
let village: Village;
let picture: Buffer;
const fetched: string[] = [];

/** The real guard, but for one address that answers with a picture. */
const strict = createGuard({ allowPrivate: false, httpsOnly: true });
const documentGuard: Guard = {
  ...strict,
  async guardedFetch(url, options) {
    if (url !== 'https://photos.example/pump.png') return strict.guardedFetch(url, options);
    fetched.push(url);
    return { status: 200, headers: {}, body: picture };
  },
};

before(async () => {
  picture = await solid(40, 30).png().toBuffer();
  service = await startService({}, { documentGuard });
  village = await buildVillage(service);
});

const subject = () => ({ subject_type: 'parcel' as const, subject_id: village.plots.resident });
const refusedFields = async (input: object) => {
  const { status, body } = await village.clients.resident.send('upload_media', {
    ...subject(),
    ...input,
  } as never);
  assert.equal(status, 422, JSON.stringify(body));
  return Object.keys((body as { errors: object }).errors);
};

describe('a photograph sent inside the request', () => {
  it('is stored like one sent to an upload URL', async () => {
    const { data } = await village.clients.resident.upload_media({
      ...subject(),
      data: picture.toString('base64'),
      caption: 'Насос',
    });
    assert.equal(data.media?.caption, 'Насос');
    assert.equal(data.media?.content_type, 'image/png');
    const { media } = await village.clients.resident.list_media({
      settlement: village.settlement.slug,
      parcel: village.plots.resident,
    });
    assert.ok(media.some(({ id }) => id === data.media?.id));
    const again = await fetch(data.upload_url, { method: 'PUT', body: new Uint8Array(picture) });
    const { data: kept } = (await again.json()) as { data: { id: string } };
    assert.equal(kept.id, data.media?.id, 'its address makes no second one');
  });
  it('is fetched from a URL', async () => {
    const { data } = await village.clients.resident.upload_media({
      ...subject(),
      from_url: 'https://photos.example/pump.png',
    });
    assert.equal(data.media?.width, 40);
  });
  it('is refused when it is no file, too large, or at a forbidden address', async () => {
    assert.deepEqual(await refusedFields({ data: 'no base64!' }), ['data']);
    assert.deepEqual(await refusedFields({ data: 'A'.repeat(1_500_000) }), ['data']);
    assert.deepEqual(await refusedFields({ data: 'AAAA', from_url: 'https://photos.example/pump.png' }), [
      'from_url',
    ]);
    for (const from_url of [
      'https://127.0.0.1/x.png',
      'http://photos.example/pump.png',
      'file:///etc/passwd',
      'x',
    ])
      assert.deepEqual(await refusedFields({ from_url }), ['from_url'], from_url);
    const text = Buffer.from('just words').toString('base64');
    const { status } = await village.clients.resident.send('upload_media', {
      ...subject(),
      data: text,
    } as never);
    assert.ok(status === 415 || status === 422, String(status));
  });
  it('is neither fetched nor stored for an account that may not add it', async () => {
    const before = fetched.length;
    const given = { ...subject(), from_url: 'https://photos.example/pump.png' };
    for (const who of [village.clients.outsider, village.clients.newcomer]) {
      const { status } = await who.send('upload_media', given as never);
      assert.ok(status === 403 || status === 404, String(status));
    }
    assert.equal(fetched.length, before);
  });
});
