import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { deliverAnnouncements } from '../../src/features/notify/announcement-delivery.ts';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('a number that several places show is the same in all of them', () => {
  let actors: OAuthTestClient;
  const settlement = 'berezka';
  before(async () => {
    // Letters are planned where there is a mail server; none is sent here.
    actors = await prepareOAuthTestClient(await startService({ SMTP_URL: 'smtp://127.0.0.1:1' }));
  });
  const deliver = () =>
    deliverAnnouncements({
      pool: actors.service.pool,
      signal: new AbortController().signal,
      now: () => new Date(),
      newId: actors.service.newId,
      sendsEmail: true,
    });

  it('plots, people and letters of an announcement, before and after it goes out', async () => {
    const { editor } = actors.village.clients;
    const { data } = await editor.write_article({
      settlement,
      kind: 'announcement',
      title: 'Вода',
      body: 'Во вторник воды не будет.',
      visibility: 'residents',
    });
    const article = data.id;
    const { would_tell: plan } = (await editor.show_article({ settlement, article })).data;
    assert.ok(plan);
    const browser = await signIn(actors.service, 'editor', 'ru');
    const preview = visibleText((await browser.get(`/settlements/${settlement}/announce/${article}`)).html);
    assert.match(preview, new RegExp(`Узнают ${plan.households} из ${plan.households_in_all} участков\\.`));
    assert.match(preview, new RegExp(`По почте уйдёт ${plan.letters} пис`));
    const published = (await editor.publish_article({ settlement, article })).data;
    assert.deepEqual(published.would_tell, plan);
    assert.equal(published.told?.sending, true);
    await deliver();
    const { told } = (await editor.show_article({ settlement, article })).data;
    assert.deepEqual(
      [
        told?.sending,
        told?.households_in_all,
        told?.households,
        told?.nobody,
        told?.people,
        told?.letters_in_all,
      ],
      [false, plan.households_in_all, plan.households, plan.nobody, plan.people, plan.letters],
    );
    const queued = await actors.service.db`select 1 from letter_item where key like '%announcement%'`;
    assert.equal(queued.length, plan.letters);
    const { plots = [] } = await editor.list_residents({ settlement, told_of: article, limit: 100 });
    assert.equal(plots.length, plan.households_in_all);
    assert.equal(plots.filter(({ site_at }) => site_at !== null).length, plan.households);
    const page = visibleText(
      (await browser.get(`/settlements/${settlement}/articles/${data.slug}/told`)).html,
    );
    assert.match(page, new RegExp(`Сообщили ${plan.households} из ${plan.households_in_all} участков\\.`));
    assert.match(page, new RegExp(`Ушло писем 0 из ${plan.letters} `));
  });

  it('unread notifications: the bell, the count and the list', async () => {
    const { resident } = actors.village.clients;
    const { notifications, unread } = await resident.list_notifications({});
    assert.ok(unread > 0);
    assert.equal(notifications.filter(({ read }) => !read).length, unread);
    const { html } = await (await signIn(actors.service, 'resident', 'ru')).get('/account');
    assert.equal(/data-unread="(\d+)"/.exec(html)?.[1], String(unread));
  });

  it('claims that wait for the board: the rail, the count and the list', async () => {
    const { editor, outsider } = actors.village.clients;
    await outsider.request_residency({ settlement, parcel: '2', role: 'tenant' });
    const { residents } = await editor.list_residents({ settlement, state: 'claimed', limit: 100 });
    const me = (await editor.show_me({ waiting: true })).data.waiting;
    assert.equal(me?.boards[0]?.claims, residents.length);
    const today = visibleText((await (await signIn(actors.service, 'editor', 'ru')).get('/today')).html);
    const said = /Заявки новых: (\d+)/.exec(today)?.[1] ?? '0';
    assert.equal(Number(said), residents.length);
  });
});
