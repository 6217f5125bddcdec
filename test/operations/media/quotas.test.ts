import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createGuard, type Guard } from '../../../src/engines/outbound/guard.ts';
import { drainQueue } from '../../harness/jobs.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { noise } from '../../media/sample-pictures.ts';
import { findWorker, listBlobs, purgeRemoved, requestUploadUrl, send, upload } from './uploads.ts';

const limit = 40 * 1024;
let service: TestService;
let village: Village;
let large: Buffer;

const strict = createGuard({ allowPrivate: false, httpsOnly: true });
const documentGuard: Guard = {
  ...strict,
  guardedFetch: async () => ({ status: 200, headers: {}, body: large }),
};

const plot = { subject_type: 'parcel' as const, subject_id: '1' };
const picture = () => noise(48, 36).png().toBuffer();
const usedBy = async (persona: 'resident' | 'neighbour') =>
  (await village.clients[persona].show_me({ quotas: true })).data.quotas?.file_bytes ?? assert.fail();

describe('the file quota', () => {
  before(async () => {
    large = await noise(160, 160).png().toBuffer();
    assert.ok(large.length > limit);
    service = await startService({ QUOTAS: `file_bytes=${limit}` }, { documentGuard });
    village = await buildVillage(service);
  });

  it('refuses a file that does not fit, with or without Content-Length, and stores nothing', async () => {
    const { resident } = village.clients;
    const address = await requestUploadUrl(resident, plot);
    const announced = await send(address, large);
    assert.equal(announced.status, 422);
    assert.match(announced.body.errors?.file?.join() ?? '', /Your files take up 0\sKB of 40\sKB/);
    const arriving = new ReadableStream({
      start(controller) {
        controller.enqueue(large);
        controller.close();
      },
    });
    assert.equal((await send(address, arriving)).status, 422);
    await assertRefused(resident.upload_media({ ...plot, data: large.toString('base64') }), 422, 'file');
    await assertRefused(
      resident.upload_media({ ...plot, from_url: 'https://photos.example/a.png' }),
      422,
      'file',
    );
    assert.deepEqual(await listBlobs(service), []);
    assert.deepEqual(await usedBy('resident'), { used: 0, limit });
    assert.equal((await send(address, await picture())).status, 201, 'the address is still good');
  });

  it('holds for concurrent uploads, and nothing is left of those that did not fit', async () => {
    const { neighbour } = village.clients;
    const pictures = await Promise.all([...Array(12)].map(picture));
    const size = Math.max(...pictures.map(({ length }) => length));
    assert.ok(size * 12 > limit);
    const place = { ...plot, subject_id: '2' };
    const addresses = await Promise.all(pictures.map(() => requestUploadUrl(neighbour, place)));
    const sent = await Promise.all(addresses.map((address, at) => send(address, pictures[at] as Buffer)));
    assert.ok(sent.every(({ status, body }) => status === 201 || (status === 422 && body.errors?.file)));
    const kept = sent.filter(({ status }) => status === 201).length;
    assert.ok(kept >= 1 && kept < 12, `${kept} were kept`);
    const { used } = await usedBy('neighbour');
    assert.ok(used <= limit && used + size > limit, `${used} bytes`);
    await drainQueue(service, findWorker(service, 'media_blobs'), 30 * 60_000);
    assert.equal((await listBlobs(service)).length, kept + 1);
    assert.ok((await usedBy('resident')).used < limit, 'another account has its own');
  });

  it('counts removed files, whoever removed them, until they are purged', async () => {
    const { resident, editor } = village.clients;
    const held = (await usedBy('resident')).used;
    const article = await village.clients.editor.write_article({
      ...{ settlement: 'berezka', kind: 'post', title: 'Дорога', body: 'Отсыпали.' },
    });
    const bytes = await picture();
    const own = await upload(resident, plot, bytes);
    const { id } = await upload(resident, plot, bytes);
    await upload(editor, { subject_type: 'article', subject_id: article.data.id });
    assert.equal((await usedBy('resident')).used, held + 2 * bytes.length);
    await resident.remove_media({ media: own.id });
    await resident.remove_media({ media: id });
    assert.equal((await usedBy('resident')).used, held + 2 * bytes.length);
    await resident.edit_media({ media: own.id, removed: false });
    assert.equal((await usedBy('resident')).used, held + 2 * bytes.length);
    await purgeRemoved(service);
    assert.equal((await usedBy('resident')).used, held + bytes.length);
  });

  it('counts pictures outside settlements, and refuses an upload URL when it is used up', async () => {
    const { outsider } = village.clients;
    const { id } = await outsider.write_knowledge_article({ title: 'Трубы', body: 'Утеплите.' });
    await upload(outsider, { subject_type: 'knowledge_article', subject_id: id });
    await service.db`update media set bytes = ${limit} where owner_id = ${village.accounts.outsider}`;
    const { message } = await assertRefused(
      outsider.upload_media({ subject_type: 'parcel', subject_id: village.outsiderPlot }),
      422,
      'file',
    );
    assert.match(message, /freed after 30 days/);
  });
});
