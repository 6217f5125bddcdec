import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { openBrowser } from './browser.ts';

let service: TestService;
let village: Village;
before(async () => {
  service = await startService({}, { jobs: true });
  village = await buildVillage(service);
});

const waitForEmail = (to: string, after = '0') =>
  waitUntil(`an email to ${to}`, async () => {
    const [row] = await service.db<{ id: string; subject: string; text: string }[]>`
      select id, subject, body_text as text from letter where to_address = ${to} and id > ${after} order by id desc limit 1`;
    return row;
  });
const linkIn = (text: string) => {
  const url = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '');
  return url.pathname + url.search;
};

describe('accounts', () => {
  it('send the confirmation again to whoever asks, and speak of it only in the browser that registered', async () => {
    const register = async (email: string) => {
      const browser = openBrowser(service);
      const given = { email, display_name: 'Slow Mail', password: 'a long enough one' };
      await browser.submit(await browser.get('/register'), '/register', given);
      return browser;
    };
    const signInWith = async (browser: ReturnType<typeof openBrowser>, email: string) =>
      (await browser.submit(await browser.get('/login'), '/login', { email, password: 'a long enough one' }))
        .html;
    const waiting = /address is not confirmed yet/;
    const browser = await register('slow@example.org');
    const first = await waitForEmail('slow@example.org');
    assert.match(await signInWith(browser, 'Slow@example.org'), waiting);
    assert.doesNotMatch(await signInWith(browser, 'other@example.org'), waiting);
    const stranger = openBrowser(service);
    assert.doesNotMatch(await signInWith(stranger, 'slow@example.org'), waiting);

    // Somebody with an account: the browser that tried to register it hears the same, so nothing is learnt.
    const taken = await register('resident@example.org');
    assert.match(await signInWith(taken, 'resident@example.org'), waiting);

    const replies = [];
    for (const email of ['slow@example.org', 'nobody@example.org', 'resident@example.org']) {
      const sent = await stranger.submit(await stranger.get('/check-mail'), '/check-mail', { email });
      assert.equal(sent.location, '/check-mail');
      replies.push(
        (await stranger.get('/check-mail')).html.replaceAll(email, '').replaceAll(/value="[^"]*"/g, ''),
      );
    }
    assert.equal(new Set(replies).size, 1, 'the same reply for each');
    const second = await waitForEmail('slow@example.org', first.id);
    assert.equal(second.subject, first.subject);
    assert.notEqual(linkIn(second.text), linkIn(first.text));
    const nobody = await service.db`select 1 from letter where to_address = 'nobody@example.org'`;
    assert.equal(nobody.length, 0);
    const ask = await browser.get(linkIn(second.text));
    assert.doesNotMatch(ask.html, /name="password"/, 'the registering browser need not repeat it');
    assert.equal((await browser.submit(ask, '/confirm')).location, '/today');
    assert.equal((await browser.get(linkIn(first.text))).status, 422, 'the first link went with it');
    assert.match((await openBrowser(service).get(linkIn(first.text))).html, /no longer works/);
  });

  it('say why an account is needed to claim a plot, and go on to the claim by themselves', async () => {
    const browser = openBrowser(service);
    const { slug } = village.settlement;
    const join = `/settlements/${slug}/join?plot=12`;
    const { location } = await browser.get(join);
    assert.match((await browser.get(location ?? '')).html, /on plot 12 in СНТ Берёзка/);
    const registering = await browser.get(`/register?${new URLSearchParams({ next: join })}`);
    assert.match(registering.html, /on plot 12 in СНТ Берёзка/);
    await browser.submit(registering, '/register', {
      email: 'joins@example.org',
      display_name: 'Joins',
      password: 'a long enough one',
    });
    const letter = await waitForEmail('joins@example.org');
    assert.equal((await browser.submit(await browser.get(linkIn(letter.text)), '/confirm')).location, join);
    for (const next of ['/settlements/none/join', '/settlements/%ff/join', '//evil/settlements/x/join', '/'])
      assert.equal((await openBrowser(service).get(`/login?${new URLSearchParams({ next })}`)).status, 200);
  });

  it('are created by a form and an email, changed, and deleted', async () => {
    const browser = openBrowser(service);
    const form = await browser.get('/register');
    const sent = await browser.submit(form, '/register', {
      email: 'New.Person@Example.org',
      display_name: 'New Person',
      password: 'a long enough one',
    });
    assert.equal(sent.location, '/check-mail');
    assert.match((await browser.get('/check-mail')).html, /New\.Person@Example\.org/, 'said once');
    assert.doesNotMatch((await browser.get('/check-mail')).html, /New\.Person@Example\.org/);
    const letter = await waitForEmail('New.Person@Example.org');

    const login = await browser.get('/login');
    const early = await browser.submit(login, '/login', {
      email: 'new.person@example.org',
      password: 'a long enough one',
    });
    assert.equal(early.status, 422, 'not before the address is confirmed');

    const ask = await browser.get(linkIn(letter.text));
    assert.equal(ask.status, 200);
    assert.equal(
      (await browser.get(linkIn(letter.text))).status,
      200,
      'looking at the link does not use it up',
    );
    assert.equal((await browser.submit(ask, '/confirm')).location, '/today', 'confirmed and signed in');
    assert.equal((await browser.get(linkIn(letter.text))).status, 422, 'once');

    await browser.submit(await browser.get('/more'), '/logout');
    const inside = await browser.submit(await browser.get('/login'), '/login', {
      email: 'new.person@example.org',
      password: 'a long enough one',
    });
    assert.equal(inside.location, '/today');
    const account = await browser.get('/account');
    assert.match(account.html, /New Person/);

    const renamed = await browser.submit(account, '/account/profile', {
      display_name: 'Renamed',
      language: 'ru',
    });
    assert.equal(renamed.location, '/account');
    const again = (await browser.get('/account')).html;
    assert.match(again, /Renamed/);
    assert.match(again, /role="status"[\s\S]*?Сохранено/, 'the notice, in the language that was just chosen');
    assert.doesNotMatch((await browser.get('/account')).html, /Сохранено\./, 'once');

    const other = openBrowser(service);
    await other.submit(await other.get('/login'), '/login', {
      email: 'new.person@example.org',
      password: 'a long enough one',
    });
    assert.equal((await other.get('/account')).status, 200);
    const changed = await browser.submit(await browser.get('/account/security'), '/account/password', {
      current_password: 'a long enough one',
      new_password: 'another long one',
    });
    assert.equal(changed.status, 303);
    assert.match((await browser.get('/account/security')).html, /Пароль сменён/);
    assert.equal((await other.get('/account')).status, 303, 'signed out elsewhere');

    const wrong = await browser.submit(await browser.get('/account/data'), '/account/delete', {
      password: 'not it',
    });
    assert.equal(wrong.status, 422);
    const gone = await browser.submit(await browser.get('/account/data'), '/account/delete', {
      password: 'another long one',
    });
    assert.equal(gone.status, 303);
    const [row] = await service.db<
      { count: number }[]
    >`select count(*)::int from account where email_key like 'new.person%' or display_name = 'Renamed'`;
    assert.equal(row?.count, 0);
    const after = await browser.submit(await browser.get('/login'), '/login', {
      email: 'new.person@example.org',
      password: 'another long one',
    });
    assert.equal(after.status, 422);
  });

  it('respond the same for known and unknown email addresses', async () => {
    const page = async (path: string, fields: Record<string, string>) => {
      const browser = openBrowser(service);
      const reply = await browser.submit(await browser.get(path), path, fields);
      const after = reply.location === null ? reply : await browser.get(reply.location);
      return {
        status: reply.status,
        location: reply.location,
        cookies: reply.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0]),
        html: after.html.replaceAll(/[\w.-]+@[\w.-]+/g, '@').replaceAll(/value="[^"]{30,}"/g, ''),
      };
    };
    for (const path of ['/forgot', '/register', '/login']) {
      const fields: Record<string, string> =
        path === '/register'
          ? { display_name: 'X', password: 'a long enough one' }
          : path === '/login'
            ? { password: 'wrong wrong wrong' }
            : {};
      assert.deepEqual(
        await page(path, { email: 'editor@example.org', ...fields }),
        await page(path, { email: 'not-here@example.org', ...fields }),
        path,
      );
    }
    const letter = await waitForEmail('editor@example.org');
    assert.ok(letter.subject.length > 0);
  });

  it('get a new password by an emailed link, which ends every session', async () => {
    const browser = openBrowser(service);
    await browser.submit(await browser.get('/forgot'), '/forgot', { email: 'outsider@example.org' });
    const letter = await waitForEmail('outsider@example.org');
    const form = await browser.get(linkIn(letter.text));
    assert.equal((await browser.submit(form, '/reset', { password: 'short' })).status, 422);
    assert.equal(
      (await browser.submit(form, '/reset', { password: 'brand new password' })).location,
      '/login',
    );
    assert.match((await browser.get('/login')).html, /Sign in with the new one/);
    assert.equal(
      (await browser.submit(form, '/reset', { password: 'brand new password' })).status,
      422,
      'the link works once',
    );
    const inside = await browser.submit(await browser.get('/login'), '/login', {
      email: 'outsider@example.org',
      password: 'brand new password',
    });
    assert.equal(inside.status, 303);
  });

  it('never redirect to another host after signing in', async () => {
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      'javascript:alert(1)',
    ]) {
      const browser = openBrowser(service);
      const page = await browser.get(`/login?next=${encodeURIComponent(next)}`);
      const reply = await browser.submit(page, '/login', {
        email: 'outsider@example.org',
        password: 'brand new password',
        next,
      });
      assert.equal(reply.status, 303);
      assert.equal(new URL(reply.location as string, service.url).origin, service.url, next);
    }
  });
});
