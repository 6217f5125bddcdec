import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { mediaWorkers } from '../../src/background/jobs/media-workers.ts';
import { createJobs } from '../../src/background/jobs/queue.ts';
import { paths } from '../../src/base/site/paths.ts';
import { createBlobRemovalJob } from '../../src/engines/media/blob-removal.ts';
import { checkBlobStore } from '../../src/engines/media/open-blob-store.ts';
import { setOperator } from '../../src/store/accounts/accounts.ts';
import { createJobContext } from '../harness/jobs.ts';
import { openService, type TestService } from '../harness/open-service.ts';
import type { Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import {
  findWorker,
  listBlobs,
  makeRenditions,
  requestUploadUrl,
  send,
  smallPicture,
  upload,
} from '../operations/media/uploads.ts';
import { signIn, visibleText } from '../web/sign-in.ts';
import { type FakeS3, startFakeS3 } from './fake-s3.ts';

const keys = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMIK7MDENG' };

/** The bucket of a running service goes wrong in every way that was thought of; no photograph is lost by it. */
describe('a bucket out of order', () => {
  let server: FakeS3;
  let service: TestService;
  let village: Village;
  let end: () => Promise<void>;
  before(async () => {
    server = await startFakeS3('photographs', keys);
    const address = `s3://${keys.id}:${keys.secret}@photographs?endpoint=${server.endpoint}&region=eu-test-1`;
    const opened = await openService({ MEDIA_URL: address });
    service = opened.service;
    end = opened.close;
    village = (await prepareOAuthTestClient(service)).village;
    await setOperator(service.db, village.accounts.editor, true);
  });
  after(async () => {
    await end();
    await server.close();
  });
  beforeEach(() => {
    server.fault = () => undefined;
  });
  const plot = () => ({ subject_type: 'parcel' as const, subject_id: village.plots.resident });
  const show = async (id: string) => {
    const { media } = await village.clients.resident.list_media({ settlement: 'berezka' });
    return media.find((one) => one.id === id);
  };

  /** The real queue; each time nothing runs, ten minutes pass. */
  async function runQueue(
    until: (minutes: number) => Promise<boolean>,
    { name = 'media_renditions', onError = (_error: unknown) => {} } = {},
  ) {
    let minutes = 0;
    const jobs = createJobs({
      pool: service.pool,
      workers: mediaWorkers(() => service.app.services).filter(({ queue }) => queue === name),
      recurring: [],
      instance: 'out-of-order',
      now: () => new Date(Date.now() + minutes * 60_000),
      newId: service.newId,
      onError,
      pollMilliseconds: 5,
    });
    jobs.start();
    try {
      await waitUntil('the expected state', async () => {
        if (await until(minutes)) return true;
        if (jobs.running === 0) minutes += 10;
        return false;
      });
    } finally {
      await jobs.stop();
    }
  }

  it('that answers 500 for an hour: uploads are told to come again, photographs under way are kept', async () => {
    const { id } = await upload(village.clients.resident, plot());
    const url = await requestUploadUrl(village.clients.resident, plot());
    server.fault = () => 500;
    const refused = await send(url, await smallPicture());
    assert.equal(refused.status, 503);
    assert.match(refused.body.message, /storage of photographs .* does not answer/);
    await runQueue(async (minutes) => minutes > 60);
    assert.equal((await show(id))?.state, 'processing', 'an hour later it still waits');
    server.fault = () => undefined;
    assert.equal((await send(url, await smallPicture())).status, 201, 'the same address takes it afterwards');
    await runQueue(async () => (await show(id))?.state === 'ready');
  });

  it('that refuses the key, as after a change of keys: photographs under way are kept', async () => {
    const { id } = await upload(village.clients.resident, plot());
    server.fault = () => 403;
    await runQueue(async (minutes) => minutes > 60);
    server.fault = () => undefined;
    await runQueue(async () => (await show(id))?.state === 'ready');
  });

  it('that does not delete: the files of a removed photograph are tried again until they are gone', async () => {
    const { id } = await upload(village.clients.resident, plot());
    await runQueue(async () => (await show(id))?.state === 'ready');
    const before = new Set(await listBlobs(service));
    await service.db`delete from job where queue = 'media_blobs'`;
    await service.db`delete from media where id = ${id}`;
    const [kept] = await service.db<{ kept: string[] }[]>`
      select coalesce(array_agg(distinct encode(blob, 'hex')), '{}') as kept from media, unnest(blobs) blob`;
    assert.ok((kept?.kept.length ?? 0) < before.size);
    await service.app.jobs.add(service.pool, createBlobRemovalJob([...before], new Date()));
    const readJob = async () => {
      const [job] = await service.db<{ isGivenUp: boolean; error: string | null }[]>`
        select failed_at is not null as "isGivenUp", last_error as error from job where queue = 'media_blobs'`;
      return job;
    };
    server.fault = (line) => (line.startsWith('DELETE') ? 500 : undefined);
    let failures = 0;
    const onError = () => {
      failures += 1;
    };
    // More often than a job is tried that fails by itself.
    await runQueue(async () => failures > 6, { name: 'media_blobs', onError });
    const waiting = await readJob();
    assert.deepEqual([waiting?.isGivenUp, waiting?.error !== null], [false, true]);
    assert.deepEqual(new Set(await listBlobs(service)), before, 'nothing is gone');
    server.fault = () => undefined;
    await runQueue(async () => (await readJob()) === undefined, { name: 'media_blobs' });
    assert.deepEqual(new Set(await listBlobs(service)), new Set(kept?.kept));
  });

  it('that stores and breaks off instead of saying so: each photograph is there once, with every file of it', async () => {
    const read = async () => {
      const [row] = await service.db<{ rows: number; files: string[] | null }[]>`
        select count(distinct id)::int as rows, array_agg(distinct encode(blob, 'hex')) as files
          from media left join lateral unnest(blobs) blob on true`;
      return { rows: row?.rows ?? 0, files: (row?.files ?? []).filter(Boolean) };
    };
    const before = await read();
    const url = await requestUploadUrl(village.clients.resident, plot());
    const picture = await smallPicture();
    server.fault = (line) => (line.startsWith('PUT') ? 'lost' : undefined);
    assert.equal((await send(url, picture)).status, 503);
    assert.equal((await read()).rows, before.rows, 'nothing is said to be there that was not answered');
    server.fault = () => undefined;
    const sent = await send(url, picture);
    assert.equal(sent.status, 201);
    server.fault = (line) => (line.startsWith('PUT') ? 'lost' : undefined);
    await runQueue(async (minutes) => minutes > 20);
    server.fault = () => undefined;
    await runQueue(async () => (await show(sent.body.data.id))?.state === 'ready');
    const now = await read();
    assert.equal(now.rows, before.rows + 1);
    const stored = new Set(await listBlobs(service));
    assert.deepEqual(
      now.files.filter((file) => !stored.has(file)),
      [],
    );
  });

  it('that breaks off in the middle of a photograph: it is neither taken for damaged nor served as whole', async () => {
    const { id } = await upload(village.clients.resident, plot());
    server.fault = (line) => (line.startsWith('GET') ? 'half' : undefined);
    await runQueue(async (minutes) => minutes > 60);
    assert.equal((await show(id))?.state, 'processing');
    server.fault = () => undefined;
    await runQueue(async () => (await show(id))?.state === 'ready');
    const path = (await show(id))?.path ?? '';
    server.fault = (line) => (line.startsWith('GET') ? 'half' : undefined);
    await assert.rejects(fetch(service.url + path).then((reply) => reply.arrayBuffer()));
    server.fault = () => undefined;
    assert.equal((await fetch(service.url + path)).status, 200);
  });

  it('that gives other bytes: they are not made into a picture', async () => {
    const { id } = await upload(village.clients.resident, plot());
    const others = [...server.objects.values()].map((object) => ({ object, bytes: object.bytes }));
    for (const { object, bytes } of others) object.bytes = bytes.subarray(0, bytes.length >> 1);
    await runQueue(async (minutes) => minutes > 60);
    assert.equal((await show(id))?.state, 'processing');
    for (const { object, bytes } of others) object.bytes = bytes;
    await runQueue(async () => (await show(id))?.state === 'ready');
  });

  it('that lists wrongly: the sweep ends, removes nothing that is used, and the check says so', async () => {
    await makeRenditions(service);
    const kept = (await listBlobs(service)).length;
    assert.ok(kept > 3);
    for (const object of server.objects.values()) object.modified = new Date(Date.now() - 3 * 86_400_000);
    const hashes = [...server.objects.keys()].sort();
    const entry = (key: string) =>
      `<Contents><Key>${key}</Key><LastModified>2020-01-01T00:00:00.000Z</LastModified><Size>1</Size></Contents>`;
    const listing = (keysOf: readonly string[], isTruncated: boolean) =>
      `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${keysOf.map(entry).join('')}</ListBucketResult>`;
    const wrongs: Record<string, string> = {
      'the same page for ever': listing(hashes, true),
      'in the wrong order': listing([...hashes].reverse(), false),
      'truncated and empty': listing([], true),
      'the page of a portal': '<html><body>Pay here</body></html>',
    };
    for (const [name, wrong] of Object.entries(wrongs)) {
      server.listing = wrong;
      await assert.rejects(
        findWorker(service, 'media_sweep').handle({}, createJobContext(service)),
        /S3 GET failed: 200/,
        name,
      );
      await assert.rejects(checkBlobStore(service.app.services.media.store), /MEDIA_URL/, name);
    }
    server.listing = undefined;
    assert.equal((await listBlobs(service)).length, kept, 'everything is still there');
  });

  it('keeps no text from being saved: the form without script says that the photograph was not taken', async () => {
    const browser = await signIn(service, 'resident');
    const form = await browser.get(paths.newTask);
    server.fault = () => 500;
    const given = {
      settlement: village.settlement.id,
      kind: 'request',
      title: 'Lamp at plot 1',
      description: '',
    };
    const done = await browser.submitFiles(form, paths.newTask, given, [
      { name: 'lamp.jpg', bytes: await smallPicture() },
    ]);
    assert.equal(done.status, 303, visibleText(done.html).slice(0, 500));
    const text = visibleText((await browser.get(done.location ?? '')).html);
    assert.match(text, /Lamp at plot 1/);
    assert.match(text, /Not accepted: lamp\.jpg — The storage of photographs and files does not answer/);
  });

  it('is named on the operator’s page, now and as a failure of the last day', async () => {
    server.fault = () => 500;
    const browser = await signIn(service, 'editor');
    const text = visibleText((await browser.get('/operator')).html);
    assert.match(text, /Photographs and files The check failed: .*S3 GET failed: 500/);
    for (const failure of [
      /Storage of files S3 GET failed: 500/,
      /S3 GET failed: 200 ListOutOfOrder/,
      /broke off in the middle/,
    ])
      assert.match(text, failure);
  });
});
