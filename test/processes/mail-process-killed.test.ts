import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../src/base/db/connect.ts';
import { createSnowflakes } from '../../src/domain/kernel/snowflake.ts';
import { enqueueAccountEmail } from '../../src/features/mail/account-emails.ts';
import { createAcknowledgeTokens } from '../../src/features/mail/acknowledge-token.ts';
import { deliverMail } from '../../src/features/mail/email-delivery.ts';
import { createMailTransport } from '../../src/features/mail/mail-transport.ts';
import { createUnsubscribeTokens } from '../../src/features/mail/unsubscribe-token.ts';
import { insertNotifications } from '../../src/store/messaging/notification-writes.ts';
import { createDatabase } from '../harness/cluster.ts';
import { siblingModulePath } from '../harness/source-tree.ts';
import { type MailServer, startMailServer } from '../mail/smtp-test-server.ts';

const kills = 50;
const perRound = 6;
const baseUrl = 'http://127.0.0.1:3000';

describe('emails of a process that is killed', () => {
  let pool: Pool;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let mail: MailServer;
  let folder: string;
  const children = new Set<ChildProcess>();
  before(async () => {
    database = await createDatabase();
    pool = database.pool;
    mail = await startMailServer();
    folder = await mkdtemp(join(tmpdir(), 'settlements-mail-'));
    await bundle(join(folder, 'mail-process.cjs'));
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const ids = createSnowflakes(() => 1001);
  const newId = () => ids.next();

  /** One transaction as operations commit it: a notification with its email item, and an account email. */
  async function commitRound(round: number): Promise<string[]> {
    const addresses = Array.from({ length: perRound }, (_, index) => `r${round}-${index}@example.org`);
    await pool.begin(async (db) => {
      for (const [index, address] of addresses.entries()) {
        const account = newId();
        const at = new Date();
        await db`
          insert into account (id, email, email_key, email_confirmed_at, display_name, created_at)
          values (${account}, ${address}, ${address}, ${at}, 'Житель', ${at})`;
        if (index % 2 === 0) {
          const telling = {
            topic: 'reminders',
            key: 'notifications.task_due',
            replacements: { title: 'Полить', day: '2026-11-20' },
          };
          await insertNotifications(db, { ...telling, url: '/account#task-1', eventId: newId(), at }, [
            { account, notification: newId(), due: at, push: false },
          ]);
        } else {
          const link = `${baseUrl}/confirm?code=${index}`;
          await enqueueAccountEmail(
            db,
            { accountId: account, to: address, language: 'ru', template: 'confirm_email', link },
            { now: () => at, newId },
          );
        }
      }
    });
    return addresses;
  }

  function startProcess(): ChildProcess {
    const child = spawn(process.execPath, [join(folder, 'mail-process.cjs')], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  /** At a random moment, when an email has arrived but is not acknowledged, or while it is acknowledged. */
  async function killSomewhere(child: ChildProcess, round: number): Promise<void> {
    const gone = once(child, 'exit');
    const way = round % 3;
    if (way === 0) await sleep(Math.random() * 150);
    else {
      const wanted = Math.floor(Math.random() * perRound);
      let seen = 0;
      await Promise.race([
        new Promise<void>((done) => {
          mail.onData = () => {
            if (seen++ !== wanted) return;
            if (way === 1) child.kill('SIGKILL');
            else setImmediate(() => setTimeout(done, Math.random() * 4));
            if (way === 1) done();
          };
        }),
        sleep(2_000, undefined, { ref: false }),
      ]);
    }
    child.kill('SIGKILL');
    const [, signal] = (await gone) as [number | null, string | null];
    assert.equal(signal, 'SIGKILL', 'it did not end by itself');
    mail.onData = undefined;
  }

  it(`all arrive after ${kills} kills; a resend carries the same Message-ID`, {
    timeout: 240_000,
  }, async (t) => {
    const addresses: string[] = [];
    let interrupted = 0;
    let next = startProcess();
    for (let round = 0; round < kills; round += 1) {
      addresses.push(...(await commitRound(round)));
      const child = next;
      next = startProcess();
      // Each process has a later clock, so that the leases of the one before have expired.
      const orders = {
        to: database.to,
        smtpUrl: mail.url,
        baseUrl,
        offset: round * 200_000,
        instance: 1 + round,
      };
      child.stdin?.on('error', () => {});
      child.stdin?.write(`${JSON.stringify(orders)}\n`);
      await killSomewhere(child, round);
      const [left] = await pool<{ count: number }[]>`
        select ((select count(*) from letter where state = 'waiting') + (select count(*) from letter_item))::int as count`;
      if ((left?.count ?? 0) > 0) interrupted += 1;
    }
    next.kill('SIGKILL');
    const transport = createMailTransport({ smtpUrl: mail.url, baseUrl, console: process.stdout });
    await deliverMail({
      pool,
      transport,
      baseUrl,
      unsubscribe: createUnsubscribeTokens(Buffer.alloc(32, 7)),
      acknowledge: createAcknowledgeTokens(Buffer.alloc(32, 7)),
      signal: new AbortController().signal,
      now: () => new Date(Date.now() + (kills + 100) * 200_000),
      newId,
    });
    transport?.close();

    const byAddress = new Map<string, string[]>();
    for (const { to, messageId } of mail.received)
      byAddress.set(to, [...(byAddress.get(to) ?? []), messageId]);
    assert.deepEqual(
      addresses.filter((address) => !byAddress.has(address)),
      [],
      'every letter arrived',
    );
    for (const [address, messageIds] of byAddress)
      assert.equal(new Set(messageIds).size, 1, `${address} got different letters, not one twice`);
    const waiting = await pool`select 1 from letter where state <> 'sent'`;
    assert.equal(waiting.length, 0);
    assert.ok(interrupted >= kills / 5, `enough of the kills fell between commit and letter: ${interrupted}`);
    const repeats = mail.received.length - byAddress.size;
    t.diagnostic(
      `${kills} kills, ${interrupted} with letters left; ${byAddress.size} letters, ${repeats} repeated`,
    );
  });
});

/** One file that starts in a tenth of a second; esbuild comes with the TypeScript runner. */
async function bundle(outfile: string): Promise<void> {
  const require = createRequire(createRequire(import.meta.url).resolve('tsx/package.json'));
  const esbuild = require('esbuild') as { build(options: object): Promise<unknown> };
  await esbuild.build({
    entryPoints: [siblingModulePath(import.meta.url, 'mail-process')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  });
}
