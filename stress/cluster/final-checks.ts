import { connect, type Pool } from '../../src/base/db/connect.ts';
import type { BlobStore } from '../../src/engines/media/blob-store.ts';
import { openBlobStore } from '../../src/engines/media/open-blob-store.ts';
import { mailConnections } from '../../src/features/mail/mail-transport.ts';
import {
  checkEmails,
  checkFiles,
  checkJobs,
  countNotifications,
  type NotificationCounts,
} from '../kill/check-leftovers.ts';
import { checkRecords } from '../kill/check-records.ts';
import { makeEverythingDue, waitUntilNothingDue } from '../kill/due-times.ts';
import type { Acknowledged } from '../kill/ledger.ts';
import type { Cluster } from './cluster.ts';
import type { CheckResults } from './figures.ts';

export interface FinalChecks {
  /** Checks everything, after the writers have stopped and everything due has run. */
  run(entries: readonly Acknowledged[], kills: number): Promise<CheckResults>;
}

/** Created before the writers start: earlier notifications need not be in emails. */
export async function prepareFinalChecks(cluster: Cluster, prefix: string): Promise<FinalChecks> {
  const { accounts } = cluster.access;
  // They never read their notifications.
  const readers = [accounts.editor.id, accounts.moderator.id, accounts.company.id];
  const before = await withDatabase(cluster, (sql) => countNotifications(sql, readers));
  return {
    async run(entries, kills) {
      const { instances } = cluster;
      const dead = instances.flatMap(({ name, isRunning, unexpectedExits }) =>
        isRunning && unexpectedExits === 0 ? [] : [`${name} (exited ${unexpectedExits} times by itself)`],
      );
      await Promise.all(instances.map((instance) => instance.stop()));
      await withDatabase(cluster, makeEverythingDue);
      for (const instance of instances) instance.start();
      await Promise.all(instances.map((instance) => instance.waitUntilReady()));
      return withDatabase(cluster, async (sql) => {
        await waitUntilNothingDue(sql);
        const { lost, doubled } = await checkRecords(sql, entries, prefix);
        const { missing } = await checkFiles(sql, await listStoredFiles(cluster));
        const jobs = await checkJobs(sql);
        return {
          lost,
          doubled,
          dead,
          missing,
          jobs,
          ...(await checkDeliveredEmails(sql, cluster, readers, before, kills)),
        };
      });
    },
  };
}

async function checkDeliveredEmails(
  sql: Pool,
  { letters: { taken } }: Cluster,
  readers: readonly string[],
  before: NotificationCounts,
  kills: number,
): Promise<{ unsent: string[]; letters: number; twice: number }> {
  const { problems, letters, doubled: twice } = await checkEmails(sql, taken, readers, before);
  // An email in transit during a kill is sent again, because nobody knows whether it arrived.
  const most = kills * mailConnections;
  const unsent =
    twice <= most ? problems : [...problems, `${twice} emails arrived twice, at most ${most} may`];
  return { unsent, letters, twice };
}

/** The hash of every file in the bucket. */
async function listStoredFiles({ mediaUrl, folder }: Cluster): Promise<Set<string>> {
  const store: BlobStore = openBlobStore(mediaUrl, folder, {});
  const found = new Set<string>();
  try {
    for (let last: string | undefined; ; ) {
      const page = await store.list(last, 1000);
      for (const { sha256 } of page) found.add(sha256);
      last = page.at(-1)?.sha256;
      if (page.length < 1000) return found;
    }
  } finally {
    await store.close();
  }
}

async function withDatabase<Result>(
  { databaseUrl }: Cluster,
  work: (sql: Pool) => Promise<Result>,
): Promise<Result> {
  const sql = connect({ to: databaseUrl, maxConnections: 2 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}
