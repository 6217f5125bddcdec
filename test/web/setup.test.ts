import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { createSetupLink } from '../../src/features/installation/setup.ts';
import { emptyDatabase } from '../../src/store/system/demo.ts';
import { generousLimits, startService, type TestService } from '../harness/service.ts';
import { type MailServer, startMailServer } from '../mail/smtp-test-server.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { visibleText } from './sign-in.ts';

const person = { display_name: 'Анна', email: 'anna@example.org', password: 'три слова подряд' };

describe('setting up an empty installation', () => {
  let service: TestService;
  let link: string;
  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    await service.pool.begin(emptyDatabase);
    await service.db`delete from installation_setting`;
    await service.app.services.installation.reload();
    link = (await createSetupLink(service.pool, new Date())) ?? '';
  });
  const createOperator = async (browser: Browser, fields: Partial<typeof person> = {}) =>
    browser.submit(await browser.get(link), '/setup', { ...person, ...fields });
  const signedInOperator = async () => {
    const browser = openBrowser(service);
    assert.equal((await createOperator(browser)).location, '/setup/mail');
    return browser;
  };
  const rolesOf = () => service.db`
    select display_name, email_confirmed_at is not null as confirmed, is_operator, platform_role from account`;

  it('creates the operator by the link: signed in, confirmed without an email, a moderator too', async () => {
    await signedInOperator();
    assert.deepEqual(
      [...(await rolesOf())].map((row) => ({ ...row })),
      [{ display_name: 'Анна', confirmed: true, is_operator: true, platform_role: 'moderator' }],
    );
    assert.equal((await service.db`select 1 from letter`).length, 0);
    const decisions =
      await service.db`select action, of_installation from audit_entry where action = 'setup'`;
    assert.equal(decisions.length, 2);
  });

  it('opening the link uses nothing up; a second use, another token and an hour later are refused', async () => {
    const [first, second] = [openBrowser(service), openBrowser(service)];
    assert.equal((await first.get(link)).status, 200);
    const form = await second.get(link);
    assert.equal((await createOperator(first)).status, 303);
    assert.equal((await second.submit(form, '/setup', { ...person, email: 'eve@example.org' })).status, 422);
    assert.match(visibleText((await openBrowser(service).get(link)).html), /is set up/);
    await service.pool.begin(emptyDatabase);
    assert.equal((await first.get('/setup?token=guess')).status, 422);
    link = (await createSetupLink(service.pool, new Date(Date.now() - 3_600_001))) ?? '';
    assert.equal((await first.get(link)).status, 422);
    assert.equal((await rolesOf()).length, 0);
  });

  it('only the newest link works, and there is none once an operator exists', async () => {
    const older = link;
    link = (await createSetupLink(service.pool, new Date())) ?? '';
    assert.equal((await openBrowser(service).get(older)).status, 422);
    await signedInOperator();
    assert.equal(await createSetupLink(service.pool, new Date()), null);
  });

  it('two who use the link at once become one operator', async () => {
    const browsers = [openBrowser(service), openBrowser(service), openBrowser(service)];
    const forms = await Promise.all(browsers.map((browser) => browser.get(link)));
    const replies = await Promise.all(
      browsers.map((browser, index) =>
        browser.submit(forms[index] as never, '/setup', { ...person, email: `p${index}@example.org` }),
      ),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [303, 422, 422]);
    assert.equal((await rolesOf()).length, 1);
  });

  it('keeps what was typed when the form is refused, and the link', async () => {
    const browser = openBrowser(service);
    const refused = await createOperator(browser, { password: 'short' });
    assert.equal(refused.status, 422);
    assert.match(refused.html, /value="anna@example.org"/);
    assert.equal((await browser.submit(refused, '/setup', person)).status, 303);
  });

  it('the first page of an empty installation leads to the setup, and says how when there is no link', async () => {
    const browser = openBrowser(service);
    assert.match((await browser.get('/')).html, /href="\/setup"/);
    assert.match(visibleText((await browser.get('/setup')).html), /settlements setup-link/);
    await signedInOperator();
    assert.doesNotMatch((await browser.get('/')).html, /href="\/setup"/);
  });

  it('the steps after the first are for operators alone', async () => {
    const browser = await signedInOperator();
    await service.db`update account set is_operator = false`;
    for (const path of ['/setup/mail', '/setup/address', '/setup/policies'])
      assert.equal((await browser.get(path)).status, 403, path);
    await service.db`update account set is_operator = true, platform_role = null`;
    assert.equal((await browser.get('/setup/settlement')).status, 403);
  });

  it('the first settlement has its creator on the board and leads to the first steps', async () => {
    const browser = await signedInOperator();
    const created = await browser.submit(await browser.get('/setup/settlement'), '/setup/settlement', {
      name: 'Сосновка',
      kind: 'snt',
      status: 'populated',
      country: 'Россия',
      region: 'Тверская область',
      district: '',
      address: '',
      time_zone: 'Europe/Moscow',
      is_board: 'true',
    });
    assert.equal(created.location, '/settlements/sosnovka/board/start');
    const steps = await browser.get('/settlements/sosnovka/board/start');
    assert.equal(steps.status, 200);
    for (const path of ['land', 'boundary', 'members', 'people', 'codes'])
      assert.ok(steps.html.includes(`href="/settlements/sosnovka/board/${path}"`), path);
    assert.match((await browser.get('/settlements/sosnovka/board')).html, /board\/start/);
    const hidden = await browser.submit(steps, '/settlements/sosnovka/board/start/hide');
    assert.equal(hidden.location, '/settlements/sosnovka/board');
    assert.doesNotMatch((await browser.get('/settlements/sosnovka/board')).html, /board\/start/);
  });

  it('tells who asks for a village that there is no moderator', async () => {
    const browser = await signedInOperator();
    assert.doesNotMatch(visibleText((await browser.get('/villages/new')).html), /no moderator/);
    await service.db`update account set platform_role = null`;
    assert.match(visibleText((await browser.get('/villages/new')).html), /no moderator/);
  });

  describe('mail', () => {
    let mail: MailServer;
    before(async () => {
      mail = await startMailServer();
    });
    const fields = (changes: Record<string, string> = {}) => ({
      host: '127.0.0.1',
      port: new URL(mail.url).port,
      security: 'starttls',
      username: '',
      password: '',
      from: 'board@example.org',
      ...changes,
    });
    const save = async (browser: Browser, changes?: Record<string, string>) =>
      browser.submit(await browser.get('/setup/mail'), '/setup/mail', fields(changes));

    it('is saved once the server has taken an email to the operator, and used at once', async () => {
      const browser = await signedInOperator();
      mail.received.length = 0;
      assert.equal((await save(browser)).location, '/setup/address');
      assert.deepEqual(
        mail.received.map(({ to, header }) => [to, header('From')]),
        [['anna@example.org', 'Settlements <board@example.org>']],
      );
      assert.equal(service.app.services.installation.mail, 'server');
      const [row] = await service.db<{ sealed: string }[]>`select sealed from installation_setting`;
      assert.doesNotMatch(String(row?.sealed), /127\.0\.0\.1|board@/);
    });

    it('shows the words of a server that refuses, and saves nothing', async () => {
      const browser = await signedInOperator();
      mail.refuse.recipient = () => 550;
      const refused = await save(browser);
      delete mail.refuse.recipient;
      assert.equal(refused.status, 422);
      assert.match(visibleText(refused.html), /refused with 550/);
      const unreachable = await save(browser, { port: '1' });
      assert.match(visibleText(unreachable.html), /ECONNREFUSED/);
      assert.equal((await service.db`select 1 from installation_setting`).length, 0);
      assert.equal(service.app.services.installation.mail, 'console');
    });

    it('keeps the password of the same account, and never shows or sends it elsewhere', async () => {
      const browser = await signedInOperator();
      const { installation } = service.app.services;
      const secret = `smtp://board:p%40ss@127.0.0.1:${new URL(mail.url).port}`;
      await service.db`
        insert into installation_setting values ('smtp_url', ${installation.seal('smtp_url', secret)}, now())`;
      await installation.reload();
      const shown = await browser.get('/setup/mail');
      assert.match(shown.html, /value="board"/);
      assert.doesNotMatch(shown.html, /p@ss|p%40ss/);
      assert.equal((await save(browser, { username: 'board' })).status, 422, 'without the own password');
      await save(browser, { username: 'board', own_password: person.password });
      assert.match(String(installation.smtpUrl), /^smtp:\/\/board:p%40ss@/);
      await save(browser, { username: 'other', own_password: person.password });
      assert.doesNotMatch(String(installation.smtpUrl), /p%40ss/);
      assert.ok(service.log.every((line) => !line.includes('p@ss') && !line.includes('p%40ss')));
    });
  });

  describe('the public address', () => {
    const save = async (browser: Browser, fields: Record<string, string>) =>
      browser.submit(await browser.get('/setup/address'), '/setup/address', fields);

    it('is checked before it is saved, and can be saved although it does not answer', async () => {
      const browser = await signedInOperator();
      const silent = 'http://127.0.0.1:9';
      const refused = await save(browser, { url: silent });
      assert.equal(refused.status, 422);
      assert.match(visibleText(refused.html), /does not answer there yet/);
      for (const url of ['ftp://village.example', 'https://village.example/path', 'https://a b'])
        assert.equal((await save(browser, { url, anyway: 'true' })).status, 422, url);
      const saved = await browser.submit(refused, '/setup/address', {
        url: 'https://village.example',
        anyway: 'true',
      });
      assert.match(saved.html, /href="https:\/\/village\.example\/setup\/backups"/);
      assert.equal(service.app.services.installation.baseUrl, 'https://village.example');
    });

    it('replaces the hosts that are answered, but the machine itself stays reachable and signed in', async () => {
      const browser = await signedInOperator();
      const ask = (host: string) => statusWithHost(service.url, host);
      assert.equal(await ask('192.0.2.7:3000'), 200);
      assert.equal(await ask('village.example'), 421);
      await save(browser, { url: 'https://village.example', anyway: 'true' });
      assert.equal(await ask('village.example'), 200);
      assert.equal(await ask('192.0.2.7:3000'), 421);
      assert.equal((await browser.get('/setup')).status, 200);
      assert.match((await browser.get('/setup')).html, /https:\/\/village\.example/);
    });

    it('asks for the password as soon as somebody relies on it', async () => {
      const browser = await signedInOperator();
      await service.db`insert into account (id, email, email_key, display_name, language, created_at)
        values (1, 'b@example.org', 'b@example.org', 'B', 'ru', now())`;
      const url = 'https://evil.example';
      assert.equal((await save(browser, { url, anyway: 'true' })).status, 422);
      assert.equal(service.app.services.installation.isBaseUrlSet, false);
    });

    it('asks for the password when it is changed later', async () => {
      const browser = await signedInOperator();
      await save(browser, { url: 'https://village.example', anyway: 'true' });
      const other = { url: 'https://other.example', anyway: 'true' };
      assert.equal((await save(browser, { ...other, own_password: 'not this one' })).status, 422);
      assert.equal(service.app.services.installation.baseUrl, 'https://village.example');
      await save(browser, { ...other, own_password: person.password });
      assert.equal(service.app.services.installation.baseUrl, 'https://other.example');
      const [row] = await service.db<{ before: unknown; after: unknown }[]>`
        select before, after from audit_entry where action = 'configure_address' order by id desc limit 1`;
      assert.deepEqual(row, {
        before: { title: 'https://village.example' },
        after: { title: 'https://other.example' },
      });
    });
  });

  it('the environment wins, and the forms say so', async () => {
    const environment = {
      BASE_URL: 'http://127.0.0.1:3999',
      SMTP_URL: 'smtp://127.0.0.1:9',
      BACKUP_TO: '/nowhere/backups',
    };
    const set = await startService({ ...environment, TRUSTED_HOSTS: '', RATE_LIMITS: generousLimits });
    const { installation } = set.app.services;
    await set.db`insert into installation_setting values
      ('base_url', ${installation.seal('base_url', 'https://village.example')}, now()),
      ('smtp_url', ${installation.seal('smtp_url', 'smtp://mail.example')}, now())`;
    await installation.reload();
    assert.equal(installation.baseUrl, environment.BASE_URL);
    assert.equal(installation.smtpUrl, environment.SMTP_URL);
    assert.deepEqual(installation.ofEnvironment, {
      baseUrl: true,
      mail: true,
      backup: true,
      backupKey: false,
    });
  });
});

/** The status of `/` under another Host header, which fetch does not let one set. */
async function statusWithHost(url: string, host: string): Promise<number> {
  const { request } = await import('node:http');
  return new Promise((done, fail) => {
    const sent = request(`${url}/`, { headers: { host } }, (reply) => {
      reply.resume();
      done(reply.statusCode ?? 0);
    });
    sent.on('error', fail);
    sent.end();
  });
}
