import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('company dashboard and moderation of companies', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.slug;
  });
  const desk = '/companies/kolodtsy/desk';

  it('lists reviews of all settlements and lets only representatives answer them', async () => {
    const { resident, outsider } = actors.village.clients;
    const subject = { subject_type: 'company', subject_id: actors.village.companyId } as const;
    const here = await resident.post_review({ ...subject, settlement, medal: 'dung', body: 'Долго <ждали>' });
    await outsider.post_review({ ...subject, settlement: actors.village.other.slug, medal: 'gold' });
    const browser = await signIn(actors.service, 'company', 'ru');
    const own = `${desk}/verdicts/${here.data.id}`;
    assert.match(
      visibleText((await browser.get('/today')).html),
      /2 отзыва .* Отзыв без ответа · Долго <ждали>/,
    );
    const words = visibleText((await browser.get(desk)).html);
    assert.match(words, /Заказов пока нет.*Сосны Ответить.*Долго <ждали> СНТ Берёзка Ответить/);
    assert.match(words, /Отзывов без ответа 2/);
    const page = await browser.get(own);
    const blank = await browser.submit(page, own, { body: '' });
    assert.equal(blank.status, 422);
    assert.match(blank.html, /id="answer-body-error"/);
    const done = await browser.submit(blank, own, { body: 'Извините, доделали' });
    assert.equal(done.location, desk);
    assert.match(
      visibleText((await browser.get(desk)).html),
      /Ответили\..*Ответ компании .* Извините, доделали/,
    );
    for (const who of ['resident', 'editor', 'moderator'] as const) {
      const other = await signIn(actors.service, who);
      for (const each of [desk, own, `${desk}/card`]) assert.equal((await other.get(each)).status, 403, each);
    }
  });

  it('shows times by the clock of a village it serves', async () => {
    const { service, village } = actors;
    const timeZone = 'Asia/Vladivostok';
    await service.db`update settlement set time_zone = ${timeZone}`;
    const { data } = await village.clients.resident.write_task({
      ...{ settlement, kind: 'request', title: 'Почистить колодец', company_id: village.companyId },
    } as never);
    const at = new Date(data.created_at).toLocaleTimeString('ru', {
      ...{ timeZone, hour: '2-digit', minute: '2-digit' },
    } as const);
    const browser = await signIn(service, 'company', 'ru');
    const words = visibleText((await browser.get(desk)).html);
    assert.ok(words.includes(`сегодня ${at}`), `${at}: ${words}`);
  });

  it('registers a company with a checked INN, and lets a moderator verify it and its representatives', async () => {
    const { service } = actors;
    const at = '/companies/new';
    const newcomer = await signIn(service, 'newcomer', 'ru');
    const directory = `/settlements/${settlement}/directory?part=companies`;
    for (const each of ['/more', directory])
      assert.match((await newcomer.get(each)).html, new RegExp(`href="${at}"`), 'is found where one looks');
    const fields = {
      name: 'Печник',
      trades: 'печи, камины',
      description: '',
      phones: '',
      address: '',
      hours: '',
      site: '',
    };
    const page = await newcomer.get(at);
    const wrong = await newcomer.submit(page, at, { ...fields, inn: '7707083894' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /id="register-inn-error"/);
    assert.match(visibleText(wrong.html), /с верными контрольными цифрами/);
    assert.match(wrong.html, /value="Печник"/);
    const done = await newcomer.submit(wrong, at, { ...fields, inn: '7736 0500 03' });
    const own = done.location ?? '';
    assert.match(own, /^\/companies\/[^/]+\/desk$/, visibleText(done.html).slice(0, 900));
    const card = `${own}/card`;
    const villages = `${own}/villages`;
    const first = await newcomer.submit(await newcomer.get(card), villages, { add: 'берёзка' });
    assert.equal(first.location, card, 'one village while it waits');
    const served = actors.village.settlement.id;
    const early = await newcomer.submit(await newcomer.get(card), villages, { served, add: 'сосны' });
    assert.equal(early.status, 422);
    assert.match(early.html, /id="villages-add-error"/);

    // A second person who claims the same company waits for a moderator.
    const outsider = await signIn(service, 'outsider', 'ru');
    const claimed = await outsider.submit(await outsider.get(at), at, { ...fields, inn: '7736050003' });
    assert.match(claimed.location ?? '', /^\/companies\/[^/]+$/);
    const moderator = await signIn(service, 'moderator', 'ru');
    const waiting = await moderator.get('/platform');
    assert.match(
      visibleText(waiting.html),
      /Печник ИНН 7736050003 · не проверена · 1 человек просится в представители/,
    );
    const check = own.replace(/^\/companies\/([^/]+)\/desk$/, '/platform/companies/$1');
    const { notifications } = await actors.village.clients.moderator.list_notifications({});
    const notice = notifications.find(({ key }) => key === 'notifications.company_claimed');
    const looked = await moderator.get(notice?.url.replace(service.url, '') ?? '');
    assert.match(
      visibleText(looked.html),
      /Newcomer Ivanova представляет .* Outsider Ivanova просит разрешения/,
    );
    const accepted = await moderator.submit(looked, `${check}/decide`, { decision: 'accept' });
    assert.equal(accepted.location, check);
    const decide = `${check}/representatives/${actors.village.accounts.outsider}`;
    assert.equal((await moderator.submit(looked, decide, {})).location, check);
    assert.doesNotMatch(visibleText((await moderator.get('/platform')).html), /Печник/);
    assert.equal((await outsider.get(own)).status, 200, 'confirmed by the moderator');

    const late = await newcomer.submit(await newcomer.get(card), villages, { add: 'сосны' });
    assert.equal(late.location, card);
    assert.match(visibleText((await newcomer.get(card)).html), /Сосны/);
    const unknown = await newcomer.submit(await newcomer.get(card), villages, { add: 'Атлантида' });
    assert.match(unknown.html, /id="villages-add-error"/);
    // Concurrent edits of different fields are both kept.
    const [one, other] = [await newcomer.get(card), await outsider.get(card)];
    const same = { ...fields, trades: 'печи, камины' };
    await newcomer.submit(one, card, { ...same, hours: 'пн–пт' });
    await outsider.submit(other, card, { ...same, address: 'Дмитров' });
    const { companies } = await actors.village.anonymous.list_companies({ q: '7736050003' });
    assert.deepEqual([companies[0]?.hours, companies[0]?.address], ['пн–пт', 'Дмитров']);
    await service.db`update company_representative set state = 'ended' where account_id = ${actors.village.accounts.newcomer}`;
    assert.equal((await newcomer.get(own)).status, 403, 'no longer speaks for it');
  });

  it('sends reports by a company to moderators, who decide them once', async () => {
    const { service, village } = actors;
    const { company, neighbour } = village.clients;
    const subject = { subject_type: 'company', subject_id: village.companyId } as const;
    const { data } = await neighbour.post_review({ ...subject, settlement, medal: 'dung', body: 'Воры' });
    const { data: report } = await company.write_task({
      kind: 'report',
      title: 'Клевета',
      review_id: data.id,
    });
    const own = `/platform/reports/${report.id}`;
    for (const who of ['editor', 'company', 'resident'] as const)
      assert.equal((await (await signIn(service, who)).get('/platform')).status, 403, who);
    const moderator = await signIn(service, 'moderator', 'ru');
    assert.match(visibleText((await moderator.get('/moderation/verdicts')).html), /Клевета/);
    const page = await moderator.get(own);
    assert.match(visibleText(page.html), /Воры/);
    const done = await moderator.submit(page, own, {
      decision: 'accept',
      reason: 'Обвинение без доказательств',
    });
    assert.equal(done.location, '/moderation/verdicts');
    const again = await moderator.submit(page, own, { decision: 'leave' });
    assert.equal(again.location, own);
    assert.match(
      visibleText((await moderator.get(own)).html),
      /Уже решено: скрыли\. Кто решил: вы, .*Решено: скрыть/,
    );
    assert.equal((await moderator.get('/platform/audit')).status, 200);
  });
});
