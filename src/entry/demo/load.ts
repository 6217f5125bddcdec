import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from '../../base/db/connect.ts';
import type { KernelDependencies } from '../../domain/kernel/run.ts';
import { defaultQuotas } from '../../domain/rules/quotas.ts';
import { deliverAnnouncementBatch } from '../../features/notify/announcement-delivery.ts';
import { deleteEmailItems } from '../../store/messaging/email-items.ts';
import { renumberNotifications } from '../../store/messaging/notifications.ts';
import { hasDemo, hasOwn, lockDemo } from '../../store/system/demo.ts';
import { loadLand } from './land.ts';
import { demoParts } from './parts.ts';
import { type DemoAccess, loadPeople } from './people.ts';
import { demoSlugs } from './settlement-list.ts';
import { createWorld, type Persona, type World } from './world.ts';

/** Accounts, passwords and tokens, in the data folder. */
export const accessFileName = 'demo-access.json';

export interface DemoOptions {
  pool: Pool;
  kernelDependencies: KernelDependencies;
  dataDir: string;
  baseUrl: string;
  onProgress?: (done: number, all: number, part: string) => void;
}

export interface DemoAccessFile {
  base_url: string;
  accounts: Record<Persona, DemoAccess>;
  settlement: { id: string; slug: string };
  other_settlement: { id: string; slug: string };
}

/** Marks all notifications of some accounts as read, so that announcements have both readers and non-readers. */
async function markNotificationsRead(world: World): Promise<void> {
  for (const account of ['galina', 'andrey', 'nikolay', 'kapitolina', 'margaret']) {
    const [latest] = (await world.run(account, 'list_notifications', {})).notifications;
    if (latest !== undefined)
      await world.run(account, 'read_notification', { notification: latest.id, and_older: true });
  }
}

/** `refused`: there are accounts or settlements that are not the demonstration's, and it never mixes with them. */
export type DemoLoad = { kind: 'loaded'; accessFile: string } | { kind: 'present' } | { kind: 'refused' };

/** Loads the demonstration in one transaction, once. */
export async function loadDemo(options: DemoOptions): Promise<DemoLoad> {
  const { pool } = options;
  // Default quotas, whatever is configured: the demonstration is the same everywhere.
  const services = { ...options.kernelDependencies.services, quotas: defaultQuotas };
  const kernelDependencies = { ...options.kernelDependencies, services };
  const access = await pool.begin(async (db): Promise<DemoAccessFile | 'present' | 'refused'> => {
    await lockDemo(db);
    if (await hasDemo(db)) return 'present';
    if (await hasOwn(db, demoSlugs)) return 'refused';
    const past = new Date(kernelDependencies.now().getTime() - 400 * 86_400_000);
    const settlements = await loadLand(db, kernelDependencies.newId, past);
    const people = await loadPeople(db, settlements, kernelDependencies.newId, kernelDependencies.now());
    const [settlement, otherSettlement, thirdSettlement] = settlements.map(({ id, slug }) => ({
      id,
      slug,
    })) as [{ id: string; slug: string }, { id: string; slug: string }, { id: string; slug: string }];
    const plots = Object.fromEntries(settlements.map(({ slug, plots: numbers }) => [slug, numbers]));
    const world = createWorld(
      kernelDependencies,
      db,
      { accounts: people.accounts, settlement, otherSettlement, thirdSettlement, plots },
      new Set([people.accounts.moderator]),
    );
    for (const [index, part] of demoParts.entries()) {
      options.onProgress?.(index, demoParts.length, part.name);
      await part.load(world);
      world.daysAgo(0);
    }
    // Notifications are delivered and ordered by time; queued emails are dropped.
    const delivery = { ...kernelDependencies, sendsEmail: false };
    while ((await deliverAnnouncementBatch(db, delivery)) !== null);
    const everybody = Object.values(people.accounts);
    await deleteEmailItems(db, everybody);
    await renumberNotifications(db, everybody);
    await markNotificationsRead(world);
    options.onProgress?.(demoParts.length, demoParts.length, '');
    return {
      base_url: options.baseUrl,
      accounts: people.access,
      settlement,
      other_settlement: otherSettlement,
    };
  });
  if (access === 'present' || access === 'refused') return { kind: access };
  const path = join(options.dataDir, accessFileName);
  await writeFile(path, `${JSON.stringify(access, null, 1)}\n`, { mode: 0o600 });
  return { kind: 'loaded', accessFile: path };
}
