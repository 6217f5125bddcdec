import type { Worker } from '../../domain/kernel/jobs.ts';
import { deliverMail, mailQueue } from './email-delivery.ts';
import { createMailTransport, type MailTransport } from './mail-transport.ts';
import { createUnsubscribeTokens, type UnsubscribeTokens } from './unsubscribe-token.ts';

/** What emails are composed and sent with; created once by app.ts. */
export interface MailEngine {
  readonly baseUrl: string;
  /** Null: there is no mail server. */
  readonly transport: MailTransport | null;
  readonly unsubscribe: UnsubscribeTokens;
}

export function createMailEngine(
  { smtpUrl, baseUrl }: { smtpUrl: string | undefined; baseUrl: string },
  unsubscribeKey: Buffer,
  console: { write(text: string): unknown } = process.stdout,
): MailEngine {
  const unsubscribe = createUnsubscribeTokens(unsubscribeKey);
  return { baseUrl, unsubscribe, transport: createMailTransport({ smtpUrl, baseUrl, console }) };
}

export function createMailWorker(engine: MailEngine): Worker {
  return {
    queue: mailQueue,
    concurrency: 1,
    lockSeconds: 600,
    attempts: 3,
    handle: (_payload, context) => deliverMail({ ...engine, ...context }),
  };
}
