import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { ask_for_settlement } from '../../src/features/actions/ask_for_settlement.ts';
import { decide_settlement_request } from '../../src/features/actions/decide_settlement_request.ts';
import { list_settlement_requests } from '../../src/features/actions/list_settlement_requests.ts';
import { withdraw_settlement_request } from '../../src/features/actions/withdraw_settlement_request.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

const asked = {
  name: 'СНТ Ручьи',
  kind: 'snt',
  region: 'тверская область',
  place: 'Конаковский округ',
  asker: 'board',
  contact: '+7 900 000-00-00',
  note: 'Сорок участков.',
};
const entry = {
  name: 'СНТ Ручьи',
  kind: 'snt',
  status: 'populated',
  country: 'Россия',
  region: 'Тверская область',
  district: 'Конаковский округ',
  address: '',
  time_zone: 'Europe/Moscow',
};

describe('request for a new settlement', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });
  beforeEach(async () => {
    const { db } = actors.service;
    await db`delete from settlement_request`;
    await db`delete from notification`;
  });
  const idOf = (who: Persona) => actors.village.accounts[who];
  const ask = (who: Persona, more: object = {}) =>
    runActionAs(actors.service, idOf(who), ask_for_settlement, { ...asked, ...more });
  const decide = (request: string, input: object, who: Persona = 'moderator', key?: string) =>
    runActionAs(
      actors.service,
      idOf(who),
      decide_settlement_request,
      { request, ...input },
      'session',
      who === 'moderator',
      key,
    );
  const taken = { entry: { ...entry, is_board: true } };
  const told = async (who: Persona) =>
    (await actors.village.clients[who].list_notifications({})).notifications.map(({ key, url }) => [
      key.split('.')[1],
      url,
    ]);
  const show = (settlement: string) => actors.village.clients.newcomer.show_settlement({ settlement });

  it('is offered on an empty search, validated, and accepted with the requester as its board', async () => {
    const { service } = actors;
    const browser = await signIn(service, 'newcomer', 'ru');
    const search = await browser.get('/?q=Ручьи');
    assert.match(visibleText(search.html), /Ничего не нашлось.*Попросить добавить/);
    const at = '/villages/new';
    const link = `${at}?name=${encodeURIComponent('Ручьи')}`;
    assert.ok(search.html.includes(`href="${link}"`));
    const form = await browser.get(link);
    assert.match(form.html, /value="Ручьи"/);
    const empty = await browser.submit(form, at, { ...asked, name: ' ', region: '' });
    assert.equal(empty.status, 422);
    for (const field of ['name', 'region']) assert.match(empty.html, new RegExp(`id="ask-${field}-error"`));
    assert.match(empty.html, /Конаковский округ/, 'what was typed is kept');
    const sent = await browser.submit(empty, at, asked);
    assert.equal(sent.location, '/me/requests');
    assert.match(
      visibleText((await browser.get('/me/requests')).html),
      /Добавить посёлок СНТ Ручьи .*ждёт модератора/,
    );

    const moderator = await signIn(service, 'moderator', 'ru');
    assert.match(visibleText((await moderator.get('/today')).html), /СНТ Ручьи Новый посёлок/);
    const desk = await moderator.get('/platform');
    const address = /href="(\/platform\/villages\/\d+)"/.exec(desk.html)?.[1] as string;
    assert.deepEqual(await told('moderator'), [['settlement_asked', address]]);
    const page = await moderator.get(address);
    assert.match(visibleText(page.html), /Newcomer Ivanova.*Я из правления.*\+7 900 000-00-00/);
    assert.match(page.html, /<option value="Тверская область"/);
    const wrong = await moderator.submit(page, address, { ...entry, decision: 'accept', region: ' ' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /id="decide-region-error"/);
    const sending = { ...entry, decision: 'accept', is_board: 'true' };
    const done = await moderator.submit(page, address, sending);
    assert.equal(done.location, '/settlements/snt-ruchi/board/members');
    assert.equal(
      (await moderator.submit(page, address, sending)).location,
      done.location,
      'the same form twice',
    );
    assert.match(visibleText((await moderator.get(done.location ?? '')).html), /Newcomer I\./);
    const { data } = await show('snt-ruchi');
    assert.deepEqual(
      [data.name, data.region, data.time_zone],
      ['СНТ Ручьи', 'Тверская область', 'Europe/Moscow'],
    );
    assert.equal((await browser.get('/settlements/snt-ruchi/board')).status, 200);
    assert.deepEqual(await told('newcomer'), [
      ['settlement_accepted_as_board', '/settlements/snt-ruchi/board'],
    ]);
    assert.match(visibleText((await browser.get('/me/requests')).html), /СНТ Ручьи .*добавлен/);
    assert.match(
      visibleText((await moderator.get('/platform/audit')).html),
      /Решили о новом посёлке .*СНТ Ручьи/,
    );
    const regions = await service.db`select 1 from place where kind = 'region'`;
    assert.equal(regions.length, 2, 'a region that is known is not made again');
  });

  it('is rejected with a reason that the requester can read, and can be requested again', async () => {
    const { request } = await ask('newcomer');
    const moderator = await signIn(actors.service, 'moderator');
    const address = `/platform/villages/${request}`;
    const page = await moderator.get(address);
    const silent = await moderator.submit(page, address, { ...entry, decision: 'refuse' });
    assert.equal(silent.status, 422);
    assert.match(silent.html, /id="decide-reason-error"/);
    const late = await moderator.get(address);
    const done = await moderator.submit(silent, address, { decision: 'refuse', reason: 'Не нашли на карте' });
    assert.equal(done.location, '/platform');
    const second = await moderator.submit(late, address, { ...entry, decision: 'accept' });
    assert.equal(second.location, address, 'who comes second is shown what was decided');
    assert.match(
      visibleText((await moderator.get(address)).html),
      /Already decided: returned\. Who decided: you, .*This was returned .*Не нашли на карте/,
    );
    assert.deepEqual(await told('newcomer'), [['settlement_returned', '/me/requests']]);
    const browser = await signIn(actors.service, 'newcomer');
    assert.match(visibleText((await browser.get('/me/requests')).html), /returned .*Не нашли на карте/);
    assert.equal((await ask('newcomer')).isNew, true);
  });

  it('is decided once under concurrency, and settlements of the same name get distinct slugs', async () => {
    const { service } = actors;
    const { request } = await ask('newcomer', { name: 'Луговое' });
    const wanted = { entry: { ...entry, name: 'Луговое', is_board: false } };
    const outcomes = await Promise.all([
      refusalKindOf(decide(request, wanted)),
      refusalKindOf(decide(request, { reason: 'Нет' })),
      refusalKindOf(decide(request, wanted)),
      refusalKindOf(runActionAs(service, idOf('newcomer'), withdraw_settlement_request, { request })),
    ]);
    assert.equal(outcomes.filter((outcome) => outcome === '').length, 1, outcomes.join());
    await service.db`delete from settlement_request`;
    const named = { entry: { ...entry, name: 'Озёрное', region: 'Новая область', is_board: false } };
    const several = await Promise.all(
      (['newcomer', 'resident', 'outsider'] as const).map(async (who) => {
        const made = await ask(who, { name: 'Озёрное' });
        return decide(made.request, named);
      }),
    );
    assert.deepEqual(several.map(({ slug }) => slug).sort(), ['ozernoe', 'ozernoe-2', 'ozernoe-3']);
    const places = await service.db`select 1 from place where name = 'Новая область'`;
    assert.equal(places.length, 1);
    const boards = await service.db`
      select 1 from settlement_role r join settlement s on s.id = r.settlement_id where s.slug like 'ozernoe%'`;
    assert.equal(boards.length, 0, 'nobody is on a board whom the moderator did not put there');
  });

  it('is deduplicated while it waits, and limited to three open and five a day', async () => {
    const [first, second] = await Promise.all([ask('newcomer'), ask('newcomer', { name: 'снт ручьи' })]);
    assert.equal(first.request, second.request);
    await Promise.all([ask('newcomer', { name: 'Два' }), ask('newcomer', { name: 'Три' })]);
    assert.equal(await refusalKindOf(ask('newcomer', { name: 'Четыре' })), 'invalid');
    assert.equal(await refusalKindOf(ask('resident', { name: 'Четыре' })), '', 'somebody else');
    await actors.service.db`update settlement_request set state = 'withdrawn', decided_at = now()`;
    for (const name of ['Пять', 'Шесть']) await ask('newcomer', { name });
    assert.equal(await refusalKindOf(ask('newcomer', { name: 'Семь' })), 'invalid', 'five in a day');
  });

  it('can be withdrawn by the requester only, while it waits', async () => {
    const { service } = actors;
    const { request } = await ask('newcomer');
    const withdraw = (who: Persona) =>
      refusalKindOf(runActionAs(service, idOf(who), withdraw_settlement_request, { request }));
    assert.equal(await withdraw('resident'), 'not_found');
    const browser = await signIn(service, 'newcomer');
    const page = await browser.get('/me/requests');
    const at = `/me/requests/villages/${request}/withdraw`;
    const done = await browser.submit(page, at);
    assert.equal(done.location, '/me/requests');
    assert.equal(await withdraw('newcomer'), '', 'safe to repeat');
    assert.equal(await refusalKindOf(decide(request, taken)), 'invalid');
    const another = await ask('newcomer', { name: 'Другой' });
    await decide(another.request, { reason: 'Нет' });
    const late = runActionAs(service, idOf('newcomer'), withdraw_settlement_request, {
      request: another.request,
    });
    assert.equal(await refusalKindOf(late), 'invalid');
  });

  it('is visible to moderators only, and removed with the account', async () => {
    const { service } = actors;
    const { request } = await ask('outsider');
    for (const who of ['resident', 'editor', 'company', 'newcomer'] as const) {
      assert.equal(await refusalKindOf(decide(request, taken, who)), 'forbidden', who);
      assert.equal(
        await refusalKindOf(runActionAs(service, idOf(who), list_settlement_requests, {})),
        'forbidden',
        who,
      );
      const browser = await signIn(service, who);
      assert.equal((await browser.get(`/platform/villages/${request}`)).status, 403, who);
    }
    assert.equal(await refusalKindOf(decide('1', taken)), 'not_found');
    const moderator = await signIn(service, 'moderator');
    for (const number of ['1', '9'.repeat(20), 'x'])
      assert.equal((await moderator.get(`/platform/villages/${number}`)).status, 404, number);
    const browser = await signIn(service, 'outsider');
    const done = await browser.submit(await browser.get('/account/data'), '/account/delete', { password });
    assert.equal(done.location, '/account/deleted');
    assert.equal(await refusalKindOf(decide(request, taken)), 'not_found');
  });
});
