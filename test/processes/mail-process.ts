import { createInterface } from 'node:readline';
import { type ConnectOptions, connect } from '../../src/base/db/connect.ts';
import { createSnowflakes } from '../../src/domain/kernel/snowflake.ts';
import { createAcknowledgeTokens } from '../../src/features/mail/acknowledge-token.ts';
import { deliverMail } from '../../src/features/mail/email-delivery.ts';
import { createMailTransport } from '../../src/features/mail/mail-transport.ts';
import { createUnsubscribeTokens } from '../../src/features/mail/unsubscribe-token.ts';

/** Mail delivery of one instance, in a process that can be killed. A line on standard input starts it. */
interface ProcessOptions {
  to: ConnectOptions['to'];
  smtpUrl: string;
  baseUrl: string;
  /** How far its clock is ahead. */
  offset: number;
  instance: number;
}

createInterface({ input: process.stdin }).once('line', async (line) => {
  const orders = JSON.parse(line) as ProcessOptions;
  const clock = () => Date.now() + orders.offset;
  const ids = createSnowflakes(() => orders.instance, clock);
  const transport = createMailTransport({ ...orders, console: process.stdout });
  await deliverMail({
    pool: connect({ to: orders.to, maxConnections: 3 }),
    transport,
    baseUrl: orders.baseUrl,
    unsubscribe: createUnsubscribeTokens(Buffer.alloc(32, 7)),
    acknowledge: createAcknowledgeTokens(Buffer.alloc(32, 7)),
    signal: new AbortController().signal,
    now: () => new Date(clock()),
    newId: () => ids.next(),
  });
  // Everything is done: waits to be killed.
  setInterval(() => {}, 60_000);
});
