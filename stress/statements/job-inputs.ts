import { createBlobRemovalJob } from '../../src/engines/media/blob-removal.ts';
import { request_reset_email } from '../../src/features/accounts/request_reset_email.ts';
import { import_land } from '../../src/features/actions/import_land.ts';
import { impose_sanction } from '../../src/features/actions/impose_sanction.ts';
import { type_meter_reading } from '../../src/features/actions/type_meter_reading.ts';
import type { Stage } from '../../test/operations/lost-updates/meeting-cases.ts';
import { upload } from '../../test/operations/media/uploads.ts';
import { addMeter } from './meter-inputs.ts';
import { sanctionInputs } from './sanction-inputs.ts';

const settlement = 'berezka';
const day = 86_400_000;

/** Creates what the job works on; `ahead` moves the clock of the job alone. */
type JobInput = (stage: Stage) => Promise<{ ahead?: number }>;

const enqueue = ({ service: { app, pool } }: Stage, queue: string, payload = {}) =>
  app.jobs.add(pool, { queue, payload });

async function addPicture({ clients, village }: Stage): Promise<string> {
  const subject = { subject_type: 'parcel', subject_id: village.plots.resident } as const;
  return (await upload(clients.resident, subject)).id;
}

async function removePicture(stage: Stage): Promise<void> {
  const media = await addPicture(stage);
  await stage.clients.resident.remove_media({ media });
}

/** By queue. */
export const jobInputs: Readonly<Record<string, JobInput>> = {
  async task_reminders(stage) {
    // In the settlement's time zone today may be over already.
    const due_on = new Date(Date.now() + day).toISOString().slice(0, 10);
    for (const _ of [0, 1])
      await stage.clients.resident.write_task({ settlement, kind: 'reminder', title: stage.word(), due_on });
    await enqueue(stage, 'task_reminders');
    return { ahead: 2 * day };
  },
  async media_renditions(stage) {
    await addPicture(stage);
    return {};
  },
  async media_blobs(stage) {
    const hash = Buffer.alloc(32, stage.word()).toString('hex');
    const { pool, app } = stage.service;
    await app.jobs.add(pool, createBlobRemovalJob([hash], new Date()));
    return { ahead: day };
  },
  async media_sweep(stage) {
    await removePicture(stage);
    await enqueue(stage, 'media_sweep');
    return { ahead: 40 * day };
  },
  async removed_things(stage) {
    await removePicture(stage);
    await enqueue(stage, 'removed_things');
    return { ahead: 31 * day };
  },
  async land_import({ act, service, word }) {
    await service.db`delete from land_import`;
    const number = word().replace(/\D/g, '');
    await act('editor', import_land, {
      settlement,
      kind: 'plots',
      file_name: 'участки.csv',
      file: Buffer.from(`cn,number\n50:04:0000000:${number},${number}\n`).toString('base64'),
    });
    return {};
  },
  async announcements({ clients, word }) {
    const text = { kind: 'announcement', title: word(), body: word(), visibility: 'public' } as const;
    const { data } = await clients.editor.write_article({ settlement, ...text });
    await clients.editor.publish_article({ settlement, article: data.id });
    return {};
  },
  async data_export(stage) {
    const { service, village } = stage;
    await service.db`delete from data_export`;
    const id = service.newId();
    await service.db`
      insert into data_export (id, account_id, requested_at) values (${id}, ${village.accounts.resident}, now())`;
    await enqueue(stage, 'data_export', { export: id, origin: service.url });
    return {};
  },
  async account_requests({ act }) {
    await act('resident', request_reset_email, { email: 'resident@example.org' });
    return {};
  },
  async sanction_ends(stage) {
    await stage.service.db`delete from sanction`;
    const silence = await sanctionInputs.impose_sanction?.make(stage, { account: '', session: '' });
    await stage.act('moderator', impose_sanction, silence ?? {});
    await enqueue(stage, 'sanction_ends');
    return { ahead: 4 * day };
  },
  async reading_counts(stage) {
    const meter = await addMeter(stage);
    await stage.act('resident', type_meter_reading, { meter, number: 120 });
    await enqueue(stage, 'reading_counts');
    return {};
  },
  async household_counts(stage) {
    await enqueue(stage, 'household_counts');
    return {};
  },
  async company_orders(stage) {
    const { clients, village, word } = stage;
    const order = { kind: 'request', title: word(), company_id: village.companyId } as const;
    await clients.resident.write_task({ settlement, ...order });
    const by = village.accounts.moderator;
    await enqueue(stage, 'company_orders', {
      company: village.companyId,
      name: 'Колодцы',
      why: 'closed',
      by,
    });
    return {};
  },
  async search_terms(stage) {
    await stage.clients.editor.write_article({
      settlement,
      kind: 'post',
      title: stage.word(),
      body: stage.word(),
    });
    await enqueue(stage, 'search_terms');
    return {};
  },
  async sweep(stage) {
    await stage.act('resident', request_reset_email, { email: 'resident@example.org' });
    await enqueue(stage, 'sweep');
    return { ahead: 2 * day };
  },
};
