import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { type Browser, hiddenFields, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';

let actors: OAuthTestClient;
before(async () => {
  actors = await prepareOAuthTestClient(await startService());
});

const account = { display_name: 'Resident', language: 'en' };
const countKeys = async () => {
  const rows = await actors.service.db<{ count: number }[]>`
    select count(*)::int as count from idempotency_reply where operation = 'edit_profile'`;
  return rows[0]?.count ?? 0;
};

describe('posting a form', () => {
  it('redirects with 303 to a page that shows the flash notice once, and on no other page', async () => {
    const browser = await actors.signIn();
    const done = await browser.submit(await browser.get('/account'), '/account/profile', account);
    assert.deepEqual([done.status, done.location, done.html], [303, '/account', '']);
    assert.doesNotMatch((await browser.get('/account/sessions')).html, /Saved\./);
    assert.match((await browser.get('/account')).html, /Saved\./);
    assert.doesNotMatch((await browser.get('/account')).html, /Saved\./);
  });

  it('ignores a forged notice cookie, and shows a new token only to the session that created it', async () => {
    const browser = await actors.signIn();
    browser.cookies.set(
      'notice',
      Buffer.from('{"text":{"en":"Forged"},"to":"/account"}').toString('base64url'),
    );
    const page = await browser.get('/account');
    assert.deepEqual([page.status, /Forged/.test(page.html)], [200, false]);
    assert.equal(browser.cookies.has('notice'), false, 'what cannot be read is thrown away');

    const form = await browser.get('/account/tokens');
    assert.match(
      form.html,
      /<option(?=[^>]* value="365")(?=[^>]* selected)/,
      'a year unless chosen otherwise',
    );
    const made = await browser.submit(form, '/account/tokens', {
      name: 'station',
      scopes: 'mcp:read',
      days: '30',
    });
    assert.equal(made.status, 303);
    const sealed = browser.cookies.get('notice') ?? '';
    assert.doesNotMatch(
      Buffer.from(sealed, 'base64url').toString('latin1'),
      /stl_pat_/,
      'not readable on its way',
    );
    const other = await actors.signIn();
    other.cookies.set('notice', sealed);
    assert.doesNotMatch((await other.get('/account/tokens')).html, /stl_pat_[\w-]{20}/);
    assert.match((await browser.get('/account/tokens')).html, /stl_pat_[\w-]{20}/);
    assert.doesNotMatch((await browser.get('/account/tokens')).html, /stl_pat_[\w-]{20}/);
  });

  it('runs once when the same form is sent twice, and again when its fields were changed', async () => {
    const browser = await actors.signIn();
    const page = await browser.get('/account');
    const before = await countKeys();
    const post = (name: string) =>
      browser.submit(page, '/account/profile', { ...account, display_name: name });
    const twice = await Promise.all([post('Once'), post('Once')]);
    assert.deepEqual(
      twice.map(({ status }) => status),
      [303, 303],
    );
    assert.equal(await countKeys(), before + 1);
    const moved = await post('Another');
    assert.equal(moved.status, 422, 'gone back, changed and sent again: told that it stands otherwise now');
    const again = await browser.submit(moved, '/account/profile', { ...account, display_name: 'Another' });
    assert.equal(again.status, 303);
    assert.equal(await countKeys(), before + 2);
    const keys = new Set((await Promise.all([1, 2, 3].map(() => browser.get('/account')))).map(keyOn));
    assert.equal(keys.size, 3, 'every page that is shown has a key of its own');
  });

  it('renders invalid input again with the error at its field, and changes nothing', async () => {
    const browser = await actors.signIn();
    const page = await browser.get('/account');
    const back = await browser.submit(page, '/account/profile', { display_name: '', language: 'xx' });
    assert.equal(back.status, 422);
    assert.match(back.html, /id="profile-display_name-error"/);
    assert.match(back.html, /<title>Error: /);
    assert.match(
      back.html,
      /<html[^>]* data-path="\/account"/,
      'the page is where it was, not where the form went',
    );
    assert.notEqual(keyOn(back), keyOn(page));
  });

  it('requires the CSRF token of the visitor, in a field or in a header', async () => {
    const browser = await actors.signIn();
    const { csrf = '' } = hiddenFields((await browser.get('/account')).html, '/account/profile');
    assert.equal((await browser.post('/account/profile', account)).status, 403);
    const sent = await browser.post('/account/profile', account, { 'x-form-token': csrf });
    assert.equal(sent.status, 303);
    const elsewhere = { 'x-form-token': csrf, origin: 'https://evil.example' };
    assert.equal((await browser.post('/account/profile', account, elsewhere)).status, 403);
    const stranger = openBrowser(actors.service);
    await stranger.get('/login');
    assert.equal((await stranger.post('/login', {}, { 'x-form-token': csrf })).status, 403);
  });

  it('refuses an oversized body with 413, and leads through the sign-in back to the page', async () => {
    const browser = await actors.signIn();
    const page = await browser.get('/account');
    const large = { ...account, display_name: 'x'.repeat(300_000) };
    assert.equal((await browser.submit(page, '/account/profile', large)).status, 413);
    await browser.submit(await browser.get('/more'), '/logout');
    const late = await browser.post('/account/profile', { csrf: await tokenOf(browser), ...account });
    assert.equal(late.location, '/login?next=%2Faccount');
    const back = await browser.submit(await browser.get(late.location ?? ''), '/login', {
      email: 'resident@example.org',
      password,
    });
    assert.equal(back.location, '/account');
  });
});

const keyOn = ({ html }: { html: string }) => hiddenFields(html, '/account/profile').idempotency_key;
const tokenOf = async (browser: Browser) =>
  hiddenFields((await browser.get('/login')).html, '/login').csrf ?? '';
