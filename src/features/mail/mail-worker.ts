import type { Worker } from '../../domain/kernel/jobs.ts';
import { type AcknowledgeTokens, createAcknowledgeTokens } from './acknowledge-token.ts';
import { deliverMail, mailQueue } from './email-delivery.ts';
import { createMailTransport, type MailTransport } from './mail-transport.ts';
import { createUnsubscribeTokens, type UnsubscribeTokens } from './unsubscribe-token.ts';

/** What emails are composed and sent with; created once by app.ts. */
export interface MailEngine {
  readonly baseUrl: string;
  /** Null: there is no mail server. Of the settings as they are now. */
  readonly transport: MailTransport | null;
  readonly unsubscribe: UnsubscribeTokens;
  readonly acknowledge: AcknowledgeTokens;
  close(): void;
}

export function createMailEngine(
  settings: { readonly smtpUrl: string | undefined; readonly baseUrl: string },
  linkKey: Buffer,
  console: { write(text: string): unknown } = process.stdout,
): MailEngine {
  let opened: { smtpUrl: string | undefined; baseUrl: string; transport: MailTransport | null } | undefined;
  return {
    unsubscribe: createUnsubscribeTokens(linkKey),
    acknowledge: createAcknowledgeTokens(linkKey),
    get baseUrl() {
      return settings.baseUrl;
    },
    get transport() {
      const { smtpUrl, baseUrl } = settings;
      if (opened === undefined || opened.smtpUrl !== smtpUrl || opened.baseUrl !== baseUrl) {
        // Emails that are being sent finish on the old connections.
        opened?.transport?.close();
        opened = { smtpUrl, baseUrl, transport: createMailTransport({ smtpUrl, baseUrl, console }) };
      }
      return opened.transport;
    },
    close() {
      opened?.transport?.close();
    },
  };
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
