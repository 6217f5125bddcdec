import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../src/entry/client/client.ts';
import { claimScheduledRuns, insertJob } from '../../src/store/system/jobs.ts';
import { drainQueue } from '../harness/jobs.ts';
import { startService, type TestService } from '../harness/service.ts';
import { smallPicture } from '../operations/media/uploads.ts';
import {
  canRun,
  createServiceFolder,
  type FullServiceProcess,
  startFullService,
} from './full-service-process.ts';

const hour = 3_600_000;

describe('the job queue when the clock steps back', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });

  it('keeps running recurring jobs', async () => {
    assert.deepEqual(await claimScheduledRuns(service.pool, [{ queue: 'tides', turn: 1000 }]), ['tides']);
    assert.deepEqual(await claimScheduledRuns(service.pool, [{ queue: 'tides', turn: 1000 }]), []);
    // Another instance's clock may be a little behind.
    assert.deepEqual(await claimScheduledRuns(service.pool, [{ queue: 'tides', turn: 999 }]), []);
    assert.deepEqual(await claimScheduledRuns(service.pool, [{ queue: 'tides', turn: 880 }]), ['tides']);
    assert.deepEqual(await claimScheduledRuns(service.pool, [{ queue: 'tides', turn: 880 }]), []);
    assert.deepEqual(await claimScheduledRuns(service.pool, [{ queue: 'tides', turn: 881 }]), ['tides']);
  });

  it('does not delay a job until the clock catches up', async () => {
    const add = (at: number) =>
      insertJob(service.pool, {
        id: service.newId(),
        queue: 'tides',
        key: 'turn',
        payload: {},
        runAt: new Date(at),
        createdAt: new Date(at),
      });
    await add(Date.now() + hour);
    await add(Date.now());
    let done = 0;
    const worker = {
      queue: 'tides',
      concurrency: 1,
      lockSeconds: 60,
      attempts: 1,
      handle: async () => {
        done += 1;
      },
    };
    await drainQueue(service, worker);
    assert.equal(done, 1);
  });
});

const possible = canRun('a clock that steps back under a running service', 'faketime', ['-f', '-1h', 'true']);

/**
 * What faketime would set, without its process in between. The event loop uses the monotonic clock, which never
 * steps.
 */
const hourBehind =
  'for set in $(faketime -m --exclude-monotonic -f -1h env | grep -E "^(LD_PRELOAD|FAKETIME|[A-Z_]*DONT_FAKE_MONOTONIC)="); ' +
  'do export "$set"; done; exec "$@"';

describe('a clock that steps back by an hour', { skip: possible ? false : 'no faketime here' }, () => {
  let folder: Awaited<ReturnType<typeof createServiceFolder>>;
  let service: FullServiceProcess | undefined;
  before(async () => {
    folder = await createServiceFolder();
  });
  after(async () => {
    await service?.stop();
    await folder.remove();
  });

  const write = async (client: Client, slug: string) => {
    const { data } = await client.write_task({ settlement: slug, title: 'Проба', kind: 'work' });
    return BigInt(data.id);
  };

  it('before a restart keeps ids increasing and jobs and tokens working', async () => {
    service = await startFullService(folder.folder);
    const { settlement } = service.access;
    const ids: bigint[] = [];
    for (let number = 0; number < 5; number += 1)
      ids.push(await write(service.client('resident'), settlement.slug));
    await service.stop();

    service = await startFullService(folder.folder, { shell: hourBehind });
    const resident = service.client('resident');
    for (let number = 0; number < 5; number += 1) ids.push(await write(resident, settlement.slug));
    assert.deepEqual(
      ids,
      [...ids].sort((a, b) => (a < b ? -1 : 1)),
      'ever larger',
    );
    assert.equal(new Set(ids).size, ids.length);
    const { tasks } = await resident.list_tasks({});
    assert.equal(BigInt(tasks[0]?.id ?? 0), ids.at(-1), 'the newest is the first of the list');

    const [own] = (await resident.list_my_parcels({})).data;
    const { data } = await resident.upload_media({
      subject_type: 'parcel',
      subject_id: own?.parcel_id ?? '',
    });
    const sent = await fetch(data.upload_url, { method: 'PUT', body: new Uint8Array(await smallPicture()) });
    assert.equal(sent.status, 201);
    const { data: media } = (await sent.json()) as { data: { id: string } };
    const state = async () =>
      (await resident.list_media({ settlement: settlement.slug })).media.find(({ id }) => id === media.id)
        ?.state;
    for (let tries = 0; tries < 150 && (await state()) !== 'ready'; tries += 1) await sleep(200);
    assert.equal(await state(), 'ready', 'the jobs go on');
  });
});
