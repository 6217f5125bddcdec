import type SMTPPool from 'nodemailer/lib/smtp-pool';
import type { EmailRow } from '../../store/messaging/email-outbox.ts';
import { isLoopbackHost } from './email-link-origin.ts';
import { findMailHost } from './message-id.ts';

/** The result of sending one email. */
export type SendResult =
  | SmtpResult
  /** On the console: it has left for nobody. */
  | { kind: 'printed' };

export type SmtpResult =
  | { kind: 'sent' }
  /** Never retried. `address`: the address is refused, not this email. */
  | { kind: 'refused'; address: boolean; error: string }
  /** `server`: nothing is accepted at the moment, so the other emails are not tried either. */
  | { kind: 'later'; server: boolean; error: string };

/** The part of a queued email that leaves. */
export type OutgoingEmail = Pick<
  EmailRow,
  'id' | 'to' | 'messageId' | 'subject' | 'text' | 'html' | 'headers' | 'createdAt'
> & {
  /** What it tells of, for the reader's calendar. */
  readonly calendar?: string | null;
};

export interface MailTransport {
  send(letter: OutgoingEmail): Promise<SendResult>;
  /** Connects and signs in without sending; the server's words when that fails, else null. */
  verify(): Promise<string | null>;
  close(): void;
}

const answerWithinMs = 60_000;
const connectWithinMs = 10_000;
export const mailConnections = 3;

/**
 * Through a mail server. Without one to the console, but only on loopback: emails contain links that open accounts,
 * and the output of a server has many readers. `none`: they stay in the outbox.
 */
export function selectMailTransport(config: {
  smtpUrl: string | undefined;
  baseUrl: string;
}): 'server' | 'console' | 'none' {
  if (config.smtpUrl !== undefined) return 'server';
  return isLoopbackHost(new URL(config.baseUrl).hostname) ? 'console' : 'none';
}

export function createMailTransport(parts: {
  smtpUrl: string | undefined;
  baseUrl: string;
  /** Where emails are printed when there is no mail server. */
  console: { write(text: string): unknown };
}): MailTransport | null {
  if (parts.smtpUrl !== undefined) return createSmtpTransport(parts.smtpUrl, parts.baseUrl);
  return selectMailTransport(parts) === 'console' ? createConsoleTransport(parts.console) : null;
}

function createConsoleTransport(console: { write(text: string): unknown }): MailTransport {
  return {
    async send(letter) {
      const line = '─'.repeat(72);
      console.write(`${line}\nTo: ${letter.to}\nSubject: ${letter.subject}\n\n${letter.text}${line}\n`);
      return { kind: 'printed' };
    },
    verify: async () => null,
    close() {},
  };
}

interface SmtpTransport extends MailTransport {
  send(letter: OutgoingEmail): Promise<SmtpResult>;
}

export function createSmtpTransport(
  smtpUrl: string,
  baseUrl: string,
  longestMs = answerWithinMs,
): SmtpTransport {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from') ?? `no-reply@${findMailHost(baseUrl)}`;
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  const options: SMTPPool.Options = {
    pool: true,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    // A relay on this machine has no trusted certificate; a password for another machine must not travel unencrypted.
    ...(isLocal ? { ignoreTLS: url.protocol === 'smtp:' } : { requireTLS: url.username !== '' }),
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    maxConnections: mailConnections,
    maxMessages: 100,
    connectionTimeout: Math.min(connectWithinMs, longestMs),
    greetingTimeout: Math.min(connectWithinMs, longestMs),
    socketTimeout: longestMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => {
    const { createTransport } = await import('../../base/packages/nodemailer.ts');
    const transport = createTransport(options);
    // Without a listener, an error on an idle connection would end the process; the next email opens a new one.
    transport.on('error', () => {});
    return transport;
  };
  return {
    async send(letter) {
      try {
        opened ??= open();
        const transport = await opened;
        await transport.sendMail({
          from: { name: 'Settlements', address: from },
          to: { name: '', address: letter.to },
          subject: letter.subject,
          text: letter.text,
          html: letter.html,
          ...(letter.calendar && {
            icalEvent: { method: 'PUBLISH', filename: 'event.ics', content: letter.calendar },
          }),
          messageId: letter.messageId,
          date: letter.createdAt,
          headers: { ...letter.headers, 'Auto-Submitted': 'auto-generated' },
        });
        return { kind: 'sent' };
      } catch (error) {
        return classifySmtpError(error as SmtpError);
      }
    },
    async verify() {
      try {
        opened ??= open();
        await (await opened).verify();
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    },
    close() {
      opened?.then((transport) => transport.close());
    },
  };
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/**
 * A permanent refusal concerns the address only at RCPT TO, and the email only at DATA: wrong SMTP credentials also
 * get a 5xx and must not pause every account.
 */
export function classifySmtpError(error: SmtpError): SmtpResult {
  const text = String(error.message ?? error).slice(0, 500);
  const isFinal = error.responseCode !== undefined && error.responseCode >= 500 && error.responseCode < 600;
  if (isFinal && error.command === 'RCPT TO') return { kind: 'refused', address: true, error: text };
  if (isFinal && error.command === 'DATA') return { kind: 'refused', address: false, error: text };
  // The address is invalid in an envelope: retrying cannot help.
  if (error.code === 'EENVELOPE' && error.responseCode === undefined)
    return { kind: 'refused', address: true, error: text };
  const server = error.responseCode === undefined || error.command === 'CONN' || error.code === 'EAUTH';
  return { kind: 'later', server, error: text };
}
