import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createSnowflakes } from '../../src/domain/kernel/snowflake.ts';
import { enqueueAccountEmail } from '../../src/features/mail/account-emails.ts';
import { createAcknowledgeTokens } from '../../src/features/mail/acknowledge-token.ts';
import { deliverMail } from '../../src/features/mail/email-delivery.ts';
import { createMailTransport, type MailTransport } from '../../src/features/mail/mail-transport.ts';
import { createUnsubscribeTokens } from '../../src/features/mail/unsubscribe-token.ts';
import type { ProductEvent } from '../../src/features/notify/events.ts';
import { publishEvent } from '../../src/features/notify/publish-event.ts';
import { readEmailOverview } from '../../src/store/system/operator-overview.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { type MailServer, startMailServer } from './smtp-test-server.ts';

const minute = 60_000;

// The test has its own clock: moving the service's by hours would break its instance lease.
let offset = 0;
const now = () => new Date(Date.now() + offset);
const ids = createSnowflakes(
  () => 1000,
  () => now().getTime(),
);
const newId = () => ids.next();

describe('emails', () => {
  let service: TestService;
  let village: Village;
  let mail: MailServer;
  let transport: MailTransport | null;
  after(() => transport?.close());
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    mail = await startMailServer();
    transport = createMailTransport({
      smtpUrl: mail.url,
      baseUrl: service.url,
      console: { write: () => {} },
    });
  });
  beforeEach(async () => {
    mail.received.length = 0;
    mail.refuse = {};
    await service.db`delete from letter`;
    await service.db`delete from letter_item`;
    await service.db`delete from notification`;
    await service.db`delete from notification_counter`;
    await service.db`delete from notification_preference`;
    await service.db`update account set mail_paused_at = null, language = 'en'`;
  });

  const tell = (event: ProductEvent) =>
    service.pool.begin((db) => publishEvent({ db, now, newId, services: service.app.services }, event));
  const due = (taskId: string, title = 'Water the apple trees'): ProductEvent => ({
    type: 'task_due',
    accountIds: [village.accounts.resident],
    taskId,
    title,
    dueOn: '2026-11-20',
  });
  const deliver = (through: MailTransport | null = transport) =>
    deliverMail({
      pool: service.pool,
      transport: through,
      baseUrl: service.url,
      unsubscribe: createUnsubscribeTokens(Buffer.alloc(32, 7)),
      acknowledge: createAcknowledgeTokens(Buffer.alloc(32, 7)),
      signal: new AbortController().signal,
      now,
      newId,
    });
  const wait = (milliseconds: number) => {
    offset += milliseconds;
  };
  const states = async () =>
    (await service.db<{ state: string }[]>`select state from letter order by id`).map(({ state }) => state);

  it('have text and HTML parts in the reader’s language and one-click unsubscribe headers', async () => {
    await service.db`update account set language = 'ru' where id = ${village.accounts.resident}`;
    await tell(due('1', 'Яблони <b>полить</b>\nСрочно'));
    await deliver();
    const [letter] = mail.received;
    assert.equal(letter?.to, 'resident@example.org');
    assert.match(letter?.header('Content-Type') ?? '', /multipart\/alternative/);
    assert.match(
      letter?.header('List-Unsubscribe') ?? '',
      /^<http:\/\/127\.0\.0\.1:\d+\/unsubscribe\/[\w-]+>$/,
    );
    assert.equal(letter?.header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
    assert.equal(letter?.header('Auto-Submitted'), 'auto-generated');
    const [stored] = await service.db<{ text: string; html: string; subject: string; messageId: string }[]>`
      select body_text as text, body_html as html, subject, message_id as "messageId" from letter`;
    assert.equal(letter?.messageId, stored?.messageId);
    assert.match(stored?.subject ?? '', /^Срок задачи «Яблони/);
    assert.match(
      stored?.text ?? '',
      /• Срок задачи «Яблони <b>полить<\/b> Срочно»/,
      'one line, whatever the title holds',
    );
    assert.match(stored?.html ?? '', /Яблони &lt;b&gt;полить&lt;\/b&gt;/);
    assert.match(stored?.html ?? '', /<html lang="ru">/);
  });

  it('wait for the end of quiet hours, and then come as one', async () => {
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hour12: false, timeZone: 'Europe/Moscow' }).format(
        now(),
      ),
    );
    const quiet = { from: hour % 24, to: (hour + 3) % 24 };
    await village.clients.resident.set_notification_preferences({ quiet } as never);
    await tell(due('1'));
    await tell(due('2'));
    await deliver();
    assert.equal(mail.received.length, 0);
    wait(60 * minute);
    await deliver();
    assert.equal(mail.received.length, 0, 'still quiet');
    wait(120 * minute);
    await deliver();
    assert.equal(mail.received.length, 1);
    assert.match(mail.received[0]?.header('Subject') ?? '', /\(2\)/);
  });

  it('are sent at most once per topic and hour: later events are collected into the next one', async () => {
    await tell(due('1'));
    await deliver();
    for (let task = 2; task <= 4; task += 1) await tell(due(String(task)));
    await tell({
      type: 'residency_decided',
      accountId: village.accounts.resident,
      settlementId: village.settlement.id,
      plotNumber: '1',
      outcome: 'confirmed',
      reason: null,
    });
    await deliver();
    assert.equal(mail.received.length, 2, 'another topic has an hour of its own');
    wait(59 * minute);
    await deliver();
    assert.equal(mail.received.length, 2);
    wait(2 * minute);
    await deliver();
    assert.equal(mail.received.length, 3);
    const [last] = await service.db<
      { text: string }[]
    >`select body_text as text from letter order by id desc limit 1`;
    assert.equal(last?.text.match(/• /g)?.length, 3);
  });

  it('are delayed until morning where allowed, and leave out what was read meanwhile', async () => {
    const answered = (subjectName: string): ProductEvent => ({
      type: 'review_answered',
      accountId: village.accounts.resident,
      settlementId: village.settlement.id,
      subjectType: 'contact',
      subjectId: '5',
      subjectName,
    });
    await tell(answered('Electrician'));
    await tell(answered('Plumber'));
    await deliver();
    assert.equal(mail.received.length, 0);
    const { notifications } = await village.clients.resident.list_notifications({});
    await village.clients.resident.read_notification({ notification: notifications[0]?.id ?? '' });
    wait(25 * 60 * minute);
    await deliver();
    assert.equal(mail.received.length, 1);
    const [letter] = await service.db<{ text: string }[]>`select body_text as text from letter`;
    assert.match(letter?.text ?? '', /Electrician/);
    assert.doesNotMatch(letter?.text ?? '', /Plumber/);
  });

  it('are retried with the same Message-ID after a temporary refusal or while the server is unreachable', async () => {
    await tell(due('1'));
    const seen: string[] = [];
    mail.refuse.data = () => 451;
    await deliver();
    assert.deepEqual(await states(), ['waiting']);
    const [row] = await service.db<{ messageId: string; attempts: number; error: string }[]>`
      select message_id as "messageId", attempts, last_error as error from letter`;
    assert.equal(row?.attempts, 1);
    assert.match(row?.error ?? '', /451/);
    const nobody = createMailTransport({
      smtpUrl: 'smtp://127.0.0.1:1',
      baseUrl: service.url,
      console: { write: () => {} },
    });
    wait(5 * minute);
    await deliver(nobody);
    nobody?.close();
    assert.deepEqual(await states(), ['waiting']);
    mail.refuse = {};
    await deliver();
    assert.equal(mail.received.length, 0, 'not before its time');
    wait(10 * minute);
    await deliver();
    seen.push(...mail.received.map((letter) => letter.messageId));
    assert.deepEqual(seen, [row?.messageId]);
    assert.deepEqual(await states(), ['sent']);
  });

  it('are sent again, recognisable as the same, when the server takes one and breaks off before it says so', async () => {
    await tell(due('1'));
    mail.breaksOff = true;
    await deliver();
    mail.breaksOff = false;
    assert.deepEqual(await states(), ['waiting']);
    const [row] = await service.db<{ error: string }[]>`select last_error as error from letter`;
    assert.match(row?.error ?? '', /closed|ECONNRESET/i, 'the operator reads why');
    wait(10 * minute);
    await deliver();
    assert.deepEqual(await states(), ['sent']);
    assert.equal(mail.received.length, 2);
    assert.equal(new Set(mail.received.map(({ messageId }) => messageId)).size, 1);
  });

  it('pause a permanently refused address, but not after an authentication error or a refused message', async () => {
    const paused = async () =>
      (await service.db`select 1 from account where mail_paused_at is not null`).length;
    mail.refuse.data = () => 554;
    await tell(due('1'));
    await deliver();
    assert.deepEqual(await states(), ['refused']);
    assert.equal(await paused(), 0, 'the letter was refused, not the address');
    mail.refuse = { recipient: () => 550 };
    wait(61 * minute);
    await tell(due('2'));
    await deliver();
    assert.deepEqual(await states(), ['refused', 'refused']);
    assert.equal(await paused(), 1);
    mail.refuse = {};
    wait(61 * minute);
    await tell(due('3'));
    await deliver();
    assert.equal(mail.received.length, 0, 'nothing more goes to a paused address');
    await writeLetterTo('resident@example.org', village.accounts.resident);
    await deliver();
    assert.equal(mail.received.length, 1, 'but what the person asked for in person does');
  });

  const writeLetterTo = (to: string, accountId: string | null) =>
    service.pool.begin((db) =>
      enqueueAccountEmail(
        db,
        {
          accountId,
          to,
          language: 'ru',
          template: 'reset_password',
          link: `${service.url}/reset?code=secret-code`,
        },
        { now, newId },
      ),
    );

  it('about the account ignore switched-off channels, are sent first, and leave no secret in the outbox', async () => {
    await village.clients.resident.set_notification_preferences({ channels: { mail: false, in_app: false } });
    await service.db`
      insert into letter (id, account_id, topic, to_address, message_id, subject, body_text, body_html, send_at, created_at)
      select n, ${village.accounts.neighbour}, 'reminders', 'neighbour@example.org', '<' || n || '@x>', 's', 't', 'h',
             now() - interval '1 day', now() - interval '1 day' from generate_series(1, 20) n`;
    await writeLetterTo('resident@example.org', village.accounts.resident);
    await writeLetterTo('nobody-here@example.org', null);
    await deliver();
    assert.equal(mail.received.length, 22);
    const first = mail.received.slice(0, 6).map(({ to }) => to);
    assert.ok(first.includes('resident@example.org') && first.includes('nobody-here@example.org'));
    const left =
      await service.db`select 1 from letter where body_text like '%secret-code%' or body_html like '%secret-code%'`;
    assert.equal(left.length, 0);
    assert.ok(!service.log.join('').includes('secret-code'));
  });

  it('that the account has switched off meanwhile are not sent, although already composed', async () => {
    await tell(due('1'));
    mail.refuse.data = () => 451;
    await deliver();
    mail.refuse = {};
    await village.clients.resident.set_notification_preferences({ topics: { reminders: { mail: false } } });
    wait(10 * minute);
    await deliver();
    assert.equal(mail.received.length, 0);
    assert.deepEqual(await states(), ['failed']);
  });

  it('are printed to the console and kept in the outbox where there is no mail server', async () => {
    const shown: string[] = [];
    const onConsole = createMailTransport({
      smtpUrl: undefined,
      baseUrl: service.url,
      console: { write: (text) => shown.push(text) },
    });
    const count = async () => readEmailOverview(service.db, new Date(), 10);
    const before = await count();
    await writeLetterTo('resident@example.org', village.accounts.resident);
    await deliver(onConsole);
    const { sent, printed } = await count();
    assert.deepEqual(
      [sent - before.sent, printed - before.printed],
      [0, 1],
      'the operator sees it as printed',
    );
    assert.match(shown.join(''), /To: resident@example\.org\nSubject: Новый пароль[\s\S]*secret-code/);
    const kept =
      await service.db`select 1 from letter where state = 'printed' and body_text like '%secret-code%'`;
    assert.equal(kept.length, 1);
  });

  it('stay in the outbox unprinted on a public host without a mail server, and are sent later', async () => {
    const shown: string[] = [];
    const none = createMailTransport({
      smtpUrl: undefined,
      baseUrl: 'https://dacha.example',
      console: { write: (text) => shown.push(text) },
    });
    const write = (to: string, expiresAt?: Date) =>
      service.pool.begin((db) =>
        enqueueAccountEmail(
          db,
          {
            accountId: null,
            to,
            language: 'en',
            template: 'reset_password',
            link: 'https://dacha.example/reset?token=secret-code',
            ...(expiresAt && { expiresAt }),
          },
          { now, newId },
        ),
      );
    const inDays = (days: number) => new Date(now().getTime() + days * 24 * 60 * minute);
    await write('link-over@example.org', inDays(1 / 24));
    await write('link-works@example.org', inDays(7));
    await tell(due('1'));
    await deliver(none);
    assert.deepEqual(await states(), ['waiting', 'waiting']);
    wait(25 * 60 * minute);
    await write('of-today@example.org', inDays(1 / 24));
    await tell(due('2', 'Prune the apple trees'));
    // First as if the service had not run for a while.
    await service.db`update letter set send_at = ${inDays(1)} where to_address <> 'link-over@example.org'`;
    await deliver();
    assert.deepEqual(mail.received.map(({ to }) => to).sort(), ['resident@example.org']);
    assert.deepEqual(await states(), ['failed', 'waiting', 'waiting', 'sent']);
    await service.db`update letter set send_at = created_at`;
    await write('given-up@example.org', inDays(1 / 24));
    await service.db`update letter set created_at = ${inDays(-2)}, expires_at = ${inDays(-2)} where to_address = 'given-up@example.org'`;
    await deliver(none);
    const [givenUp] = await service.db<{ state: string; text: string }[]>`
      select state, body_text as text from letter where to_address = 'given-up@example.org'`;
    assert.deepEqual(givenUp, { state: 'failed', text: '' });
    assert.deepEqual(shown, []);
    mail.received.length = 0;
    await deliver();
    assert.deepEqual(mail.received.map(({ to }) => to).sort(), [
      'link-works@example.org',
      'of-today@example.org',
    ]);
  });
});
