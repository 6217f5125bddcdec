import { dataExportWorker } from '../../src/background/jobs/data-export.ts';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import { mediaWorkers } from '../../src/background/jobs/media-workers.ts';
import { softDeletePurgeWorker } from '../../src/background/jobs/soft-delete-purge.ts';
import { taskRemindersWorker } from '../../src/background/jobs/task-reminders.ts';
import type { JobContext, Worker } from '../../src/domain/kernel/jobs.ts';
import { import_land } from '../../src/features/actions/import_land.ts';
import { createAnnouncementsWorker } from '../../src/features/notify/announcements-worker.ts';
import { sweepExpired } from '../../src/store/system/expiry.ts';
import { claimJobs, finishJob } from '../../src/store/system/jobs.ts';
import type { Stage } from '../../test/operations/lost-updates/meeting-cases.ts';
import { upload } from '../../test/operations/media/uploads.ts';
import type { Answer, FaultCase } from './fault-case.ts';

const settlement = 'berezka';
const day = 86_400_000;

interface JobCase {
  worker: Worker;
  /** Creates what the job works on; `ahead` moves the clock of the job alone. */
  make(stage: Stage): Promise<{ ahead?: number }>;
}

function describeJobs({ service }: Stage): JobCase[] {
  const services = () => service.app.services;
  const [renditions, , sweep] = mediaWorkers(services);
  const enqueue = (queue: string) => service.app.jobs.add(service.pool, { queue });
  return [
    {
      worker: taskRemindersWorker(services),
      async make({ clients, word }) {
        // In the settlement's time zone today may be over already.
        const due_on = new Date(Date.now() + day).toISOString().slice(0, 10);
        const tasks = [0, 1].map(() => ({
          settlement,
          kind: 'reminder' as const,
          title: word(),
          due_on,
        }));
        for (const task of tasks) await clients.resident.write_task(task);
        await enqueue('task_reminders');
        return { ahead: 2 * day };
      },
    },
    {
      worker: renditions as Worker,
      async make({ clients, village }) {
        await upload(clients.resident, { subject_type: 'parcel', subject_id: village.plots.resident });
        return {};
      },
    },
    {
      worker: sweep as Worker,
      async make({ clients, village }) {
        const { id: media } = await upload(clients.resident, {
          subject_type: 'parcel',
          subject_id: village.plots.resident,
        });
        await clients.resident.remove_media({ media });
        await enqueue('media_sweep');
        return { ahead: 40 * day };
      },
    },
    {
      worker: softDeletePurgeWorker(services),
      async make({ clients, village }) {
        const { id: media } = await upload(clients.resident, {
          subject_type: 'parcel',
          subject_id: village.plots.resident,
        });
        await clients.resident.remove_media({ media });
        await enqueue('removed_things');
        return { ahead: 31 * day };
      },
    },
    {
      worker: landImportWorker(services),
      async make({ act, word }) {
        const number = word().replace(/\D/g, '');
        await act('editor', import_land, {
          settlement,
          kind: 'plots',
          file_name: 'участки.csv',
          file: Buffer.from(`cn,number\n50:04:0000000:${number},${number}\n`).toString('base64'),
        });
        return {};
      },
    },
    {
      worker: createAnnouncementsWorker(() => true),
      async make({ clients, word }) {
        const news = {
          settlement,
          kind: 'announcement',
          title: word(),
          body: word(),
          visibility: 'public',
        } as const;
        const { data } = await clients.editor.write_article(news);
        await clients.editor.publish_article({ settlement, article: data.id });
        return {};
      },
    },
    {
      worker: dataExportWorker(services),
      async make({ service: { db, app, newId }, village: { accounts } }) {
        await db`delete from data_export`;
        const id = newId();
        await db`insert into data_export (id, account_id, created_at) values (${id}, ${accounts.resident}, now())`;
        await app.jobs.add(db, { queue: 'data_export', payload: { export: id, origin: service.url } });
        return {};
      },
    },
    {
      worker: {
        queue: 'sweep',
        concurrency: 1,
        lockSeconds: 300,
        attempts: 3,
        handle: (_payload, { pool, now }) => sweepExpired(pool, now()),
      },
      async make() {
        await enqueue('sweep');
        return { ahead: 2 * day };
      },
    },
  ];
}

/** What runs in the background: what it did in all is the same, whichever attempt did it. */
export function listJobCases(stage: Stage): FaultCase[] {
  const { service } = stage;
  return describeJobs(stage).map(({ worker, make }) => ({
    name: `job ${worker.queue}`,
    service,
    hasKey: false,
    isInParts: true,
    async make() {
      await service.db`delete from job where queue = ${worker.queue}`;
      const { ahead = 0 } = await make(stage);
      const now = () => new Date(Date.now() + ahead);
      const queue = { queue: worker.queue, free: 20, lockSeconds: 600 };
      const { jobs } = await claimJobs(service.pool, [queue], { instance: 'test', now: now() });
      if (jobs.length === 0) throw new Error(`There is no job of ${worker.queue}.`);
      const { signal } = new AbortController();
      const context: JobContext = { pool: service.pool, signal, now, newId: service.newId };
      const left = [...jobs];
      const run = async () => {
        for (const job of [...left]) {
          await worker.handle(job.payload, context);
          await finishJob(service.pool, job.id, 'test');
          left.splice(left.indexOf(job), 1);
        }
      };
      return () =>
        run().then(
          () => ({ status: 200, retryAfter: null, shape: 'done', body: '' }),
          (error: Error) => describeFailure(error),
        );
    },
  }));
}

/** The queue tries it again. */
const describeFailure = ({ stack = '' }: Error): Answer => ({
  status: 503,
  retryAfter: '1',
  shape: '',
  body: stack,
});
