import type { Pool } from '../../base/db/connect.ts';
import {
  claimEmails,
  type EmailRow,
  failEmail,
  failUnsentEmails,
  markEmailPrinted,
  markEmailSent,
  pauseMail,
  postponeEmail,
} from '../../store/messaging/email-outbox.ts';
import { renderEmailCalendar } from './email-calendar.ts';
import {
  type MailTransport,
  mailConnections,
  type OutgoingEmail,
  type SendResult,
} from './mail-transport.ts';
import {
  composeNotificationEmails,
  type EmailComposerOptions,
  recomposeEmail,
} from './notification-emails.ts';

export const mailQueue = 'mail';

/** Small enough for a batch to be sent within the lease by a slow server. */
const batchSize = 2 * mailConnections;
const leaseSeconds = 180;
const maxAttempts = 14;
/** Milliseconds a stopping process waits for emails that are being sent. */
const shutdownWaitMilliseconds = 3_000;

interface DeliveryContext extends EmailComposerOptions {
  pool: Pool;
  transport: MailTransport;
  signal: AbortSignal;
  now(): Date;
}

/** Transport null: there is no mail server, and emails stay in the outbox until there is one. */
export type DeliveryOptions = Omit<DeliveryContext, 'transport'> & { transport: MailTransport | null };

/** Composes the emails that are due and sends the outbox, until nothing is left to do now. */
export async function deliverMail({ transport, ...others }: DeliveryOptions): Promise<void> {
  if (transport === null) return failUnsentEmails(others.pool, others.now());
  const parts = { ...others, transport };
  while (!parts.signal.aborted) {
    const composed = await parts.pool.begin((db) => composeNotificationEmails(db, parts, parts.now()));
    // Sending between batches keeps the outbox from growing by more than one batch.
    const isOpen = await sendOutbox(parts);
    if (!isOpen || composed === 0) return;
  }
}

/** False when the mail server accepts nothing at the moment. */
async function sendOutbox(context: DeliveryContext): Promise<boolean> {
  let isOpen = true;
  while (isOpen && !context.signal.aborted) {
    const letters = await claimEmails(context.pool, { now: context.now(), limit: batchSize, leaseSeconds });
    if (letters.length === 0) return true;
    const queue = [...letters];
    const carry = async () => {
      for (let letter = queue.shift(); letter !== undefined; letter = queue.shift()) {
        if (context.signal.aborted) await postponeEmail(context.pool, letter.id, context.now(), null);
        else if (!isOpen) await postponeEmail(context.pool, letter.id, inOneMinute(context), null);
        else if (!(await sendEmail(letter, context))) isOpen = false;
      }
    };
    await Promise.all(Array.from({ length: mailConnections }, carry));
  }
  return isOpen;
}

async function sendEmail(letter: EmailRow, context: DeliveryContext): Promise<boolean> {
  const { pool } = context;
  const current = letter.isWanted ? await recomposeEmail(pool, letter, context) : null;
  if (current === null) {
    await failEmail(pool, letter.id, 'failed', 'no longer wanted');
    return true;
  }
  const calendar = current.tellsOfDays ? await renderEmailCalendar(pool, current, context.baseUrl) : null;
  const outcome = await sendUntilAborted({ ...current, calendar }, context);
  switch (outcome?.kind) {
    case 'sent':
      await markEmailSent(pool, letter.id, context.now());
      return true;
    case 'printed':
      await markEmailPrinted(pool, letter.id, context.now());
      return true;
    case 'refused':
      await failEmail(pool, letter.id, 'refused', outcome.error);
      if (outcome.address && letter.accountId !== null)
        await pauseMail(pool, letter.accountId, letter.to, context.now());
      return true;
    case 'later': {
      if (letter.attempts + 1 >= maxAttempts) await failEmail(pool, letter.id, 'failed', outcome.error);
      else
        await postponeEmail(pool, letter.id, computeRetryTime(context.now(), letter.attempts), outcome.error);
      return !outcome.server;
    }
    default:
      // It may have arrived: the lease stays, and a resend carries the same Message-ID.
      return false;
  }
}

async function sendUntilAborted(
  letter: OutgoingEmail,
  context: DeliveryContext,
): Promise<SendResult | undefined> {
  const sending = context.transport.send(letter);
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const stopped = new Promise<undefined>((done) => {
    onAbort = () => {
      timer = setTimeout(() => done(undefined), shutdownWaitMilliseconds);
    };
    if (context.signal.aborted) onAbort();
    else context.signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([sending, stopped]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) context.signal.removeEventListener('abort', onAbort);
  }
}

/** Exponential backoff from one minute to six hours, with jitter. */
export function computeRetryTime(now: Date, attempts: number): Date {
  const minutes = Math.min(360, 2 ** attempts);
  return new Date(now.getTime() + minutes * 60_000 * (0.75 + Math.random() / 2));
}

function inOneMinute(context: DeliveryContext): Date {
  return new Date(context.now().getTime() + 60_000);
}
