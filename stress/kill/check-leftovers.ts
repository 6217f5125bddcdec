import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { recurringJobs } from '../../src/background/jobs/workers.ts';
import type { Pool } from '../../src/base/db/connect.ts';

/** The hash of every file of a media folder. */
export async function listMediaFiles(dataDir: string): Promise<Set<string>> {
  const folder = join(dataDir, 'media');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
}

/** After maintenance jobs have run: rows without a file, unprocessed pictures, files without a row. */
export async function checkFiles(
  sql: Pool,
  files: ReadonlySet<string>,
): Promise<{ missing: string[]; unneeded: string[] }> {
  const needed = new Map<string, string>();
  const missing: string[] = [];
  const rows = await sql<{ id: string; state: string; blobs: string[] }[]>`
    select id::text as id, state, array(select encode(blob, 'hex') from unnest(blobs) blob) as blobs from media`;
  for (const { id, state, blobs } of rows) {
    if (state !== 'ready') missing.push(`media ${id} is ${state}`);
    for (const hash of blobs) needed.set(hash, id);
  }
  // Soft-deleted by its owner, kept for as long as it can be restored.
  const removed = await sql<{ id: string; blobs: string[] }[]>`
    select id::text as id, array(select encode(blob, 'hex') from unnest(blobs) blob) as blobs from removed_thing`;
  for (const { id, blobs } of removed) for (const hash of blobs) needed.set(hash, id);
  for (const [hash, id] of needed) if (!files.has(hash)) missing.push(`media ${id} has no file ${hash}`);
  const unneeded = [...files].filter((hash) => !needed.has(hash));
  return { missing, unneeded: unneeded.map((hash) => `file ${hash} belongs to no media`) };
}

/** Failed for good, or due for longer than a minute and not locked by a running process. */
export async function checkJobs(sql: Pool): Promise<string[]> {
  const rows = await sql<{ queue: string; failed: boolean; error: string | null }[]>`
    select queue, failed_at is not null as failed, last_error as error from job
     where failed_at is not null
        or (run_at < now() - interval '1 minute' and (locked_until is null or locked_until < now()))`;
  const say = ({ queue, failed, error }: (typeof rows)[number]) =>
    `job ${queue} ${failed ? 'given up' : 'stuck'}: ${error ?? ''}`;
  // A failed run of a recurring job is harmless: the next one does its work.
  const comesAgain = ({ queue, failed }: (typeof rows)[number]) =>
    failed && recurringJobs.some((recurring) => recurring.queue === queue);
  for (const row of rows.filter(comesAgain)) console.log(`  until its next run: ${say(row)}`);
  return rows.filter((row) => !comesAgain(row)).map(say);
}

export interface EmailsReport {
  problems: string[];
  letters: number;
  /** Delivered more than once, with the same Message-ID. */
  doubled: number;
}

/** Notifications per account and topic, before the test and after: only those in between have to be in emails. */
export type NotificationCounts = Record<string, { told: number; ended: number }>;

export async function countNotifications(
  sql: Pool,
  accounts: readonly string[],
): Promise<NotificationCounts> {
  const rows = await sql<{ account: string; topic: string; told: number; ended: number }[]>`
    select account_id::text as account, topic, count(*)::int as told, count(ended_at)::int as ended from notification
     where account_id = any(${accounts as string[]}::bigint[]) group by 1, 2`;
  return Object.fromEntries(
    rows.map(({ account, topic, told, ended }) => [`${account} ${topic}`, { told, ended }]),
  );
}

/**
 * Checks that every email in the outbox was delivered and, for accounts that never read notifications, that every
 * notification since the test began is in one of their emails.
 */
export async function checkEmails(
  sql: Pool,
  taken: ReadonlyMap<string, number>,
  readers: readonly string[],
  before: NotificationCounts,
): Promise<EmailsReport> {
  const problems: string[] = [];
  const letters = await sql<
    { account: string; topic: string; messageId: string; state: string; subject: string }[]
  >`
    select account_id::text as account, topic, message_id as "messageId", state, subject from letter order by id`;
  const unwanted = (state: string) => state === 'failed';
  const inLetters = new Map<string, number>();
  for (const { account, topic, messageId, state, subject } of letters) {
    if (state === 'sent' && !taken.has(messageId))
      problems.push(`email ${messageId} is sent but never arrived`);
    if (state === 'waiting' || state === 'refused') problems.push(`email ${messageId} is ${state}`);
    if (unwanted(state)) continue;
    const entries = Number(/\((\d+)\)$/.exec(subject)?.[1] ?? 1);
    const pair = `${account} ${topic}`;
    inLetters.set(pair, (inLetters.get(pair) ?? 0) + entries);
  }
  for (const [pair, after] of Object.entries(await countNotifications(sql, readers))) {
    // Residents switch emails of this topic on and off.
    if (pair.endsWith(' reminders')) continue;
    const earlier = before[pair] ?? { told: 0, ended: 0 };
    const told = after.told - earlier.told;
    // What was decided before its email was sent is left out of it.
    const ended = after.ended - earlier.ended;
    const written = inLetters.get(pair) ?? 0;
    if (written > told || written < told - ended)
      problems.push(`account ${pair}: ${told} notifications, ${ended} ended, ${written} of them in emails`);
  }
  const urgent = await sql<{ account: string; told: number }[]>`
    select account_id::text as account, count(*)::int as told from notification
     where account_id = any(${readers as string[]}::bigint[]) and key = 'notifications.urgent_notice' group by 1`;
  for (const { account, told: number } of urgent) {
    const written = inLetters.get(`${account} urgent`) ?? 0;
    if (written !== number)
      problems.push(`account ${account}: ${number} urgent notices, ${written} of them in emails`);
  }
  const doubled = [...taken.values()].filter((times) => times > 1).length;
  return { problems, letters: letters.length, doubled };
}
