import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { generousLimits, startService, type TestService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { quickHash } from '../oauth/quick-hash.ts';
import { waitForEmail } from './mailbox.ts';

const password = 'a long enough one';
const email = 'resident@example.org';

/** Everybody here has the same network address. */
describe('signing in while somebody guesses passwords from the same address', () => {
  let service: TestService;
  before(async () => {
    service = await startService({}, { jobs: true });
    await buildVillage(service);
  });
  beforeEach(async () => {
    await service.db`delete from sign_in_failure`;
    await service.db`update account set password_hash = ${await quickHash(password)}`;
  });

  const enter = async (browser: Browser, secret = password, who = email) =>
    (await browser.submit(await browser.get('/login'), '/login', { email: who, password: secret })).status;
  const leave = async (browser: Browser) => browser.submit(await browser.get('/more'), '/logout');
  /** A browser in which this person has signed in before. */
  async function knownBrowser(who = email): Promise<Browser> {
    const browser = openBrowser(service);
    assert.equal(await enter(browser, password, who), 303);
    await leave(browser);
    return browser;
  }
  /** As if everybody who has failed had continued for an hour, so that they have to wait while the test runs. */
  const goOnFailing = () =>
    service.db`update sign_in_failure set failures = failures + 50 where failures > 0`;
  async function guessAtMany(): Promise<void> {
    await enter(openBrowser(service), 'some guess', 'somebody-else@example.org');
    await goOnFailing();
  }
  async function guessAtOwner(): Promise<void> {
    for (let index = 0; index < 5; index += 1) await enter(openBrowser(service), 'some guess');
    await service.db`update sign_in_failure set failures = failures + 50 where key like 'account:%'`;
  }
  const failuresOfAddress = async () =>
    (
      await service.db<
        { failures: number }[]
      >`select failures from sign_in_failure where key like 'address:%'`
    )[0]?.failures ?? 0;

  it('is not delayed in a browser that the account has used', async () => {
    const owner = await knownBrowser();
    await guessAtMany();
    assert.equal(await enter(openBrowser(service)), 429, 'any other browser waits');
    assert.equal(await enter(owner), 303);
  });

  it('has five attempts of its own there, which count for nobody else', async () => {
    const owner = await knownBrowser();
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) statuses.push(await enter(owner, 'not this one'));
    assert.deepEqual(statuses, [422, 422, 422, 422, 422]);
    await goOnFailing();
    assert.equal(await enter(owner), 429);
    assert.equal(await failuresOfAddress(), 0);
    assert.equal(await enter(openBrowser(service)), 303, 'not for the account elsewhere');
  });

  it('gives no extra guesses at other accounts from a browser one’s own account has used', async () => {
    const attacker = await knownBrowser('neighbour@example.org');
    await enter(attacker, 'some guess');
    await enter(attacker, 'some guess', 'other@example.org');
    assert.equal(await failuresOfAddress(), 2, 'counted for the address');
    await goOnFailing();
    assert.equal(await enter(attacker), 429, 'the right password is not compared');
  });

  it('works at once after a reset, in the same browser and elsewhere', async () => {
    const owner = await knownBrowser();
    for (let index = 0; index < 5; index += 1) await enter(owner, 'forgotten');
    await goOnFailing();
    await guessAtOwner();
    assert.equal(await enter(owner), 429);
    assert.equal(await enter(openBrowser(service)), 429);
    await owner.submit(await owner.get('/forgot'), '/forgot', { email });
    const { link } = await waitForEmail(service, email, 1);
    const fresh = 'only mine from now on';
    assert.equal((await owner.submit(await owner.get(link), '/reset', { password: fresh })).status, 303);
    const before = await failuresOfAddress();
    assert.ok(before > 0, 'what strangers failed at from the address stays');
    assert.equal(await enter(openBrowser(service), fresh), 303);
    await guessAtMany();
    assert.equal(await enter(owner, fresh), 303);
  });

  it('keeps a browser in which the password was changed trusted, but not those that knew the old one', async () => {
    const owner = await knownBrowser();
    const other = await knownBrowser();
    assert.equal(await enter(owner), 303);
    await guessAtOwner();
    const change = { current_password: password, new_password: 'another long one' };
    const page = await owner.get('/account/security');
    assert.equal((await owner.submit(page, '/account/password', change)).status, 303);
    assert.equal(await enter(openBrowser(service), 'another long one'), 303, 'the guesses are forgotten');
    await leave(owner);
    await guessAtMany();
    assert.equal(await enter(other, 'another long one'), 429);
    assert.equal(await enter(owner, 'another long one'), 303);
  });
});

describe('the rate limit for signing in', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ RATE_LIMITS: generousLimits.replace('costly=1000000', 'costly=6') });
    await buildVillage(service);
    await service.db`update account set password_hash = ${await quickHash(password)}`;
  });

  it('is separate for known browsers, shared by all browsers of an account', async () => {
    const browsers = await Promise.all(
      [email, email, 'neighbour@example.org'].map(async (who) => {
        const browser = openBrowser(service);
        return { browser, form: await browser.get('/login'), who };
      }),
    );
    const enter = async ({ browser, form }: (typeof browsers)[number], who: string, secret = password) =>
      (await browser.submit(form, '/login', { email: who, password: secret })).status;
    const [first, second, attacker] = browsers as [
      (typeof browsers)[number],
      (typeof browsers)[number],
      (typeof browsers)[number],
    ];
    for (const each of browsers) assert.equal(await enter(each, each.who), 303);
    // The form from before signing in: its token belongs to no account, as in a signed-out browser.
    for (const { browser } of browsers) browser.cookies.delete('session');
    const stranger = openBrowser(service);
    const form = await stranger.get('/login');
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1)
      statuses.push((await stranger.submit(form, '/login', { email: 'x@example.org', password })).status);
    assert.deepEqual(statuses, [422, 422, 422, 429, 429], 'the address has spent its budget');
    assert.equal(await enter(attacker, email), 429, 'a note of another account opens nothing');
    const own: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      own.push(await enter(index % 2 === 0 ? first : second, email));
      for (const { browser } of browsers) browser.cookies.delete('session');
    }
    assert.deepEqual(own, [303, 303, 303, 303, 303, 303, 429, 429]);
    const spent: number[] = [];
    for (let index = 0; index < 7; index += 1)
      spent.push(await enter(attacker, 'neighbour@example.org', 'no'));
    assert.deepEqual(spent.slice(-2), [429, 429], 'one note, one budget');
    const forged = openBrowser(service);
    const page = await forged.get('/login');
    forged.cookies.set('browser', `${'A'.repeat(40)}.${'B'.repeat(43)}`);
    assert.equal((await forged.submit(page, '/login', { email, password })).status, 429);
  });
});
