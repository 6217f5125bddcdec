import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('directory pages', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let directory: string;
  let contact: { id: string; slug: string };
  let at: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.slug;
    directory = `/settlements/${settlement}/directory`;
    const { editor } = actors.village.clients;
    const write = async (name: string, category: 'emergency' | 'trade', phones: string[]) =>
      (await editor.write_contact({ settlement, name, category, phones, hours: 'пн–сб' })).data;
    await write('Охрана', 'emergency', ['+7 916 000-00-02']);
    contact = await write('Электрик "Николай"', 'trade', ['+7 496 000-00-55', '+7 496 000-00-56']);
    at = `${directory}/${contact.slug}`;
  });

  it('list emergency numbers first, link to calls, and tolerate typos in a search', async () => {
    const { html } = await openBrowser(actors.service, actors.service.url, 'ru').get(directory);
    const order = ['tel:112', 'tel:\\+79160000002', 'tel:\\+74960000055'].map((number) =>
      html.search(number),
    );
    assert.ok(
      order.every((place, index) => place > (order[index - 1] ?? 0)),
      String(order),
    );
    assert.match(visibleText(html), /Если беда круглосуточно Единая помощь .*? Позвонить 112/);
    assert.match(visibleText(html), /Ремонт и техника 2 Электрик "Николай" пн–сб/);
    assert.doesNotMatch(html, /Предложить запись/, 'a stranger proposes nothing');
    const found = await openBrowser(actors.service).get(`${directory}?q=${encodeURIComponent('элетрик')}`);
    assert.match(visibleText(found.html), /Found 1 Электрик/);
    assert.match(
      visibleText((await openBrowser(actors.service).get(`${directory}?part=health`)).html),
      /Nothing here yet/,
    );
  });

  it('propose a phone number in place of a wrong one, and refuse an invalid one keeping the input', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const page = await browser.get(at);
    const typed = { wrong: '+74960000056', phone: '12', note: 'Сам сказал' };
    const refused = await browser.submit(page, at, typed);
    assert.equal(refused.status, 422);
    assert.match(refused.html, /id="wrong-phone-error"/);
    assert.match(refused.html, /value="Сам сказал"/);
    assert.match(refused.html, /value="\+74960000056" selected/);
    const sent = await browser.submit(refused, at, { ...typed, phone: '8 496 000 00 77' });
    assert.equal(sent.location, at);
    const { proposals } = await actors.village.clients.resident.list_my_change_proposals({});
    assert.deepEqual(proposals[0]?.proposed, { phones: ['+74960000055', '+74960000077'] });
    const requests = await browser.get('/me/requests');
    assert.match(
      visibleText(requests.html),
      /Электрик "Николай" телефоны · сегодня .*ждёт решения правления/,
    );
    const action = `/me/requests/corrections/${proposals[0]?.id}/withdraw`;
    assert.equal((await browser.submit(requests, action)).location, '/me/requests');
    assert.match(visibleText((await browser.get('/me/requests')).html), /вы забрали/);
  });

  it('propose only fields changed on the form, also after a concurrent edit of others', async () => {
    const { resident, editor } = actors.village.clients;
    const browser = await signIn(actors.service, 'resident');
    const page = await browser.get(`${at}/correct`);
    await editor.edit_contact({ settlement, contact: contact.id, hours: 'ежедневно' });
    const shown = {
      name: 'Электрик "Николай"',
      category: 'trade',
      phones: '+7 496 000-00-55\r\n+7 496 000-00-56',
      address: '',
      hours: 'пн–сб',
      site: '',
      notes: '',
    };
    const same = await browser.submit(page, `${at}/correct`, shown);
    assert.equal(same.status, 422);
    assert.match(visibleText(same.html), /Nothing is changed yet/);
    const bad = await browser.submit(same, `${at}/correct`, { ...shown, site: 'электрик', address: 'Дом 5' });
    assert.equal(bad.status, 422);
    assert.match(bad.html, /id="correct-site-error"/);
    const sent = await browser.submit(bad, `${at}/correct`, { ...shown, address: 'Дом 5', archived: 'true' });
    assert.equal(sent.location, at);
    const [proposal] = (await resident.list_my_change_proposals({})).proposals;
    assert.deepEqual(proposal?.proposed, { address: 'Дом 5', archived: true });
  });

  it('propose a new contact, and show errors at its fields', async () => {
    const browser = await signIn(actors.service, 'resident');
    const action = `${directory}/propose`;
    const page = await browser.get(action);
    const bad = await browser.submit(page, action, { name: '', category: 'shop', phones: '1' });
    assert.equal(bad.status, 422);
    assert.match(bad.html, /id="propose-phones-error"/);
    const sent = await browser.submit(bad, action, {
      name: 'Пекарня',
      category: 'shop',
      phones: '8 496 000 00 12',
    });
    assert.equal(sent.location, '/me/requests');
    assert.match(visibleText((await browser.get('/me/requests')).html), /Пекарня new record/);
  });

  it('post a review, change it, show the answer, and withdraw it', async () => {
    const { editor, resident } = actors.village.clients;
    const browser = await signIn(actors.service, 'resident');
    const medal = `${at}/medal`;
    const page = await browser.get(medal);
    assert.match(page.html, /name="visibility" value="residents" checked/);
    const none = await browser.submit(page, medal, { body: 'Хорошо', visibility: 'residents' });
    assert.equal(none.status, 422);
    assert.match(none.html, /id="give-medal-error"/);
    assert.match(visibleText(none.html), /Choose a medal\./, 'and not by the names that programs use');
    assert.match(none.html, />Хорошо<\/textarea>/);
    const given = { medal: 'gold', body: 'Приехал <сразу>', used: 'true', visibility: 'residents' };
    assert.equal((await browser.submit(none, medal, given)).location, at);
    const subject = { settlement, subject_type: 'contact', subject_id: contact.id } as const;
    const [own] = (await resident.list_reviews({ ...subject, mine: true })).reviews;
    await editor.answer_review({ settlement, review: own?.id ?? '', body: 'Передали ему' });
    const shown = await browser.get(at);
    assert.match(visibleText(shown.html), /gold 1 silver 0 bronze 0 beware 0/);
    assert.match(
      visibleText(shown.html),
      /Resident I\. .*yours was a customer Приехал <сразу> The board answers .*Передали ему/,
    );
    const again = await browser.get(medal);
    assert.match(again.html, /value="gold" checked/);
    await browser.submit(again, medal, { ...given, medal: 'dung' });
    assert.match(visibleText((await browser.get(at)).html), /gold 0 silver 0 bronze 0 beware 1/);

    const stranger = await openBrowser(actors.service).get(at);
    assert.doesNotMatch(stranger.html, /Приехал/);
    assert.match(visibleText(stranger.html), /open to residents/);
    const back = await browser.submit(await browser.get(medal), `${medal}/withdraw`);
    assert.equal(back.location, at);
    assert.match(visibleText((await browser.get(at)).html), /Give a medal None yet\./);
  });

  it('show a notice instead of forms to users who are not residents, or no longer', async () => {
    const { service, village } = actors;
    for (const persona of ['newcomer', 'outsider', 'company'] as const) {
      const browser = await signIn(service, persona);
      for (const path of [`${at}/medal`, `${at}/correct`, `${directory}/propose`]) {
        const shown = await browser.get(path);
        assert.equal(shown.status, 200);
        assert.match(visibleText(shown.html), /for residents confirmed by the board/, `${persona} ${path}`);
        assert.doesNotMatch(shown.html, new RegExp(`action="${path}"`));
      }
    }
    const browser = await signIn(service, 'neighbour');
    const medal = await browser.get(`${at}/medal`);
    await service.db`update membership set state = 'ended', is_primary = false, decided_at = now()
      where account_id = ${village.accounts.neighbour}`;
    const late = await browser.submit(medal, `${at}/medal`, { medal: 'gold', body: 'Поздно' });
    assert.equal(late.status, 422, 'said on the page, where the form was');
    assert.match(visibleText(late.html), /for residents confirmed by the board/);
  });

  it('show a company to everybody, and tell residents that it sees their reviews', async () => {
    const company = `/companies/${actors.village.companyId}`;
    const stranger = await openBrowser(actors.service).get(company);
    assert.equal(stranger.status, 200);
    assert.match(visibleText(stranger.html), /Колодцы и скважины wells/);
    const browser = await signIn(actors.service, 'resident');
    const medal = `/settlements/${settlement}/companies/kolodtsy/medal`;
    assert.match(
      visibleText((await browser.get(medal)).html),
      /Residents and the company The company will be told/,
    );
    const sent = await browser.submit(await browser.get(medal), medal, {
      medal: 'silver',
      body: 'За два дня',
      visibility: 'residents',
    });
    assert.equal(sent.location, `/companies/kolodtsy?settlement=${settlement}`);
    const { reviews } = await actors.village.clients.company.list_reviews({
      settlement,
      subject_type: 'company',
      subject_id: actors.village.companyId,
    });
    assert.equal(reviews[0]?.body, 'За два дня');
    const elsewhere = `/settlements/${actors.village.other.slug}/companies/kolodtsy/medal`;
    assert.equal((await browser.get(elsewhere)).status, 404, 'it does not serve that village');
  });
});
