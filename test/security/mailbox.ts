import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from '../harness/service.ts';

export interface Email {
  subject: string;
  /** The target of its link, without the host. */
  url: URL;
  link: string;
}

export async function listEmailsTo(service: TestService, to: string): Promise<Email[]> {
  const rows = await service.db<{ subject: string; text: string }[]>`
    select subject, body_text as text from letter where to_address = ${to} order by id desc`;
  return rows.map(({ subject, text }) => {
    const url = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '');
    return { subject, url, link: url.pathname + url.search };
  });
}

/** The newest email once there are this many. */
export async function waitForEmail(service: TestService, to: string, count: number): Promise<Email> {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const [newest, ...older] = await listEmailsTo(service, to);
    if (newest !== undefined && older.length + 1 >= count) return newest;
    await sleep(100);
  }
  throw new Error(`There is no email number ${count} to ${to}.`);
}

/** Until no account request is pending: an email not written by now will not be. */
export async function waitForAccountRequests(service: TestService): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const rows = await service.db`select 1 from job where queue = 'account_requests' and failed_at is null`;
    if (rows.length === 0) return;
    await sleep(100);
  }
  throw new Error('Account requests are still pending.');
}
