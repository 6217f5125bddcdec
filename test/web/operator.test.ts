import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { snowflakeAt } from '../../src/domain/kernel/snowflake.ts';
import { setOperator } from '../../src/store/accounts/accounts.ts';
import { finishBackupRun, recordVerification, startBackupRun } from '../../src/store/system/backup-runs.ts';
import { recordRepeatedStatements } from '../db/request-statements.ts';
import { startService } from '../harness/service.ts';
import { hiddenFields } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

const at = '/operator';

describe('the operator’s page', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(
      await startService({
        SMTP_URL: 'smtp://someone:SecretOfMail@127.0.0.1:1',
        EMBEDDING_KEY: 'SecretOfEmbedding',
      }),
    );
    await setOperator(actors.service.db, actors.village.accounts.editor, true);
  });
  beforeEach(async () => {
    await actors.service.db`delete from job`;
    await actors.service.db`delete from letter`;
  });
  const operator = (language: 'en' | 'ru' = 'en') => signIn(actors.service, 'editor', language);
  const show = async (language: 'en' | 'ru' = 'en') => {
    const page = await (await operator(language)).get(at);
    assert.equal(page.status, 200);
    return { page, text: visibleText(page.html) };
  };
  /** A job that failed, given up or waiting for its next attempt. */
  const addFailed = async (id: string, error: string, isGivenUp = true) =>
    actors.service.db`
      insert into job (id, queue, key, payload, run_at, attempts, last_error, failed_at, created_at)
      values (${id}, 'media_renditions', 'one', '{"media": "PrivatePayload"}', now() + interval '1 hour', 5, ${error},
              ${isGivenUp ? new Date() : null}, now())`;
  const addLetter = (state: string, to: string, error: string | null) => actors.service.db`
    insert into letter (id, to_address, message_id, subject, body_text, body_html, state, attempts, send_at, created_at, last_error)
    values (${actors.service.newId()}, ${to}, ${`<${actors.service.newId()}@x>`}, 'PrivateSubject', 'PrivateText', 'PrivateHtml',
            ${state}, 3, now(), now(), ${error})`;

  it('is for operators only, and so is its button', async () => {
    await addFailed('11', 'broken');
    for (const who of ['resident', 'moderator', 'company', 'newcomer'] as const) {
      const browser = await signIn(actors.service, who);
      assert.equal((await browser.get(at)).status, 403, who);
      const more = await browser.get('/more');
      assert.doesNotMatch(more.html, /href="\/operator"/, who);
      assert.equal((await browser.submit(more, '/logout').then(() => browser.get(at))).status, 303, who);
    }
    const resident = await signIn(actors.service, 'resident');
    const fields = hiddenFields((await resident.get('/more')).html, '/logout');
    assert.equal((await resident.post(`${at}/jobs/11/again`, fields)).status, 403);
    assert.equal((await actors.service.db`select 1 from job where failed_at is not null`).length, 1);
    assert.match((await (await operator()).get('/more')).html, /href="\/operator"/);
  });

  it('says first what is broken, in both languages', async () => {
    const english = await show();
    assert.match(english.text, /Something is broken.*Mail server The server says: .*ECONNREFUSED.*In order/);
    const russian = await show('ru');
    assert.match(russian.text, /Есть поломка.*Почтовый сервер Сервер отвечает: .*ECONNREFUSED.*В порядке/);
  });

  it('shows why jobs failed; trying one again makes it due and is in the audit', async () => {
    const { service, village } = actors;
    await addFailed('21', 'S3 PUT failed: 500 SlowDown');
    await addFailed('22', 'the store is slow', false);
    const browser = await operator();
    const page = await browser.get(at);
    assert.match(visibleText(page.html), /Preparing photographs · given up Why S3 PUT failed: 500 SlowDown/);
    assert.match(visibleText(page.html), /Preparing photographs · tried again/);
    const done = await browser.submit(page, `${at}/jobs/21/again`);
    assert.equal(done.location, at);
    assert.match(visibleText((await browser.get(at)).html), /The job is tried again now/);
    const [job] =
      await service.db`select failed_at, attempts, key, run_at <= now() + interval '1 minute' as due from job where id = 21`;
    assert.deepEqual({ ...job }, { failed_at: null, attempts: 0, key: null, due: true });
    const [entry] = await service.db`
      select account_id::text as who, after, of_installation from audit_entry where action = 'run_job_again'`;
    assert.deepEqual(
      { ...entry },
      { who: village.accounts.editor, after: { queue: 'media_renditions' }, of_installation: true },
    );
    assert.match(visibleText((await browser.get('/platform/roles')).html), /Retried a job/);
    await service.db`delete from job where id = 21`;
    const gone = await browser.submit(page, `${at}/jobs/21/again`);
    assert.equal(gone.location, at);
    assert.match(visibleText((await browser.get(at)).html), /This job is done/);
    assert.equal((await service.db`select 1 from audit_entry where action = 'run_job_again'`).length, 1);
  });

  it('shows nothing private: no texts, no whole addresses, no secrets of the configuration', async () => {
    await addFailed(
      '31',
      'invalid input "Письмо тёте Вале" for vasya.petrov@example.org, see /x?token=PrivateToken, +7 915 123-45-67',
    );
    await addLetter(
      'refused',
      'vasya.petrov@example.org',
      '550 5.1.1 <vasya.petrov@example.org>: no such user',
    );
    await addLetter('waiting', 'anna@example.org', 'certificate has expired');
    await addLetter('sent', 'PrivateSent@example.org', null);
    const { page, text } = await show();
    assert.match(text, /v…@example\.org · not accepted 550 5\.1\.1/);
    assert.match(text, /a…@example\.org · will be tried again certificate has expired/);
    assert.doesNotMatch(page.html, /Private|vasya|тёте|123-45|SecretOf|32\+ characters|someone/);
    assert.match(text, /SMTP_URL smtp:\/\/••••••@127\.0\.0\.1:1/);
    assert.match(text, /SECRET_KEY ••••••/);
    assert.doesNotMatch(text, /resident@example\.org/);
  });

  it('shows devices by kind, storage by village, backups with their verdict, versions and roles', async () => {
    const { service, village } = actors;
    const reason = { en: 'The device did not answer in time.', ru: 'Устройство не ответило вовремя.' };
    for (const [id, state] of [
      ['1', 'failing'],
      ['2', 'ok'],
      ['3', 'revoked'],
    ] as const)
      await service.db`
        insert into device_connection (id, account_id, parcel_id, name, provider, state, last_error, next_poll_at, created_at)
        values (${id}, ${village.accounts.resident}, ${village.plots.resident}, 'PrivateDevice', 'mqtt', ${state},
                ${state === 'failing' ? service.db.json(reason) : null}, now(), now())`;
    await service.db`
      insert into media (id, settlement_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, created_at, caption)
      values (${snowflakeAt(Date.now() - 60_000)}, ${village.settlement.id}, 'settlement', ${village.settlement.id}, ${village.accounts.resident},
              sha256('x'), '{}', 'image/jpeg', 3145728, now(), 'PrivateCaption')`;
    const started = new Date(Date.now() - 60_000);
    const run = await startBackupRun(service.db, {
      name: 'nightly',
      place: 'folder',
      encrypted: true,
      schemaVersion: '1',
      now: started,
    });
    await finishBackupRun(service.db, run, {
      bytes: 5_242_880,
      rowCount: 10,
      fileCount: 1,
      backupMs: 2_000,
      now: new Date(),
    });
    await recordVerification(service.db, run, {
      verdict: 'bad',
      problem: 'table letter: 3 rows instead of 4',
      verifyMs: 4_000,
      now: new Date(),
    });
    for (const hours of [2, 100])
      await service.db`
        insert into backup (name, place, started_at, encrypted, schema_version)
        values (${`unfinished ${hours}`}, 'folder', now() - make_interval(hours => ${hours}::int), false, '1')`;
    const { page, text } = await show();
    assert.equal(text.split('Being made').length - 1, 1);
    assert.match(text, /Cut off [^·]* \w+, \d\d:\d\d\sUTC/, 'no backup takes more than a day');
    assert.match(text, /MQTT 2 1 The device did not answer in time\./);
    assert.match(text, /Files by village .*3 MB, in 30 days \+3 MB/);
    assert.match(text, /Unusable \w+\s\d\d:\d\d\sUTC · table letter: 3 rows instead of 4 · 5 MB · 6\ss/);
    assert.match(text, /PostgreSQL 1\d\.\d/);
    assert.match(text, /Editor Ivanova Operator/);
    assert.doesNotMatch(page.html, /Private/);
  });

  it('lists the slowest requests and what failed lately in this process', async () => {
    const { service } = actors;
    service.app.server.log.error(
      { err: new Error('S3 GET failed: no reply'), where: 'files' },
      'background failure',
    );
    service.app.server.log.error(
      { err: new Error('S3 GET failed: no reply'), where: 'files' },
      'background failure',
    );
    service.app.server.log.error(
      { reason: 'connect ECONNREFUSED', where: 'database' },
      'the database is away',
    );
    service.app.server.log.error('only words');
    const { text } = await show();
    assert.match(text, /Storage of files S3 GET failed: no reply · today \d\d:\d\d UTC · times: 2/);
    assert.match(text, /Database connect ECONNREFUSED/);
    assert.match(text, /Slowest requests .*\/login/);
  });

  it('needs few statements of its own', async () => {
    const browser = await operator();
    const count = async (path: string) =>
      (await recordRepeatedStatements(actors.service, () => browser.get(path))).statements.length;
    const frame = await count('/more');
    const own = (await count(at)) - frame;
    assert.ok(own <= 8, `${own} statements beside the ${frame} of every page`);
  });
});
