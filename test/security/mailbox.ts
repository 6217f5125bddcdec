import type { TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

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
  return waitUntil(`email number ${count} to ${to}`, async () => {
    const emails = await listEmailsTo(service, to);
    return emails.length >= count ? emails[0] : undefined;
  });
}

/** Until no account request is pending: an email not written by now will not be. */
export async function waitForAccountRequests(service: TestService): Promise<void> {
  await waitUntil('no account request is pending', async () => {
    const rows = await service.db`select 1 from job where queue = 'account_requests' and failed_at is null`;
    return rows.length === 0;
  });
}
