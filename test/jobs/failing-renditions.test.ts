import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { mediaWorkers } from '../../src/background/jobs/media-workers.ts';
import { createJobs } from '../../src/background/jobs/queue.ts';
import { drainQueue } from '../harness/jobs.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { findWorker, listBlobs, makeRenditions, upload } from '../operations/media/uploads.ts';

describe('rendition failures', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const plot = () => ({
    subject_type: 'parcel' as const,
    subject_id: village.plots.resident,
    visibility: 'public' as const,
  });
  const stateFor = async (persona: 'resident' | 'editor', id: string) => {
    const { media } = await village.clients[persona].list_media({ settlement: 'berezka' });
    return media.find((one) => one.id === id)?.state ?? 'hidden';
  };

  /** The real queue with hours between attempts. `broken`: at which attempts the store fails. */
  async function runQueue(broken: (attempt: number) => boolean, until: () => Promise<boolean>) {
    const { services, jobs: appJobs } = service.app;
    let opened = 0;
    const store = Object.create(services.media.store) as typeof services.media.store;
    store.open = async (...given) => {
      opened += 1;
      if (broken(opened)) throw new Error('the store is unavailable');
      return services.media.store.open(...given);
    };
    let ahead = 0;
    const errors: unknown[] = [];
    const jobs = createJobs({
      pool: service.pool,
      workers: mediaWorkers(() => ({ media: { ...services.media, store }, jobs: appJobs })).filter(
        ({ queue }) => queue === 'media_renditions',
      ),
      recurring: [],
      instance: 'failing',
      now: () => new Date(Date.now() + ahead),
      newId: service.newId,
      onError: (error) => errors.push(error),
      pollMilliseconds: 5,
    });
    jobs.start();
    try {
      await waitUntil('the expected state', async () => {
        if (await until()) return true;
        if (jobs.running === 0) ahead += 2 * 3_600_000;
        return false;
      });
    } finally {
      await jobs.stop();
    }
    return errors;
  }

  it('fail for good after five attempts: only the owner sees it, and the blobs are deleted', async () => {
    const { id } = await upload(village.clients.resident, plot());
    const errors = await runQueue(
      () => true,
      async () => (await stateFor('resident', id)) === 'failed',
    );
    assert.equal(errors.length, 5);
    assert.equal(await stateFor('editor', id), 'hidden');
    await drainQueue(service, findWorker(service, 'media_blobs'), 30 * 3_600_000);
    assert.deepEqual(await listBlobs(service), []);
    await village.clients.resident.remove_media({ media: id });
    assert.equal(await stateFor('resident', id), 'hidden');
  });

  it('are retried until they succeed', async () => {
    const { id } = await upload(village.clients.resident, plot());
    const errors = await runQueue(
      (attempt) => attempt < 3,
      async () => (await stateFor('resident', id)) === 'ready',
    );
    assert.equal(errors.length, 2);
    assert.equal(await stateFor('editor', id), 'ready');
  });

  it('without a job are detected by the sweep after a day', async () => {
    const { id } = await upload(village.clients.resident, plot());
    await service.db`delete from job where queue = 'media_renditions'`;
    const sweep = async (ahead: number) => {
      await service.app.jobs.add(service.pool, { queue: 'media_sweep' });
      await drainQueue(service, findWorker(service, 'media_sweep'), ahead);
    };
    await sweep(23 * 3_600_000);
    assert.equal(await stateFor('resident', id), 'processing');
    await sweep(25 * 3_600_000);
    assert.equal(await stateFor('resident', id), 'failed');
    assert.equal(await makeRenditions(service), 0);
  });

  it('are not assumed by the sweep while a job is waiting', async () => {
    const { id } = await upload(village.clients.resident, plot());
    await service.app.jobs.add(service.pool, { queue: 'media_sweep' });
    await drainQueue(service, findWorker(service, 'media_sweep'), 50 * 3_600_000);
    assert.equal(await stateFor('resident', id), 'processing');
    assert.equal(await makeRenditions(service), 1);
    assert.equal(await stateFor('resident', id), 'ready');
  });
});
