import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { issue_plot_codes } from '../../src/features/actions/issue_plot_codes.ts';
import { list_waiting_claims } from '../../src/features/actions/list_waiting_claims.ts';
import { remind_of_claim } from '../../src/features/actions/remind_of_claim.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import { hiddenFields, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

/** Without JavaScript: forms are parsed from the page and posted, redirects are followed explicitly. */
describe('settlement pages', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let join: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.slug;
    join = `/settlements/${settlement}/join`;
  });

  it('find a settlement without ё and with a typo, and show an empty state', async () => {
    const browser = openBrowser(actors.service, actors.service.url, 'ru');
    for (const q of ['березка', 'БЕРЁЗКА', 'берёска']) {
      const { html } = await browser.get(`/?${new URLSearchParams({ q })}`);
      assert.match(html, /href="\/settlements\/berezka" data-option="СНТ Берёзка"/, q);
      assert.doesNotMatch(visibleText(html), /Сосны/, q);
    }
    assert.match(visibleText((await browser.get('/?q=xyzzy')).html), /Ничего не нашлось/);
  });

  it('are not found or refused by an address that no database can hold', async () => {
    const browser = await signIn(actors.service, 'resident');
    for (const page of ['', '/devices', '/documents', '/calendar', '/map', '/board/meters'])
      assert.ok([404, 422].includes((await browser.get(`/settlements/a%00b${page}`)).status), page);
  });

  it('keep the plot and code of an invitation through the sign-in', async () => {
    const browser = openBrowser(actors.service);
    const address = `${join}?plot=3&code=ABCDE`;
    const asked = await browser.get(address);
    assert.equal(asked.location, `/login?${new URLSearchParams({ next: address })}`);
    const { html } = await (await signIn(actors.service, 'outsider')).get(address);
    assert.match(html, /name="parcel"[^>]*value="3"/);
    assert.match(html, /name="code"[^>]*value="ABCDE"/);
    assert.match(html, /<details class="fold-box" open[^>]*><summary>I have a code/);
  });

  it('submit a claim, keep the input when it is refused, show the decision, and withdraw it', async () => {
    const browser = await signIn(actors.service, 'newcomer', 'ru');
    const page = await browser.get(join);
    const typed = { parcel: '99', role: 'family', note: 'Купили весной' };
    const refused = await browser.submit(page, join, typed);
    assert.equal(refused.status, 422);
    assert.match(refused.html, /id="ask-parcel-error"/);
    assert.match(refused.html, /value="99"/);
    assert.match(refused.html, />Купили весной<\/textarea>/);
    assert.match(refused.html, /value="family" checked/);

    const sent = await browser.submit(refused, join, { ...typed, parcel: '12 а' });
    assert.equal(sent.location, '/me/requests');
    const waiting = await browser.get('/me/requests');
    assert.match(
      visibleText(waiting.html),
      /Участок 12А, СНТ Берёзка семья собственника ждёт решения правления/,
    );
    assert.match(visibleText((await browser.get(join)).html), /Заявка ждёт решения правления Участок 12А/);

    const { editor, newcomer } = actors.village.clients;
    const [claim] = (await newcomer.show_me({})).data.parcels;
    assert.ok(claim);
    await editor.remove_resident({ settlement, resident: claim.resident, reason: 'Покажите договор' });
    const told = await browser.get('/me/requests');
    assert.match(visibleText(told.html), /отказано .*Причина: Покажите договор/);
    assert.match(told.html, new RegExp(`href="${join}\\?plot=12%D0%90"`));

    await browser.submit(await browser.get(join), join, { parcel: '12А', role: 'owner' });
    const [second] = (await newcomer.show_me({})).data.parcels;
    const action = `/me/requests/claims/${second?.resident}/withdraw`;
    const back = await browser.submit(await browser.get('/me/requests'), action);
    assert.equal(back.location, '/me/requests');
    assert.match(visibleText((await browser.get('/me/requests')).html), /Заявка отозвана/);
    assert.deepEqual((await newcomer.show_me({})).data.parcels, []);
  });

  it('confirm a claim at once by a plot code, and show an error at the field for a wrong one', async () => {
    const { service, village } = actors;
    const { codes } = await runActionAs(service, village.accounts.editor, issue_plot_codes, {
      settlement,
      parcel: village.plots.free,
    });
    const browser = await signIn(service, 'newcomer');
    const page = await browser.get(join);
    const wrong = await browser.submit(page, join, { parcel: '3', role: 'tenant', code: 'AAAAAAAAAA' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /id="ask-code-error"/);
    const done = await browser.submit(wrong, join, {
      parcel: '3',
      role: 'tenant',
      code: codes[0]?.code ?? '',
    });
    assert.equal(done.location, `/settlements/${settlement}`);
    const { html } = await browser.get(`/settlements/${settlement}`);
    assert.match(visibleText(html), /Welcome home/);
    assert.doesNotMatch(html, new RegExp(`href="${join}"`), 'who belongs here is not asked to join');
  });

  it('tell who waits for the board who decides and how long it takes, and let them remind it once', async () => {
    const { service, village } = actors;
    const id = service.newId();
    const now = new Date();
    await insertAccount(service.db, {
      id,
      email: 'waits@example.org',
      displayName: 'Waits Long',
      language: 'en',
      passwordHash: null,
      emailConfirmedAt: now,
      createdAt: now,
    });
    const client = await service.as(id);
    const { data } = await client.request_residency({ settlement, parcel: '2', role: 'family' });
    const waiting = () => runActionAs(service, id, list_waiting_claims, { settlement });
    const remind = (who = id) => runActionAs(service, who, remind_of_claim, { resident: data.id });
    assert.equal(await refusalKindOf(remind()), 'invalid', 'not on the first day');
    assert.equal(await refusalKindOf(remind(village.accounts.neighbour)), 'not_found');
    await service.db`update membership set created_at = created_at - interval '2 days' where id = ${data.id}`;
    const before = await waiting();
    assert.deepEqual(
      before?.claims.map(({ plotNumber, mayRemind, isReminded }) => [plotNumber, mayRemind, isReminded]),
      [['2', true, false]],
    );
    assert.ok((before?.board.length ?? 0) > 0);
    await service.db`
      update account set password_hash = (select password_hash from account where email = 'resident@example.org')
       where id = ${id}`;
    const own = openBrowser(service);
    await own.submit(await own.get('/login'), '/login', { email: 'waits@example.org', password });
    const writing = await own.get(`/settlements/${settlement}/write`);
    assert.match(visibleText(writing.html), /Your claim is waiting for the board Plot 2/);
    assert.match(writing.html, /<textarea[^>]*name="body"/);
    assert.doesNotMatch(writing.html, new RegExp(`href="${join}"`), 'not asked to join again');
    const told = async () => (await village.clients.editor.list_notifications({})).notifications;
    const results = await Promise.all([remind(), remind()].map(refusalKindOf));
    assert.deepEqual(results.sort(), ['', 'invalid'], 'once, also when tapped twice');
    const reminders = (await told()).filter(({ key }) => key === 'notifications.residency_reminded');
    assert.equal(reminders.length, 1);
    assert.equal((await waiting())?.claims[0]?.isReminded, true);
    await village.clients.editor.confirm_resident({ settlement, resident: data.id });
    assert.equal(await waiting(), null);
    assert.equal(await refusalKindOf(remind()), 'not_found', 'decided');
    await village.clients.editor.remove_resident({ settlement, resident: data.id, reason: 'test' });
  });

  it('let only the owner invite and confirm, and let residents leave after a confirmation', async () => {
    const { plots, clients } = actors.village;
    const invite = `/plots/${plots.resident}/invite`;
    const owner = await signIn(actors.service, 'resident');
    const wrong = await owner.submit(await owner.get(invite), invite, { email: 'nobody', role: 'tenant' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /value="nobody"/);
    const sent = await owner.submit(wrong, invite, { email: 'aunt@example.org', role: 'tenant' });
    assert.equal(sent.location, invite);
    const letters = await actors.service.db<{ text: string }[]>`
      select body_text as text from letter where to_address = 'aunt@example.org'`;
    assert.match(letters[0]?.text ?? '', /\/join\?plot=1&code=/);

    const waiting = await owner.get(invite);
    assert.match(visibleText(waiting.html), /Open invitations aunt@example\.org tenant · email/);
    const made = await owner.submit(waiting, `${invite}/link`, { name: 'Misha', role: 'family' });
    assert.equal(made.location, invite);
    const shown = await owner.get(invite);
    assert.match(shown.html, /\/join\?plot=1&amp;code=[^&]+&amp;role=family/);
    assert.match(shown.html, /class="qr"/);
    const again = await owner.get(invite);
    assert.doesNotMatch(again.html, /join\?plot=1/, 'the link is shown once');
    assert.match(visibleText(again.html), /Misha family of the owner · link/);
    const cancel = again.html.match(new RegExp(`${invite}/[0-9]+/withdraw`))?.[0] ?? '';
    assert.equal((await owner.submit(again, cancel)).location, invite);
    assert.doesNotMatch(visibleText((await owner.get(invite)).html), /Misha/);

    const { data: asked } = await clients.company.request_residency({
      settlement,
      parcel: '1',
      role: 'family',
      note: 'Племянница',
    });
    const told = await owner.get('/notifications');
    assert.match(visibleText(told.html), /asks to join your plot 1/);
    const page = await owner.get(invite);
    assert.match(visibleText(page.html), /Company Ivanova family of the owner · Племянница/);
    const confirm = `${invite}/${asked.id}/confirm`;
    const stranger = await signIn(actors.service, 'neighbour');
    const { csrf = '' } = hiddenFields((await stranger.get('/more')).html, '/logout');
    assert.equal((await stranger.post(confirm, { csrf })).status, 404);
    assert.equal((await owner.submit(page, confirm)).location, invite);
    assert.equal((await clients.company.show_me({})).data.parcels[0]?.state, 'confirmed');
    assert.doesNotMatch((await owner.get(invite)).html, /Племянница/);
    await clients.company.remove_resident({ settlement, resident: asked.id });

    const tenant = await signIn(actors.service, 'newcomer');
    assert.match(visibleText((await tenant.get(`/plots/${plots.free}/invite`)).html), /Only the owner/);
    for (const other of [invite, `/plots/${plots.resident}/leave`])
      assert.equal((await tenant.get(other)).status, 404);
    const leave = `/plots/${plots.free}/leave`;
    const leaving = await tenant.get(leave);
    assert.match(visibleText(leaving.html), /Devices you connected here will be disconnected/);
    assert.equal((await tenant.submit(leaving, leave)).location, '/me/requests');
    assert.deepEqual((await clients.newcomer.show_me({})).data.parcels, []);
    assert.equal((await tenant.get(leave)).status, 404, 'a former member');
  });

  it('show public data of a plot to everybody, and the link to write only to residents', async () => {
    const at = `/settlements/${settlement}/plots/2`;
    const stranger = await openBrowser(actors.service).get(at);
    assert.equal(stranger.status, 200);
    assert.match(visibleText(stranger.html), /Plot 2 Area 1,032 m² Cadastral number 50:04:00000:2/);
    assert.doesNotMatch(stranger.html, /Neighbour|neighbour@|\/messages\/new/);
    assert.match(stranger.html, new RegExp(`href="${join}\\?plot=2"`));
    const resident = await signIn(actors.service, 'resident');
    assert.match(
      (await resident.get(at)).html,
      /href="\/messages\/new\?settlement=berezka&amp;to=person&amp;parcel=2"/,
    );
    assert.match(
      visibleText((await resident.get(`/settlements/${settlement}/plots/1`)).html),
      /This is your plot/,
    );
    assert.equal((await resident.get(`/settlements/${settlement}/plots/99`)).status, 404);
  });

  it('find a plot among a thousand by number prefix, and page through all', async () => {
    const { service, village } = actors;
    const plots = Array.from({ length: 1000 }, (_, index) => ({
      id: service.newId(),
      settlementId: village.other.id,
      number: `П${index + 1}`,
      cadastralNumber: null,
      address: '',
      geometry: null,
      center: null,
      areaM2: null,
    }));
    await insertParcels(service.db, plots as never, new Date());
    const browser = await signIn(service, 'resident');
    const { html } = await browser.get(`/settlements/${village.other.slug}/join?q=п77`);
    const found = [...html.matchAll(/data-option="([^"]+)"/g)].map(([, number]) => number);
    assert.deepEqual(found, ['П77', ...Array.from({ length: 10 }, (_, index) => `П77${index}`)]);
    const first = await browser.get(`/settlements/${village.other.slug}/join`);
    const next = /href="([^"]*cursor=[^"]*)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&');
    const second = await browser.get(next ?? '');
    assert.equal([...second.html.matchAll(/data-option="/g)].length, 30);
  });
});
