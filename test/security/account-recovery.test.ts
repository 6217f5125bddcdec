import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freezeClock } from '../harness/frozen-clock.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { type Browser, openBrowser, type Page } from '../oauth/browser.ts';
import { quickHash } from '../oauth/quick-hash.ts';
import { waitForEmail } from './mailbox.ts';

let service: TestService;
let village: Village;
before(async () => {
  service = await startService({}, { jobs: true });
  village = await buildVillage(service);
});

const password = 'a long enough one';

const waitForEmails = (to: string, count: number) => waitForEmail(service, to, count);

async function register(email: string, secret: string): Promise<Browser> {
  const browser = openBrowser(service);
  await browser.submit(await browser.get('/register'), '/register', {
    email,
    display_name: 'Somebody',
    password: secret,
  });
  return browser;
}

async function signIn(email: string, secret: string): Promise<{ browser: Browser; page: Page }> {
  const browser = openBrowser(service);
  return {
    browser,
    page: await browser.submit(await browser.get('/login'), '/login', { email, password: secret }),
  };
}

/** An account of the village with a password and its owner signed in. */
async function openAccount(persona: keyof Village['accounts']): Promise<{ email: string; browser: Browser }> {
  const email = `${persona}@example.org`;
  await service.db`update account set password_hash = ${await quickHash(password)} where email = ${email}`;
  const { browser, page } = await signIn(email, password);
  assert.equal(page.status, 303);
  return { email, browser };
}

const isInside = async (browser: Browser) => (await browser.get('/account')).status === 200;

describe('an email address registered by a stranger', () => {
  it('gives access to nobody before it is confirmed, and only to its owner after', async () => {
    const email = 'neighbour-to-be@example.org';
    const stranger = await register(email, 'the stranger knows this');
    const { link } = await waitForEmails(email, 1);
    const owner = openBrowser(service);
    const form = await owner.get(link);
    assert.match(form.html, /name="password"/, 'another browser chooses name and password itself');
    assert.equal((await owner.submit(form, '/confirm')).status, 422);
    const own = { display_name: 'The Owner', password: 'the owner knows this' };
    assert.equal((await owner.submit(form, '/confirm', own)).status, 303);
    assert.ok(await isInside(owner));
    assert.match((await owner.get('/account')).html, /The Owner/);
    assert.equal((await signIn(email, 'the stranger knows this')).page.status, 422);
    assert.equal((await signIn(email, 'the owner knows this')).page.status, 303);
    assert.equal((await stranger.get(link)).status, 422, 'the link is spent');
  });

  it('is confirmed with one click in the browser of the registration, and continues to the next page', async () => {
    const email = 'one-press@example.org';
    const browser = openBrowser(service);
    await browser.submit(await browser.get('/register?next=/knowledge'), '/register', {
      email,
      display_name: 'Somebody',
      password,
    });
    const { link } = await waitForEmails(email, 1);
    const ask = await browser.get(link);
    assert.doesNotMatch(ask.html, /name="password"/);
    assert.equal((await browser.submit(ask, '/confirm')).location, '/knowledge');
  });

  it('invalidates every other registration of the address', async () => {
    const email = 'twice@example.org';
    const stranger = await register(email, 'the stranger knows this');
    const strangersLink = (await waitForEmails(email, 1)).link;
    const owner = await register(email, password);
    const { link } = await waitForEmails(email, 2);
    assert.equal((await owner.submit(await owner.get(link), '/confirm')).status, 303);
    assert.equal((await stranger.get(strangersLink)).status, 422);
    assert.equal((await signIn(email, 'the stranger knows this')).page.status, 422);
  });

  it('leaves no account and no row when it is never confirmed', async () => {
    await register('silent@example.org', password);
    await waitForEmails('silent@example.org', 1);
    const accounts = await service.db`select 1 from account where email_key = 'silent@example.org'`;
    assert.equal(accounts.length, 0);
    const { sweepExpired } = await import('../../src/store/system/expiry.ts');
    await sweepExpired(service.db, new Date(Date.now() + 4 * 86_400_000));
    const rows = await service.db`select 1 from registration where email = 'silent@example.org'`;
    assert.equal(rows.length, 0);
  });
});

describe('an attacker in an account', () => {
  it('loses all access when the owner resets the password', async () => {
    const { email, browser: thief } = await openAccount('resident');
    const token = await service.token(village.accounts.resident);
    const me = () => fetch(`${service.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await me()).status, 200);
    await thief.submit(await thief.get('/account/security'), '/account/email', {
      email: 'thief@example.org',
      current_password: password,
    });
    const { link: change } = await waitForEmails('thief@example.org', 1);
    const owner = openBrowser(service);
    await owner.submit(await owner.get('/forgot'), '/forgot', { email });
    const { link: older } = await waitForEmails(email, 1);
    await owner.submit(await owner.get('/forgot'), '/forgot', { email });
    const { link: reset } = await waitForEmails(email, 2);
    const done = await owner.submit(await owner.get(reset), '/reset', { password: 'only mine from now on' });
    assert.equal(done.status, 303);
    assert.equal(await isInside(thief), false, 'the session is over');
    assert.equal((await me()).status, 401, 'the token is revoked');
    assert.equal((await thief.get(change)).status, 422, 'the change of address is void');
    assert.equal((await owner.get(older)).status, 422, 'older links are void');
    const { page } = await signIn(email, 'only mine from now on');
    assert.equal(page.status, 303);
  });

  it('loses sessions and pending links when the password is changed, and keys if requested', async () => {
    const { email, browser: owner } = await openAccount('neighbour');
    const { browser: thief } = await signIn(email, password);
    const token = await service.token(village.accounts.neighbour);
    const status = async () =>
      (await fetch(`${service.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    await thief.submit(await thief.get('/account/security'), '/account/email', {
      email: 'thief2@example.org',
      current_password: password,
    });
    const { link: change } = await waitForEmails('thief2@example.org', 1);
    await owner.submit(await owner.get('/forgot'), '/forgot', { email });
    const { link: reset } = await waitForEmails(email, 1);
    const change1 = { current_password: password, new_password: 'the second long one' };
    assert.equal(
      (await owner.submit(await owner.get('/account/security'), '/account/password', change1)).status,
      303,
    );
    assert.equal(await isInside(thief), false);
    assert.ok(await isInside(owner));
    assert.equal((await owner.get(change)).status, 422);
    assert.equal((await owner.get(reset)).status, 422);
    assert.equal(await status(), 200, 'tokens stay unless asked');
    const change2 = {
      current_password: 'the second long one',
      new_password: 'the third long one',
      revoke_keys: 'true',
    };
    await owner.submit(await owner.get('/account/security'), '/account/password', change2);
    assert.equal(await status(), 401);
  });

  it('cannot confirm a new address without a session of the account, nor with another one', async () => {
    const { browser } = await openAccount('newcomer');
    const { browser: other } = await openAccount('outsider');
    await browser.submit(await browser.get('/account/security'), '/account/email', {
      email: 'moved@example.org',
      current_password: password,
    });
    const { link } = await waitForEmails('moved@example.org', 1);
    const nobody = await openBrowser(service).get(link);
    assert.equal(nobody.status, 303);
    assert.match(nobody.location ?? '', /^\/login\?next=%2Fconfirm/);
    assert.equal((await other.get(link)).status, 403);
    const form = await other.get('/account');
    const forged = await other.post('/confirm', {
      csrf: /name="csrf" value="([^"]+)"/.exec(form.html)?.[1] ?? '',
      token: new URL(link, service.url).searchParams.get('token') ?? '',
    });
    assert.equal(forged.status, 422);
    assert.equal((await browser.submit(await browser.get(link), '/confirm')).status, 303, 'still good');
    assert.match((await browser.get('/account')).html, /moved@example\.org/);
  });

  it('loses a changed address to the old mailbox within seven days', async () => {
    const { email, browser: thief } = await openAccount('moderator');
    await thief.submit(await thief.get('/account/security'), '/account/email', {
      email: 'thief3@example.org',
      current_password: password,
    });
    const { link: change } = await waitForEmails('thief3@example.org', 1);
    assert.equal((await thief.submit(await thief.get(change), '/confirm')).status, 303);
    const { link } = await waitForEmails(email, 1);
    assert.match(link, /^\/restore\?token=/);
    // Neither a changed password nor a reset through the attacker's mailbox invalidates the restore link.
    const next = { current_password: password, new_password: 'the thief chose this' };
    await thief.submit(await thief.get('/account/security'), '/account/password', next);
    const owner = openBrowser(service);
    service.clock.offset = 8 * 86_400_000;
    try {
      assert.equal((await owner.get(link)).status, 422, 'after seven days');
    } finally {
      service.clock.offset = 0;
    }
    const form = await owner.get(link);
    assert.equal((await owner.submit(form, '/restore', { password: 'short' })).status, 422);
    assert.equal((await owner.submit(form, '/restore', { password: 'mine again for good' })).status, 303);
    assert.equal(await isInside(thief), false);
    assert.equal((await signIn('thief3@example.org', 'mine again for good')).page.status, 422);
    const { browser: again, page } = await signIn(email, 'mine again for good');
    assert.equal(page.status, 303);
    assert.match((await again.get('/account')).html, new RegExp(email.replace('.', '\\.')));
    assert.equal((await owner.get(link)).status, 422, 'once');
  });

  it('cannot spend the way back of the old mailbox by changing the address twice and taking one change back', async () => {
    const { email, browser: thief } = await openAccount('company');
    const change = async (to: string) => {
      const given = { email: to, current_password: password };
      await thief.submit(await thief.get('/account/security'), '/account/email', given);
      const { link } = await waitForEmails(to, 1);
      assert.equal((await thief.submit(await thief.get(link), '/confirm')).status, 303);
    };
    await change('thief4@example.org');
    const { link } = await waitForEmails(email, 1);
    await change('thief5@example.org');
    const between = (await waitForEmails('thief4@example.org', 2)).link;
    const taken = { password: 'the thief chose this' };
    assert.equal((await thief.submit(await thief.get(between), '/restore', taken)).status, 303);
    const owner = openBrowser(service);
    const mine = { password: 'mine again for good' };
    assert.equal((await owner.submit(await owner.get(link), '/restore', mine)).status, 303);
    assert.equal((await signIn(email, mine.password)).page.status, 303);
    assert.equal((await signIn('thief4@example.org', taken.password)).page.status, 422);
    assert.equal((await owner.get(between)).status, 422);
  });
});

describe('password guessing', () => {
  it('is counted before the comparison, also for parallel requests', async () => {
    const { email } = await openAccount('company');
    const browser = openBrowser(service);
    const form = await browser.get('/login');
    // Later a further guess would be allowed.
    const tries = await freezeClock(service, () =>
      Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          browser.submit(form, '/login', { email, password: `guess number ${index}` }),
        ),
      ),
    );
    const compared = tries.filter(({ status }) => status === 422).length;
    assert.ok(compared <= 6, `${compared} guesses were compared`);
    assert.ok(tries.every(({ status }) => status === 422 || status === 429));
  });

  it('does not lock out a browser the owner has used, which has its own limit', async () => {
    const { email, browser: owner } = await openAccount('editor');
    await owner.submit(await owner.get('/more'), '/logout');
    for (let index = 0; index < 8; index += 1) await signIn(email, `wrong guess ${index}`);
    assert.equal((await signIn(email, password)).page.status, 429, 'a stranger’s browser waits');
    const back = await owner.submit(await owner.get('/login'), '/login', { email, password });
    assert.equal(back.status, 303);
    await owner.submit(await owner.get('/more'), '/logout');
    const statuses: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      const page = await owner.submit(await owner.get('/login'), '/login', {
        email,
        password: 'not this one',
      });
      statuses.push(page.status);
    }
    assert.ok(statuses.includes(429), statuses.join());
  });

  it('is limited on the account’s own pages too', async () => {
    service.clock.offset = 2 * 3_600_000;
    try {
      const { browser } = await openAccount('editor');
      const form = await browser.get('/account/security');
      const guess = (index: number) =>
        browser.submit(form, '/account/password', {
          current_password: `guess number ${index}`,
          new_password: 'what the thief wants',
        });
      const pages = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(index)));
      const compared = pages.filter(({ html }) => html.includes('This is not your password'));
      assert.ok(compared.length <= 6, `${compared.length} guesses were compared`);
      assert.ok(pages.every(({ status }) => status === 422));
    } finally {
      service.clock.offset = 0;
    }
  });
});
