/**
 * One announcement to many readers: duration of the operation, rate of notifications, and memory.
 *   node --import tsx bench/announcement.ts [--readers 100000] [--letters 5000]
 * Emails go to an SMTP server in this process; `--letters` limits how many are sent.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { createJobs } from '../src/background/jobs/queue.ts';
import { connect, type Pool } from '../src/base/db/connect.ts';
import { getDriverOptions, startEmbedded } from '../src/base/db/embedded.ts';
import { migrate } from '../src/base/db/migrate.ts';
import type { Services } from '../src/domain/kernel/services.ts';
import { createSnowflakes } from '../src/domain/kernel/snowflake.ts';
import { createAcknowledgeTokens } from '../src/features/mail/acknowledge-token.ts';
import { deliverMail } from '../src/features/mail/email-delivery.ts';
import { createMailTransport } from '../src/features/mail/mail-transport.ts';
import { createUnsubscribeTokens } from '../src/features/mail/unsubscribe-token.ts';
import { deliverAnnouncements } from '../src/features/notify/announcement-delivery.ts';
import { publishEvent } from '../src/features/notify/publish-event.ts';

const { values } = parseArgs({
  options: { readers: { type: 'string', default: '100000' }, letters: { type: 'string', default: '5000' } },
});
const readers = Number(values.readers);
const dataDir = await mkdtemp(join(tmpdir(), 'settlements-bench-'));
const embedded = await startEmbedded({ dataDir });
const pool = connect({ to: getDriverOptions(embedded.connection), maxConnections: 10 });
const ids = createSnowflakes(() => 1);
const newId = () => ids.next();
const now = () => new Date();

try {
  await migrate(pool);
  const event = await prepareSettlement(pool);
  const jobs = createJobs({
    pool,
    workers: [],
    recurring: [],
    instance: 'bench',
    now,
    newId,
    onError: console.error,
  });

  const before = performance.now();
  await pool.begin((db) =>
    publishEvent({ db, now, newId, services: { jobs } as unknown as Services }, event),
  );
  console.log(
    `the operation's part        ${(performance.now() - before).toFixed(1)} ms for ${readers} readers`,
  );

  const memory = watchMemory();
  const began = performance.now();
  const told = await deliverAnnouncements({
    pool,
    now,
    newId,
    sendsEmail: true,
    signal: new AbortController().signal,
  });
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `told                        ${told} in ${seconds.toFixed(1)} s, ${Math.round(told / seconds)}/s`,
  );
  console.log(`memory by tenths of it      ${memory.stop().join(' ')} MB`);

  await sendEmails(Number(values.letters));
} finally {
  await pool.end({ timeout: 5 });
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function prepareSettlement(db: Pool) {
  const [author, place, settlement, parcel, article] = [newId(), newId(), newId(), newId(), newId()];
  await db`insert into place (id, kind, name, path) values (${place}, 'country', 'Россия', ${[place]}::bigint[])`;
  await db`
    insert into settlement (id, slug, name, kind, status, place_id, region, created_at)
    values (${settlement}, 'big', 'Большой', 'village', 'populated', ${place}, '', now())`;
  await db`
    insert into parcel (id, settlement_id, number, number_key, created_at, updated_at)
    values (${parcel}, ${settlement}, '1', '1', now(), now())`;
  await db`
    insert into account (id, email, email_key, email_confirmed_at, display_name, created_at)
    select n, 'a' || n || '@example.org', 'a' || n || '@example.org', now(), 'Житель ' || n, now()
      from generate_series(1, ${readers}::int) n`;
  await db`
    insert into account (id, email, email_key, display_name, created_at) values (${author}, 'b@example.org', 'b@example.org', 'Правление', now())`;
  await db`
    insert into membership (id, account_id, parcel_id, role, state, is_primary, created_at, decided_at)
    select n, n, ${parcel}, 'family', 'confirmed', true, now(), now() from generate_series(1, ${readers}::int) n`;
  await db`
    insert into article (id, settlement_id, author_id, slug, title, body, excerpt, kind, status, visibility, about_on_shown, published_at, created_at, updated_at)
    values (${article}, ${settlement}, ${author}, 'voda', 'Отключат воду', 'Завтра', 'Завтра', 'announcement', 'published', 'residents', '2026-11-14', now(), now(), now())`;
  await db`analyze`;
  return {
    type: 'announcement_published',
    settlementId: settlement,
    articleId: article,
    slug: 'voda',
    title: 'Отключат воду',
    visibility: 'residents',
    authorId: author,
    isUrgent: false,
  } as const;
}

/** Resident set size, sampled and shown at ten points in time. */
function watchMemory(): { stop(): string[] } {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(process.memoryUsage.rss() / 1048576), 100);
  return {
    stop() {
      clearInterval(timer);
      return Array.from({ length: 10 }, (_, tenth) =>
        (samples[Math.min(samples.length - 1, Math.floor((tenth * samples.length) / 10))] ?? 0).toFixed(0),
      );
    },
  };
}

async function sendEmails(most: number): Promise<void> {
  if (most === 0) return;
  const enough = new AbortController();
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      stream.resume();
      stream.on('end', () => {
        taken += 1;
        if (taken === most) enough.abort();
        callback(null);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.server.address() as { port: number };
  const transport = createMailTransport({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    baseUrl: 'http://localhost:3000',
    console: process.stdout,
  });
  const memory = watchMemory();
  const began = performance.now();
  await deliverMail({
    pool,
    transport,
    baseUrl: 'http://localhost:3000',
    unsubscribe: createUnsubscribeTokens(Buffer.alloc(32, 7)),
    acknowledge: createAcknowledgeTokens(Buffer.alloc(32, 7)),
    signal: enough.signal,
    now,
    newId,
  });
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `letters carried             ${taken} in ${seconds.toFixed(1)} s, ${Math.round(taken / seconds)}/s`,
  );
  console.log(`memory by tenths of it      ${memory.stop().join(' ')} MB`);
  transport?.close();
  await new Promise<void>((done) => server.close(() => done()));
}
