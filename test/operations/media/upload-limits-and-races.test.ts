import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ApiError } from '../../../src/entry/client/client.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createThings } from '../journal/mentioned-things.ts';
import { listBlobs, purgeRemoved, requestUploadUrl, send, smallPicture, upload } from './uploads.ts';

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : 0),
  );

describe('upload rate limits and races', () => {
  it('counts uploads against the account that requested the URL, and the URL stays valid', async () => {
    const service = await startService({
      RATE_LIMITS: 'api_account=6,api_public=6,mcp_account=1000,mcp_public=1000',
    });
    const village = await buildVillage(service);
    const plot = { subject_type: 'parcel' as const, subject_id: village.plots.resident };
    const addresses = [];
    for (let index = 0; index < 4; index += 1)
      addresses.push(await requestUploadUrl(village.clients.resident, plot));
    const statuses = [];
    for (const address of addresses) statuses.push((await send(address, await smallPicture())).status);
    assert.deepEqual(statuses, [201, 201, 429, 429], 'four questions and two files are six');
    // Guesses of upload URLs are counted by network address.
    const guesses = [];
    const guess = (addresses[0] as string).replace(/[^/]+$/, 'A'.repeat(43));
    for (let index = 0; index < 8; index += 1) guesses.push((await send(guess, await smallPicture())).status);
    assert.deepEqual(guesses.slice(0, 6), [404, 404, 404, 404, 404, 404]);
    assert.deepEqual(guesses.slice(6), [429, 429]);
    const rows = await service.db`select 1 from media`;
    assert.equal(rows.length, 2);
  });

  describe('concurrent requests', () => {
    let service: TestService;
    let village: Village;
    before(async () => {
      service = await startService();
      village = await buildVillage(service);
    });

    it('remove a photograph or assign it to an object, in either order, and leave nothing', async () => {
      const { resident } = village.clients;
      const things = createThings(service, village);
      for (let round = 0; round < 8; round += 1) {
        const object = await things.object(`Яблоня ${round}`);
        const { id } = await upload(resident, {
          subject_type: 'parcel',
          subject_id: village.plots.resident,
          tags: ['гонка'],
        });
        const [removed, hung, named] = await Promise.all([
          statusOf(resident.remove_media({ media: id })),
          statusOf(resident.set_media_subject({ media: id, subject_type: 'object', subject_id: object })),
          statusOf(
            resident.write_article({
              settlement: 'berezka',
              parcel_id: '1',
              title: `Спор ${round}`,
              body: `[media:${id}] [object:${object}]`,
              photo_subjects: [{ media: id, object }],
            }),
          ),
        ]);
        assert.equal(removed, 200);
        assert.ok([200, 403, 404].includes(hung ?? 0), String(hung));
        assert.ok([200, 404, 422].includes(named ?? 0), String(named));
        for (const left of [
          await service.db`select 1 from media where id = ${id}`,
          await service.db`select 1 from tagging where subject_type = 'media' and subject_id = ${id}`,
          await service.db`select 1 from article where cover_media_id = ${id}`,
        ])
          assert.equal(left.length, 0, 'nothing is left of it');
        const { data } = await resident.show_parcel_object({ parcel: village.plots.resident, object });
        assert.deepEqual(data.history.media, []);
      }
      await purgeRemoved(service);
      assert.deepEqual(await listBlobs(service), []);
    });

    it('file names with paths and control characters have no effect', async () => {
      const { resident } = village.clients;
      const names = [
        '../../../etc/passwd',
        '..\\..\\windows\\win.ini',
        '/etc/cron.d/x.jpg',
        'a\u0000.jpg',
        '%2e%2e%2fx.jpg',
        'CON.jpg',
        '.htaccess',
        '\u202Egpj.exe',
        '-rf.jpg',
      ];
      for (const name of names) {
        const call = resident.upload_media({
          subject_type: 'parcel',
          subject_id: village.plots.resident,
          file_name: name,
        });
        const address = await call.then(
          ({ data }) => data.upload_url,
          (error: ApiError) => {
            assert.equal(error.status, 422, name);
            return null;
          },
        );
        if (address === null) continue;
        const { status, body } = await send(address, await smallPicture());
        assert.equal(status, 201, name);
        const [row] = await service.db<{ name: string }[]>`
          select file_name as name from media where id = ${body.data.id}`;
        assert.doesNotMatch(row?.name ?? '/', /[/\\\p{Cc}\p{Cf}]|^\.|\.(exe|ini)$/u, name);
        assert.match(row?.name ?? '', /\.jpg$/, name);
      }
      assert.ok((await listBlobs(service)).every((hash) => /^[0-9a-f]{64}$/.test(hash)));
    });
  });
});
