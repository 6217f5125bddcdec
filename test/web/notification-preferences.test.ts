import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import {
  notificationPreferencesPage,
  readChange,
} from '../../src/entry/web/pages/account/notification-preferences.tsx';
import type { Preferences } from '../../src/entry/web/pages/account/notification-subjects.ts';
import { startService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { renderPage } from './render-page.ts';
import { signIn, visibleText } from './sign-in.ts';

const page = paths.notificationPreferences;
const all = ['news', 'messages', 'devices', 'tasks', 'my_requests', 'review_queue', 'channels'];
const on = (...names: string[]) =>
  Object.fromEntries(
    names.flatMap((name) => [`${name}.in_app`, `${name}.mail`]).map((name) => [name, 'true']),
  );

describe('notification preferences by subject', () => {
  let actors: OAuthTestClient;
  let village: Village;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    village = actors.village;
  });
  const read = () => village.clients.resident.show_notification_preferences({});

  it('name six subjects in plain words, with a button where there is no script', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const { html } = await browser.get(page);
    const words = visibleText(html.slice(html.indexOf('<main')));
    for (const subject of ['Объявления', 'Сообщения', 'Устройства', 'Задачи', 'Мои заявки', 'Ждёт моего'])
      assert.ok(words.includes(subject), subject);
    assert.match(words, /Заявки и правки, которые ждут вас/);
    assert.match(words, /Тихие часы с/);
    assert.match(words, /Сохранить/);
  });

  it('are saved by one button: what is not ticked is off', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const sent = await browser.submit(await browser.get(page), page, {
      ...on(...all.filter((name) => name !== 'messages')),
      'messages.in_app': 'true',
      'quiet.from': '22',
      'quiet.to': '7',
    });
    assert.deepEqual([sent.status, sent.location], [303, page]);
    const { kinds, topics, channels, digest, quiet } = await read();
    assert.deepEqual(kinds.messages, { in_app: true, mail: false, push: true });
    assert.deepEqual(kinds.news, { in_app: true, mail: true, push: true });
    assert.deepEqual(topics.reminders, { in_app: true, mail: true, push: true });
    assert.deepEqual([channels.mail, digest, quiet], [true, 'off', { from: 22, to: 7 }]);
  });

  it('change one thing when one is named, whatever the rest of the form says', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const form = await browser.get(page);
    await village.clients.resident.set_notification_preferences({ kinds: { news: { mail: false } } });
    await browser.submit(form, page, { only: 'devices.in_app' });
    const { kinds, quiet } = await read();
    assert.deepEqual(kinds.devices, { in_app: false, mail: true, push: true });
    assert.deepEqual(kinds.news, { in_app: true, mail: false, push: true }, 'as set elsewhere meanwhile');
    assert.deepEqual(quiet, { from: 22, to: 7 });
    await browser.submit(await browser.get(page), page, {
      only: 'quiet.from',
      'quiet.from': '',
      'quiet.to': '7',
    });
    assert.equal((await read()).quiet, null);
  });

  it('switch one subject on where all reminders were off, and no other', async () => {
    const { resident } = village.clients;
    await resident.set_notification_preferences({
      topics: { reminders: { mail: false } },
      kinds: {
        news: { mail: true },
        messages: { mail: true },
        devices: { mail: true },
        tasks: { mail: true },
      },
    });
    const browser = await signIn(actors.service, 'resident', 'ru');
    const form = await browser.get(page);
    assert.doesNotMatch(form.html, /name="news\.mail"[^>]*checked/);
    await browser.submit(form, page, { only: 'news.mail', 'news.mail': 'true' });
    const { topics, kinds } = await read();
    assert.equal(topics.reminders.mail, true);
    assert.deepEqual(
      [kinds.news.mail, kinds.messages.mail, kinds.devices.mail, kinds.tasks.mail],
      [true, false, false, false],
    );
  });

  it('refuse quiet hours that end when they begin, at their field', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const same = { ...on(...all), 'quiet.from': '8', 'quiet.to': '8' };
    const refused = await browser.submit(await browser.get(page), page, same);
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /Выберите другой час/);
  });
});

it('without a mail server letters are said to be unavailable, have no switch and stay as chosen', async () => {
  const service = await startService({ BASE_URL: 'https://dacha.example' });
  const { accounts } = await buildVillage(service);
  const authorization = `Bearer ${await service.token(accounts.resident)}`;
  const answer = await service.app.server.inject({
    url: '/api/v1/notifications/preferences',
    headers: { host: 'dacha.example', authorization },
  });
  const current = answer.json() as Preferences;
  assert.deepEqual(current.unavailable, ['mail']);
  const view = { language: 'ru', path: page, baseUrl: 'https://dacha.example' } as const;
  const clock = { language: 'ru', timeZone: 'UTC', now: new Date() } as const;
  const data = { ...current, push: { publicKey: '', devices: [] }, clock };
  const { html } = renderPage(notificationPreferencesPage, data, view);
  assert.match(visibleText(html), /Письма пока не приходят На этом сайте не настроена почта/);
  assert.doesNotMatch(html, /\.mail"|name="digest"|name="quiet/);
  const change = readChange(new URLSearchParams({ 'news.in_app': 'true' }), current);
  assert.doesNotMatch(JSON.stringify(change), /mail|digest|quiet/);
});
