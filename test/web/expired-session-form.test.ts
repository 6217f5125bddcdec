import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { sweepExpired } from '../../src/store/system/expiry.ts';
import { withClockOffset } from '../harness/clock.ts';
import { startService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { noise } from '../media/sample-pictures.ts';
import { type Browser, hiddenFields, openBrowser, type Page } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('a form posted after its session has expired', () => {
  let actors: OAuthTestClient;
  let village: Village;
  // The same words within a day would be asked about.
  beforeEach(() => actors.service.db`update task set title = 'Другое дело'`);
  before(async () => {
    actors = await prepareOAuthTestClient(await startService({}, { jobs: true }));
    village = actors.village;
  });
  const task = { to: 'board', title: 'Яма у ворот', body: 'Глубокая, <b>по колено</b>', repeats: 'weekly' };
  const end = (persona: Persona) =>
    actors.service.db`delete from session where account_id = ${village.accounts[persona]}`;
  const enter = (browser: Browser, page: Page, persona: Persona, more: Record<string, string> = {}) =>
    browser.submit(page, paths.login, { email: `${persona}@example.org`, password, ...more });
  const countTasks = async () =>
    (await actors.service.db`select 1 from task where title = ${task.title}`).length;
  const typedOf = (page: Page) => hiddenFields(page.html, paths.login).typed ?? '';
  /** A form of the resident, posted after the session was deleted. */
  async function late(language: 'en' | 'ru' = 'ru'): Promise<{ browser: Browser; page: Page; form: Page }> {
    const browser = await signIn(actors.service, 'resident', language);
    const form = await browser.get(paths.newTask);
    await end('resident');
    return { browser, form, page: await browser.submit(form, paths.newTask, task) };
  }

  it('shows the sign-in page, executes nothing, and is restored with its values after signing in', async () => {
    const { browser, page } = await late();
    assert.equal(page.status, 401);
    assert.match(visibleText(page.html), /Войдите — и всё написанное снова будет в форме/);
    assert.doesNotMatch(page.html, /Яма у ворот/, 'nobody knows who is looking now');
    assert.equal(page.headers.get('cache-control'), 'no-store');
    const wrong = await browser.submit(page, paths.login, {
      email: 'resident@example.org',
      password: 'не тот',
    });
    assert.equal(wrong.status, 422);
    assert.equal(typedOf(wrong), typedOf(page), 'a typo in the password loses nothing');

    const back = await enter(browser, wrong, 'resident');
    assert.equal(back.status, 200);
    assert.match(visibleText(back.html), /Вы снова вошли\. Проверьте, что написано, и отправьте ещё раз\./);
    assert.match(back.html, /value="Яма у ворот"/);
    assert.match(back.html, /Глубокая, &lt;b>по колено&lt;\/b>/);
    assert.match(back.html, /<option[^>]*value="weekly"[^>]*selected|<option selected[^>]*value="weekly"/);
    assert.equal(await countTasks(), 0, 'it is not sent by itself');
    const sent = await browser.submit(back, paths.newTask, { ...task, repeats: '' });
    assert.match(sent.location ?? '', /^\/tasks\/\d+$/);
    assert.equal(await countTasks(), 1);
    assert.match(
      (await browser.get(sent.location ?? '')).html,
      /data-notice="done"/,
      'and says what was done',
    );
  });

  it('of an announcement is restored, and then says that a draft is kept and nobody was told yet', async () => {
    const browser = await signIn(actors.service, 'editor', 'ru');
    const announce = fillPath(paths.announce, { settlement: village.settlement.slug });
    const given = { title: 'Вода', body: 'Во вторник.', visibility: 'residents', do: 'publish' };
    const form = await browser.get(announce);
    await end('editor');
    const page = await browser.submit(form, announce, given);
    assert.equal(page.status, 401);
    const back = await enter(browser, page, 'editor');
    assert.match(back.html, /value="Вода"/);
    assert.doesNotMatch(visibleText(back.html), /Отправлено/);
    const articles = () => actors.service.db`select status from article where title = 'Вода'`;
    assert.equal((await articles()).length, 0);
    const sent = await browser.submit(back, announce, given);
    const said = visibleText((await browser.get(sent.location ?? '')).html);
    assert.match(said, /Сохранено черновиком, пока никому не сообщили/);
    assert.deepEqual(
      (await articles()).map(({ status }) => status),
      ['draft'],
    );
  });

  it('is restored after a session timeout, on a page with a path parameter, without its files', async () => {
    const browser = await signIn(actors.service, 'resident', 'en');
    const { data } = await village.clients.resident.write_task({
      settlement: village.settlement.slug,
      title: 'Покрасить',
    });
    const action = fillPath(paths.commentTask, { task: data.id });
    const form = await browser.get(fillPath(paths.task, { task: data.id }));
    await actors.service.db`
      update session set expires_at = now() - interval '1 day' where account_id = ${village.accounts.resident}`;
    const photo = { name: 'a.jpg', bytes: await noise(60, 40).jpeg().toBuffer() };
    const page = await browser.submitFiles(form, action, { comment: 'Which colour?' }, [photo]);
    assert.equal(page.status, 401);
    assert.match(visibleText(page.html), /Photographs could not be kept: choose them again\./);
    const back = await enter(browser, page, 'resident');
    assert.equal(back.status, 200);
    assert.match(back.html, />Which colour\?<\/textarea>/);
    assert.match(visibleText(back.html), /Photographs could not be kept: choose them again\./);
    assert.equal((await browser.submit(back, action, { comment: 'Which colour?' })).status, 303);
    const media = await actors.service.db`select 1 from media where owner_id = ${village.accounts.resident}`;
    assert.equal(media.length, 0, 'no byte of a file was kept');
  });

  it('is not shown when another account signs in', async () => {
    const { browser, page } = await late();
    const other = await enter(browser, page, 'neighbour');
    assert.deepEqual([other.status, other.location], [303, paths.today]);
    const today = await browser.get(paths.today);
    assert.match(visibleText(today.html), /писал другой человек/);
    assert.doesNotMatch(today.html, /Яма у ворот/);
    // Posting the sealed form in another browser does not reveal it to another account either.
    const elsewhere = await signIn(actors.service, 'neighbour', 'en');
    await elsewhere.submit(await elsewhere.get('/more'), '/logout', {});
    const stolen = await enter(elsewhere, await elsewhere.get(paths.login), 'neighbour', {
      typed: typedOf(page),
    });
    assert.equal(stolen.status, 303);
    assert.doesNotMatch((await elsewhere.get(stolen.location ?? '')).html, /Яма у ворот/);
  });

  it('ignores a sealed form that was tampered with, truncated or made up', async () => {
    const { page } = await late();
    const sealed = typedOf(page);
    assert.ok(sealed.length > 100);
    const changed = `${sealed.slice(0, 60)}${sealed[60] === 'A' ? 'B' : 'A'}${sealed.slice(61)}`;
    for (const typed of [changed, sealed.slice(0, -4), 'x', '%%%', `${sealed}${sealed}`, 'А'.repeat(5000)]) {
      const browser = await signIn(actors.service, 'resident', 'en');
      await end('resident');
      const entered = await enter(browser, await browser.get(paths.login), 'resident', { typed });
      assert.deepEqual([entered.status, entered.location], [303, paths.today], typed.slice(0, 10));
    }
  });

  it('drops password fields, and restores nothing on pages marked secret', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const form = await browser.get(paths.accountSecurity);
    await end('resident');
    const given = { email: 'новая@example.org', current_password: 'мой тайный пароль' };
    const page = await browser.submit(form, paths.accountEmail, given);
    const back = await enter(browser, page, 'resident');
    assert.match(back.html, /новая@example\.org/);
    assert.doesNotMatch(back.html, /тайный/);
    await end('resident');
    const secret = await signIn(actors.service, 'resident', 'ru');
    const data = await secret.get(paths.accountData);
    await end('resident');
    const refused = await secret.submit(data, paths.accountDelete, { password: 'мой тайный пароль' });
    assert.equal(refused.status, 303);
    assert.match(refused.location ?? '', /^\/login\?next=/);
  });

  it('restores forms up to a size limit, says so above it, and refuses larger bodies with 413', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const write = fillPath(paths.writeArticle, { settlement: village.settlement.slug });
    const form = await browser.get(write);
    const action =
      /<form[^>]*action="([^"]*\/write[^"]*)"/.exec(form.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { csrf = '' } = hiddenFields(form.html.replaceAll('&amp;', '&'), action);
    await end('resident');
    const long = await browser.post(action, { csrf, body: 'a'.repeat(300_000) });
    assert.equal(long.status, 401);
    assert.match(visibleText(long.html), /форма слишком велика/);
    assert.ok(long.html.length < 100_000);
    assert.equal((await enter(browser, long, 'resident')).status, 303);
    await end('resident');
    const fits = await browser.post(action, { csrf, body: 'Длинная запись. '.repeat(5_000) });
    assert.equal(fits.status, 401);
    const back = await enter(browser, fits, 'resident');
    assert.equal(back.status, 200);
    assert.equal(back.html.split('Длинная запись. ').length - 1, 5_000);
    await end('resident');
    const tooMany = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`f${index}`, 'x']));
    assert.equal((await browser.post(action, { csrf, ...tooMany })).status, 413);
    assert.equal((await browser.post(action, { csrf, body: 'a'.repeat(3_000_000) })).status, 413);
  });

  it('is rendered again with 409, not executed, when its author has signed in again in another tab', async () => {
    const before = await countTasks();
    const browser = await signIn(actors.service, 'resident', 'ru');
    const form = await browser.get(paths.newTask);
    await end('resident');
    await enter(browser, await browser.get(paths.login), 'resident');
    const again = await browser.submit(form, paths.newTask, task);
    assert.equal(again.status, 409);
    assert.match(visibleText(again.html), /вы вошли заново\. Ничего не потеряно: отправьте ещё раз/);
    assert.match(again.html, /value="Яма у ворот"/);
    assert.equal(await countTasks(), before);
    assert.equal((await browser.submit(again, paths.newTask, { ...task, repeats: '' })).status, 303);
    assert.equal(await countTasks(), before + 1);
  });

  /** Presses the "forgot password" or "register" button of the sign-in page. */
  const goOn = (browser: Browser, page: Page, to: 'forgot' | 'register', more: Record<string, string> = {}) =>
    browser.post(paths.saveForm, { ...hiddenFields(page.html, paths.login), to, ...more });
  const countKept = async () => (await actors.service.db`select 1 from waiting_form`).length;
  /** The link to `path` in the newest email to this address. */
  async function linkTo(path: string, email: string): Promise<string> {
    return waitUntil(`an email to ${email} with a link to ${path}`, async () => {
      const [letter] = await actors.service.db<{ text: string }[]>`
        select body_text as text from letter where to_address = ${email} and body_text like ${`%${path}?token=%`} order by id desc limit 1`;
      const url = letter && new URL(/https?:\/\/\S+/.exec(letter.text)?.[0] ?? '');
      return url && url.pathname + url.search;
    });
  }

  it('is not shown to an account registered meanwhile, and is still restored for its author', async () => {
    const { browser, page } = await late();
    const on = await goOn(browser, page, 'register');
    assert.match(on.location ?? '', /^\/register\?next=/);
    const email = 'new-one@example.org';
    const given = { email, display_name: 'Новенькая', password };
    await browser.submit(await browser.get(on.location ?? ''), paths.register, given);
    const confirm = await browser.get(await linkTo(paths.confirm, email));
    const inside = await browser.submit(confirm, paths.confirm);
    assert.equal(inside.status, 303);
    const shown = await browser.get(inside.location ?? '');
    assert.match(visibleText(shown.html), /писали под другой учётной записью/);
    assert.doesNotMatch(shown.html, /Яма у ворот/);
    await browser.submit(await browser.get('/more'), paths.logout);
    const neighbour = await enter(browser, await browser.get(paths.login), 'neighbour');
    assert.equal(neighbour.status, 303);
    assert.doesNotMatch((await browser.get(neighbour.location ?? '')).html, /Яма у ворот/);
    await browser.submit(await browser.get('/more'), paths.logout);
    const back = await enter(browser, await browser.get(paths.login), 'resident');
    assert.equal(back.status, 200);
    assert.match(back.html, /value="Яма у ворот"/);
  });

  it('is not restored from the sign-in page after a day', async () => {
    const { browser, page } = await late();
    await withClockOffset(actors.service, 25 * 3_600_000, async () => {
      const entered = await enter(browser, await browser.get(paths.login), 'resident', {
        typed: typedOf(page),
      });
      assert.deepEqual([entered.status, entered.location], [303, paths.today]);
    });
  });

  it('is stored only with a valid seal, encrypted, at most three per account, for a day', async () => {
    await actors.service.db`delete from waiting_form`;
    const { browser, page } = await late();
    for (const typed of ['', 'x', `${typedOf(page).slice(0, -4)}AAAA`]) {
      const refused = await goOn(browser, page, 'forgot', { typed });
      assert.deepEqual(
        [refused.status, refused.headers.getSetCookie().join().includes('waiting_form')],
        [303, false],
      );
    }
    assert.equal(await countKept(), 0);
    const foreign = await openBrowser(actors.service).post(
      paths.saveForm,
      hiddenFields(page.html, paths.login),
    );
    assert.equal(foreign.status, 403, 'no other browser sends this form');
    for (let times = 0; times < 5; times += 1) await goOn(browser, page, 'forgot');
    assert.equal(await countKept(), 3);
    const kept = await actors.service.db<{ sealed: Buffer }[]>`select sealed from waiting_form`;
    for (const { sealed } of kept) assert.ok(!sealed.includes('Яма'), 'nobody reads it in the database');
    await withClockOffset(actors.service, 25 * 3_600_000, async () => {
      const entered = await enter(browser, await browser.get(paths.login), 'resident');
      assert.equal(entered.status, 303);
      await sweepExpired(actors.service.db, new Date(Date.now() + 25 * 3_600_000));
    });
    assert.equal(await countKept(), 0);
  });

  it('is refused with 403 when its token is of another browser, another account, or forged', async () => {
    const { browser, form } = await late();
    const { csrf = '' } = hiddenFields(form.html, paths.newTask);
    const other = await signIn(actors.service, 'neighbour', 'en');
    const [session = '', , seal = ''] = csrf.split('.');
    for (const [who, token] of [
      [other, csrf],
      [browser, csrf.replace(/\.[^.]*$/, `.${'x'.repeat(43)}`)],
      [browser, `${session}.${village.accounts.neighbour}.${seal}`],
      [browser, ''],
    ] as const) {
      const refused = await who.post(paths.newTask, { ...task, csrf: token });
      assert.equal(refused.status, 403);
      assert.doesNotMatch(refused.html, /name="typed"|Яма/);
    }
    // The neighbour has signed in since in the browser of the resident.
    const switched = await enter(browser, await browser.get(paths.login), 'neighbour');
    assert.equal(switched.status, 303);
    assert.equal((await browser.submit(form, paths.newTask, task)).status, 403);
  });

  it('redirects to the sign-in page and back when it was only a button without fields', async () => {
    const { data } = await village.clients.resident.write_task({
      settlement: village.settlement.slug,
      kind: 'reminder',
      title: 'Полить',
    });
    const browser = await signIn(actors.service, 'resident', 'en');
    const at = fillPath(paths.task, { task: data.id });
    const page = await browser.get(at);
    await end('resident');
    const pressed = await browser.submit(page, fillPath(paths.moveTask, { task: data.id }), {
      status: 'done',
    });
    assert.deepEqual(
      [pressed.status, pressed.location],
      [303, `/login?${new URLSearchParams({ next: at })}`],
    );
    assert.equal((await village.clients.resident.show_task({ task: data.id })).data.status, 'open');
  });

  // Last, because resetting the password revokes all tokens of the resident.
  it('is restored once after a password reset, even one done in another browser', async () => {
    const before = await countTasks();
    const { browser, page } = await late();
    assert.match(page.html, /<button[^>]*value="forgot" form="login" formaction="\/login\/keep"/);
    const forgot = await goOn(browser, page, 'forgot');
    assert.deepEqual([forgot.status, forgot.location], [303, paths.forgot]);
    const email = 'resident@example.org';
    await browser.submit(await browser.get(paths.forgot), paths.forgot, { email });
    const link = await linkTo(paths.reset, email);
    const phone = openBrowser(actors.service, actors.service.url, 'ru');
    const reset = await phone.submit(await phone.get(link), paths.reset, { password });
    assert.equal(reset.location, paths.login);
    const there = await enter(phone, await phone.get(paths.login), 'resident');
    assert.deepEqual([there.status, there.location], [303, paths.today], 'the form waits in the other one');

    const back = await enter(browser, await browser.get(paths.login), 'resident');
    assert.equal(back.status, 200);
    assert.match(visibleText(back.html), /Проверьте, что написано, и отправьте ещё раз/);
    assert.match(back.html, /value="Яма у ворот"/);
    assert.equal(await countTasks(), before, 'it is not sent by itself');
    assert.equal((await browser.submit(back, paths.newTask, { ...task, repeats: '' })).status, 303);
    assert.equal(await countTasks(), before + 1);
    await end('resident');
    const later = await enter(browser, await browser.get(paths.login), 'resident');
    assert.equal(later.status, 303, 'it comes back once');
  });
});
