import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { checkAddress, checkProxy } from '../../src/features/installation/doctor/address-checks.ts';
import {
  checkBackups,
  checkDatabase,
  checkPeople,
  checkSchema,
  checkWork,
} from '../../src/features/installation/doctor/database-checks.ts';
import { checkDelivery } from '../../src/features/installation/doctor/delivery-check.ts';
import { createDoctor } from '../../src/features/installation/doctor/doctor.ts';
import {
  chooseExitCode,
  fault,
  guardCheck,
  ok,
  warning,
} from '../../src/features/installation/doctor/finding.ts';
import { checkDisk, checkRedis } from '../../src/features/installation/doctor/machine-checks.ts';
import { checkMail } from '../../src/features/installation/doctor/mail-check.ts';
import { isProbe, probePath, signProbe } from '../../src/features/installation/doctor/proxy-probe.ts';
import { deriveKey } from '../../src/secret-key.ts';
import { createDeviceBox, createSettingsBox } from '../../src/settings-box.ts';
import { addFileCleanup } from '../harness/file-cleanup.ts';
import { startService } from '../harness/service.ts';
import { startMailServer } from '../mail/smtp-test-server.ts';

const statesOf = (findings: readonly { subject: string; state: string }[]) =>
  findings.map(({ subject, state }) => `${subject} ${state}`);
const proxyKey = (key: string) => deriveKey(key, 'proxy probe');
const testKey = 'a secret key only for the tests, 32+ characters';

describe('the doctor', () => {
  it('gives monitoring 0, 1 or 2, and reports a check that breaks', async () => {
    assert.equal(chooseExitCode([ok('a', '')]), 0);
    assert.equal(chooseExitCode([ok('a', ''), warning('b', '')]), 1);
    assert.equal(chooseExitCode([warning('b', ''), fault('c', '')]), 2);
    const broken = await guardCheck('disk', async () => {
      throw new Error('no such disk');
    });
    assert.deepEqual(broken, [
      {
        subject: 'disk',
        state: 'fault',
        text: 'The check failed: no such disk',
        ru: 'Проверить не удалось: no such disk',
      },
    ]);
  });

  it('finds the database of the tests in order, and what is stuck, missing or unknown in it', async () => {
    const { pool, db } = await startService();
    assert.deepEqual(statesOf(await checkDatabase(pool)), ['database ok', 'clock ok']);
    assert.equal((await checkSchema(pool)).state, 'ok');
    await db`insert into migration (name, checksum) values ('999_future.sql', 'x')`;
    assert.match((await checkSchema(pool)).text, /newer version \(999_future/);
    await db`delete from migration where name in ('999_future.sql', '294_installation.sql')`;
    assert.match((await checkSchema(pool)).text, /1 migrations wait/);
    assert.equal((await checkPeople(pool)).state, 'fault');
    await db`insert into account (id, email, email_key, display_name, language, created_at, is_operator)
      values (1, 'a@example.org', 'a@example.org', 'A', 'ru', now(), true)`;
    assert.match((await checkPeople(pool)).text, /no moderator/);
    await db`update account set platform_role = 'moderator'`;
    assert.equal((await checkPeople(pool)).state, 'ok');
    assert.equal((await checkWork(pool)).state, 'ok');
    await db`insert into letter (id, to_address, message_id, subject, body_text, body_html, headers, send_at, created_at)
      values (1, 'b@example.org', 'm', 's', 't', 'h', '{}', now(), now() - interval '2 hours')`;
    assert.match((await checkWork(pool)).text, /emails waiting for more than an hour: 1/);
  });

  it('suspects a mail server that takes letters of which nobody opens a link', async () => {
    const { pool, db, newId } = await startService();
    const now = new Date();
    assert.equal((await checkDelivery(pool, now)).state, 'ok', 'no letters, no suspicion');
    for (let count = 0; count < 5; count += 1)
      await db`
        insert into letter (id, to_address, message_id, subject, body_text, body_html, state, send_at, sent_at, created_at, expires_at)
        values (${newId()}, 'b@example.org', ${newId()}, 's', '', '', 'sent', now(), now() - interval '3 hours', now(), now())`;
    assert.match(
      (await checkDelivery(pool, now)).text,
      /took 5 emails with a link this week, and nobody opened one/,
    );
    await db`
      insert into account (id, email, email_key, display_name, language, created_at, email_confirmed_at)
      values (1, 'a@example.org', 'a@example.org', 'A', 'ru', now(), now())`;
    assert.equal((await checkDelivery(pool, now)).state, 'ok');
  });

  it('says how old the last backup is, and whether it could be restored', async () => {
    const { pool, db } = await startService();
    const now = new Date('2026-11-16T12:00:00Z');
    assert.equal((await checkBackups(pool, now)).state, 'warning');
    await db`
      insert into backup (name, place, started_at, finished_at, bytes, encrypted, schema_version, verdict)
      values ('a', 'folder', '2026-11-10T12:00:00Z', '2026-11-10T12:00:00Z', 5, false, '359', 'good')`;
    assert.match((await checkBackups(pool, now)).text, /6 days old/);
    await db`update backup set started_at = '2026-11-15T12:00:00Z'`;
    assert.deepEqual(
      [(await checkBackups(pool, now)).state, (await checkBackups(pool, now)).text.slice(-21)],
      ['ok', 'restored and compared'],
    );
    await db`
      insert into backup (name, place, started_at, finished_at, encrypted, schema_version, verdict, problem)
      values ('b', 'folder', '2026-11-16T11:00:00Z', '2026-11-16T11:00:00Z', false, '359', 'bad', 'no space left')`;
    assert.match((await checkBackups(pool, now)).text, /a later one failed: no space left/);
    await db`update backup set bytes = 7 where name = 'b'`;
    assert.equal((await checkBackups(pool, now)).state, 'fault');
  });

  it('asks the mail server, and repeats its words', async () => {
    const mail = await startMailServer();
    const settings = { smtpUrl: mail.url, baseUrl: 'http://127.0.0.1:3000', mail: 'server' };
    assert.equal((await checkMail(settings, undefined)).state, 'ok');
    assert.equal(mail.received.length, 0, 'nothing is sent unless asked for');
    assert.equal((await checkMail(settings, 'board@example.org')).state, 'ok');
    assert.equal(mail.received[0]?.to, 'board@example.org');
    mail.refuse.recipient = () => 550;
    assert.match((await checkMail(settings, 'board@example.org')).text, /refused with 550/);
    const silent = { ...settings, smtpUrl: 'smtp://127.0.0.1:1' };
    assert.match((await checkMail(silent, undefined)).text, /ECONNREFUSED/);
    assert.equal(
      (await checkMail({ ...settings, smtpUrl: undefined, mail: 'none' }, undefined)).state,
      'fault',
    );
  });

  it('of a running service asks once a minute, and does not wait for a server that hangs', async () => {
    const { pool, app, url } = await startService();
    let asked = 0;
    let time = Date.now();
    const doctor = createDoctor(
      {
        pool,
        installation: { baseUrl: url, isBaseUrlSet: true, smtpUrl: undefined, mail: 'none' },
        store: app.services.media.store,
        isS3: false,
        dataDir: '/tmp',
        pingRedis: () => {
          asked += 1;
          return new Promise(() => {});
        },
        boxes: {
          settings: createSettingsBox({ secretKeysFormer: [] }, testKey),
          devices: createDeviceBox({ secretKeysFormer: [] }, testKey),
        },
        keyPlace: { en: 'here', ru: 'здесь' },
        probeKey: proxyKey(testKey),
        now: () => new Date(time),
      },
      1_500,
    );
    const { findings } = await doctor.examine();
    assert.deepEqual(
      findings.filter(({ subject }) => subject === 'redis').map(({ text }) => text),
      ['No answer yet. Open this page again in a minute.'],
    );
    assert.ok(findings.some(({ subject, state }) => subject === 'disk' && state === 'ok'));
    assert.ok(findings.some(({ subject, state }) => subject === 'mail' && state === 'fault'));
    await doctor.examine();
    assert.equal(asked, 1);
    time += 61_000;
    await doctor.examine();
    assert.equal(asked, 2);
  });

  it('checks disk and Redis', async () => {
    assert.equal((await checkDisk('/tmp')).subject, 'disk');
    assert.equal((await checkRedis(null)).state, 'ok');
    assert.equal((await checkRedis(async () => Promise.reject(new Error('refused')))).state, 'fault');
  });

  it('tells an address for this machine, one that is silent, and one without TLS apart', async () => {
    const { url } = await startService();
    assert.deepEqual(statesOf(await checkAddress(url, true)), ['address warning']);
    assert.deepEqual(statesOf(await checkAddress('http://127.0.0.1:9', true)), [
      'address warning',
      'address fault',
    ]);
    const named = await checkAddress('http://no-such-host.invalid', true);
    assert.deepEqual(statesOf(named), ['address fault', 'tls fault']);
  });

  describe('the proxy', () => {
    it('only the holder of the key is told how a request arrived', async () => {
      const { url } = await startService();
      const ask = (probe: string) => fetch(`${url}${probePath}`, { headers: { 'x-probe': probe } });
      const key = proxyKey(testKey);
      assert.equal((await ask(signProbe(key, Date.now()))).status, 200);
      for (const probe of [
        '',
        'x',
        signProbe(proxyKey('another key of thirty-two letters'), Date.now()),
        signProbe(key, Date.now() - 61_000),
      ])
        assert.equal((await ask(probe)).status, 404, probe);
      assert.equal(isProbe(key, ['a'], Date.now()), false);
      assert.equal(
        isProbe(key, `${Date.now()}.${createHmac('sha256', key).digest('base64url')}`, Date.now()),
        false,
      );
    });

    /** A proxy in front of the service that treats X-Forwarded-For in one way or another. */
    async function startProxy(target: string, forward: (given: string | undefined) => string | undefined) {
      const server = createServer(async (request, reply) => {
        const { 'x-forwarded-for': given, host: _, connection: __, ...headers } = request.headers;
        const forwarded = forward(given as string | undefined);
        const answer = await fetch(`${target}${request.url}`, {
          headers: {
            ...(headers as Record<string, string>),
            ...(forwarded && { 'x-forwarded-for': forwarded }),
          },
        });
        reply.writeHead(answer.status).end(await answer.text());
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      addFileCleanup(() => new Promise((done) => server.close(() => done())));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }
    const replaces = () => '198.51.100.9';
    const passesOn = (given: string | undefined) => given;

    it('is fine when its header replaces the client’s and is trusted, or when there is none', async () => {
      const trusting = await startService({ TRUST_PROXY: '127.0.0.1' });
      const good = await checkProxy(await startProxy(trusting.url, replaces), proxyKey(testKey));
      assert.deepEqual([good.state, good.text], ['ok', 'its X-Forwarded-For is used']);
      const plain = await startService();
      assert.equal((await checkProxy(plain.url, proxyKey(testKey))).text, 'none in between');
    });

    it('is a fault when clients choose their address, or when everybody looks like the proxy', async () => {
      const trusting = await startService({ TRUST_PROXY: '127.0.0.1' });
      const open = await checkProxy(await startProxy(trusting.url, passesOn), proxyKey(testKey));
      assert.match(open.text, /Clients choose their own address/);
      const plain = await startService();
      const shared = await checkProxy(await startProxy(plain.url, replaces), proxyKey(testKey));
      assert.match(shared.text, /TRUST_PROXY has to name 127\.0\.0\.1/);
    });
  });
});
