import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../src/base/db/connect.ts';
import { withDatabase } from './database.ts';
import type { SupervisedService } from './supervised-service.ts';

const drainSeconds = 150;
const twoDays = 2 * 86_400_000;

/**
 * Jobs of a killed service are taken over when their leases expire, and leftovers are cleaned up when they are old.
 * Instead of waiting two days, due times are moved into the past while no service runs.
 */
export async function advanceTime(service: SupervisedService): Promise<void> {
  await service.killWithoutRestart();
  await withDatabase(service.dataDir, makeEverythingDue);
  await ageFiles(join(service.dataDir, 'media'), new Date(Date.now() - twoDays));
  service.resume();
  if (!(await service.waitUntilHealthy(120))) throw new Error('The service did not start again.');
  await withDatabase(service.dataDir, waitUntilNothingDue);
}

/** While no service runs: makes everything due now. */
export async function makeEverythingDue(sql: Pool): Promise<void> {
  await sql`update job set run_at = least(run_at, now()), locked_until = least(locked_until, now()) where failed_at is null`;
  await sql`update letter_item set due_at = least(due_at, now())`;
  await sql`update letter set send_at = least(send_at, now()) where state = 'waiting'`;
  // An account gets at most one email per topic and hour.
  await sql`
      update letter set created_at = created_at - interval '2 hours', sent_at = sent_at - interval '2 hours'
       where topic is not null`;
  // No file is removed while a backup may be reading it; one that was cut off counts as running for a day.
  await sql`update backup set started_at = started_at - interval '2 days' where finished_at is null`;
  await sql`delete from job_turn where queue in ('media_sweep', 'sweep', 'mail', 'announcements')`;
}

async function ageFiles(folder: string, to: Date): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), to, to);
}

/** Waits until nothing is due any more, or the time is over; the check afterwards reports the rest. */
export async function waitUntilNothingDue(sql: Pool): Promise<void> {
  const deadline = performance.now() + drainSeconds * 1000;
  while (performance.now() < deadline && (await countDue(sql)) > 0) await sleep(300);
}

async function countDue(sql: Pool): Promise<number> {
  const [row] = await sql<{ due: number }[]>`
    select ((select count(*) from job where failed_at is null and (run_at <= now() or locked_by is not null)
                                        and queue not in ('device_polls', 'reading_counts'))
          + (select count(*) from letter where state = 'waiting' and send_at <= now())
          + (select count(*) from letter_item where due_at <= now())
          -- Both are recurring, but have to run once first.
          + (select 2 - count(*) from job_turn where queue in ('media_sweep', 'mail')))::int as due`;
  return row?.due ?? 0;
}
