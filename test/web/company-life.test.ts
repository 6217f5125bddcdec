import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import { startService, type TestService } from '../harness/service.ts';
import type { Village } from '../harness/village.ts';
import { password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { makeInn } from '../operations/company/make-inn.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('pages of a company from its registration to its end', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    ({ village } = await prepareOAuthTestClient(service));
  });

  const register = (number: number, name: string) =>
    village.clients.newcomer.register_company({
      inn: makeInn(number),
      name,
      phones: [`+7495222${String(number).padStart(4, '0')}`],
    });

  it('refuse with a reason, which its people read, and take it again once it was corrected', async () => {
    const { data } = await register(301, 'Печник Тихон');
    const [moderator, newcomer] = await Promise.all([
      signIn(service, 'moderator', 'ru'),
      signIn(service, 'newcomer', 'ru'),
    ]);
    const at = `/platform/companies/${data.slug}`;
    const page = await moderator.get(at);
    const unexplained = await moderator.submit(page, `${at}/decide`, { decision: 'refuse' });
    assert.equal(unexplained.status, 422);
    const other = await signIn(service, 'moderator', 'ru');
    const late = await other.get(at);
    const refused = await moderator.submit(page, `${at}/decide`, {
      decision: 'refuse',
      reason: 'Нет такого ИНН',
    });
    assert.equal(refused.location, '/platform');
    const second = await other.submit(late, `${at}/decide`, { decision: 'accept' });
    const told = second.location === null ? second : await other.get(second.location);
    assert.match(visibleText(told.html), /Уже решено: отказали.*Нет такого ИНН/);
    assert.match(
      visibleText((await newcomer.get(paths.myRequests)).html),
      /Печник Тихон .*отказано.*Нет такого ИНН/,
    );
    const desk = `/companies/${data.slug}/desk`;
    const own = await newcomer.get(desk);
    assert.match(visibleText(own.html), /Компанию не приняли.*Нет такого ИНН/);
    const resident = await signIn(service, 'resident', 'ru');
    assert.equal((await resident.get(`/companies/${data.slug}`)).status, 404);
    assert.equal((await newcomer.submit(own, desk, {})).location, desk);
    assert.match(visibleText((await newcomer.get(desk)).html), /Пока не проверена/);
    assert.match(visibleText((await resident.get(`/companies/${data.slug}`)).html), /ещё не проверена/);
  });

  it('show likely doubles to moderators, who join them; the old address leads to the other', async () => {
    const { data: first } = await register(302, 'ООО «Забор и ворота»');
    const { data: double } = await register(303, 'Забор и ворота');
    await village.clients.moderator.edit_company({ company: first.id, state: 'verified' });
    const moderator = await signIn(service, 'moderator', 'ru');
    const at = `/platform/companies/${double.slug}`;
    const page = await moderator.get(at);
    assert.match(visibleText(page.html), /Возможно, та же компания ООО «Забор и ворота» .*похожее название/);
    const unknown = await moderator.submit(page, `${at}/join`, { join_to: makeInn(999) });
    assert.equal(unknown.status, 422);
    const joined = await moderator.submit(page, `${at}/join`, { double: first.id });
    assert.equal(joined.location, `/platform/companies/${first.slug}`);
    assert.match(
      visibleText((await moderator.get(`/companies/${double.slug}`)).html),
      /ООО «Забор и ворота»/,
    );
  });

  it('say before an account is deleted which companies close with it, and close them', async () => {
    const { data } = await village.clients.outsider.register_company({
      inn: makeInn(304),
      name: 'Колодезник',
      phones: ['+74952221100'],
    });
    const shared = await village.clients.outsider.register_company({ inn: '7707083893', name: 'х' });
    await village.clients.company.edit_company({
      company: shared.data.id,
      representatives: [{ account_id: village.accounts.outsider, state: 'confirmed' }],
    });
    const outsider = await signIn(service, 'outsider', 'ru');
    const page = await outsider.get(paths.accountData);
    assert.match(visibleText(page.html), /Ваши компании закроются Колодезник\. /);
    assert.equal(
      (await outsider.submit(page, paths.accountDelete, { password })).location,
      paths.accountDeleted,
    );
    const { data: closed } = await village.anonymous.show_company({ company: data.id });
    assert.deepEqual([closed.state, closed.inn, closed.phones], ['closed', '', []]);
    const { data: other } = await village.anonymous.show_company({ company: shared.data.id });
    assert.equal(other.state, 'verified');
    const told = await village.clients.company.list_notifications({});
    assert.ok(told.notifications.some(({ key }) => key === 'notifications.representative_left'));
  });

  it('close it for good by its only representative, and lead from finished work to the medal', async () => {
    const { companyId, clients } = village;
    const order = await clients.resident.write_task({
      settlement: 'berezka',
      title: 'Почистить колодец',
      company_id: companyId,
    });
    await clients.company.edit_task({ task: order.data.id, status: 'done' });
    await clients.resident.edit_task({ task: order.data.id, status: 'done' });
    const resident = await signIn(service, 'resident', 'ru');
    const task = await resident.get(`/tasks/${order.data.id}`);
    assert.match(task.html, /href="\/settlements\/berezka\/companies\/kolodtsy\/medal"/);
    const company = await signIn(service, 'company', 'ru');
    const at = '/companies/kolodtsy/desk/leave';
    const page = await company.get(at);
    assert.match(visibleText(page.html), /Вы её единственный представитель/);
    assert.equal((await company.submit(page, at, {})).location, paths.myRequests);
    assert.match(visibleText((await company.get(paths.myRequests)).html), /Колодцы и скважины .*закрыта/);
    const card = visibleText((await resident.get('/companies/kolodtsy')).html);
    assert.match(card, /Она закрылась/);
    assert.doesNotMatch(card, /7707083893|Позвонить|Заказать/);
    const directory = await resident.get('/settlements/berezka/directory?part=companies');
    assert.doesNotMatch(visibleText(directory.html), /Колодцы и скважины/);
  });

  it('ask about a village called alike in the region before a moderator is asked to add it', async () => {
    const neighbour = await signIn(service, 'neighbour', 'ru');
    const at = paths.requestSettlement;
    const wanted = {
      name: 'Берёзка-2',
      kind: 'snt',
      region: 'Московская обл.',
      place: 'Дмитровский округ',
      asker: 'resident',
      contact: '',
      note: '',
    };
    const asked = await neighbour.submit(await neighbour.get(at), at, wanted);
    assert.equal(asked.status, 422);
    assert.match(visibleText(asked.html), /Похожие уже есть: СНТ Берёзка/);
    const elsewhere = { ...wanted, region: 'Тверская область' };
    assert.equal((await neighbour.submit(await neighbour.get(at), at, elsewhere)).location, paths.myRequests);
    const sent = await neighbour.submit(asked, at, wanted);
    assert.equal(sent.location, paths.myRequests, visibleText(sent.html).slice(0, 600));
    const moderator = await signIn(service, 'moderator', 'ru');
    const { notifications } = await village.clients.moderator.list_notifications({});
    const notice = notifications.find(({ key }) => key === 'notifications.settlement_asked');
    const looked = await moderator.get(notice?.url.replace(service.url, '') ?? '');
    assert.match(visibleText(looked.html), /Похожие в реестре СНТ Берёзка/);
  });
});
