import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('CONVERSATIONS, UNDO AND PREFERENCES WERE NOT TESTED');
const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'ru', width: 1280, colorScheme: 'dark' },
];

describe('talking with neighbours', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await stage.openWithActors();
    const { accounts } = actors.village;
    await actors.service
      .db`update account set display_name = 'Галина Фёдоровна Белоусова' where id = ${accounts.neighbour}`;
  });
  const open = async (look: Look) => {
    const window = await stage.openWindow(look);
    await signIn(window, 'resident');
    return { window, page: window.page };
  };
  const press = (page: Page, look: Look, name: string) => {
    const button = page.getByRole('button', { name });
    return look.width < 600 ? button.tap() : button.click();
  };

  for (const look of looks) {
    it(`writes on in the conversation there is, with the field at the foot of the window: ${look.width}`, async () => {
      const { clients, accounts } = actors.village;
      for (const body of ['Возьмёте рассаду?', `Осталось двадцать кустов ${look.width}`])
        await clients.neighbour.send_message({ to: 'person', account: accounts.resident, body });
      const { window, page } = await open(look);
      await page.goto(paths.messages);
      const row = page.locator('main .row');
      await row.getByText('Галина Б.').waitFor();
      const badges = page.locator('[href="/messages"] .counter').filter({ visible: true });
      assert.deepEqual(
        [await row.locator('.counter').allTextContents(), await badges.allTextContents()].map((all) =>
          all.map((words) => words.replaceAll(/\D/g, '')),
        ),
        [['2'], ['2']],
      );
      await window.inspect('messages');
      await page.goto(`${paths.newMessage}?plot=2`);
      await page.getByLabel('Сообщение', { exact: true }).fill(`Возьму ${look.width}`);
      await press(page, look, 'Отправить');
      await page.getByText('Вы уже переписывались: сообщение добавлено сюда').waitFor();
      await page.locator('.letter').getByText(`Осталось двадцать кустов ${look.width}`).waitFor();
      await page.locator('.letter.mine').getByText(`Возьму ${look.width}`).waitFor();
      await page.reload();
      const field = await page.locator('.compose').boundingBox();
      const height = page.viewportSize()?.height ?? 0;
      assert.ok(field && field.y + field.height <= height && field.y + field.height > height - 24);
      assert.equal(await page.locator('.foot').filter({ visible: true }).count(), 0);
      const scrolls = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      assert.ok(scrolls <= 0, `the page itself does not scroll: ${scrolls}`);
      await window.inspect('talk');
      const { conversations } = await clients.resident.list_conversations({});
      assert.equal(conversations.length, 1);
      await window.close();
    });

    it(`closes menus on a tap elsewhere, on Escape and when another opens: ${look.width}`, async () => {
      const { window, page } = await open(look);
      const [{ id = '' } = {}] = (await actors.village.clients.resident.list_conversations({})).conversations;
      await page.goto(fillPath(paths.conversation, { conversation: id }));
      const menu = page.getByText('Заблокировать', { exact: true }).first();
      const dots = page.locator('.kebab > summary');
      const place = page.locator('details.place:not(.kebab) > summary').filter({ visible: true });
      const shown = () => page.locator('.menu').filter({ visible: true }).count();
      await dots.click();
      await menu.waitFor();
      await page.mouse.click((page.viewportSize()?.width ?? 0) / 2, 400);
      await menu.waitFor({ state: 'hidden' });
      await dots.click();
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      assert.ok(await dots.evaluate((element) => element === document.activeElement), 'focus comes back');
      await dots.click();
      await place.click();
      assert.equal(await shown(), 1);
      await menu.waitFor({ state: 'hidden' });
      await dots.click();
      assert.equal(await shown(), 1);
      await menu.click();
      await page.getByText('Заблокировать переписку?').waitFor();
      assert.equal(await shown(), 0, 'nothing lies under the question');
      await window.close();
    });

    it(`saves each notification switch at once: ${look.width}`, async () => {
      const { window, page } = await open(look);
      await page.goto(paths.notificationPreferences);
      assert.equal(await page.getByRole('button', { name: 'Сохранить' }).count(), 0);
      const subject = page.getByRole('group', { name: /Объявления/ });
      await subject.getByRole('switch', { name: 'Письмом' }).click();
      await page.getByText('Сохранено').waitFor();
      await page.getByRole('switch', { name: /Одним письмом в день/ }).click();
      await page.getByLabel('Тихие часы с').selectOption('22');
      await page.getByLabel('до', { exact: true }).selectOption('7');
      // Said when the last of the three has been saved.
      await page.getByText('Сохранено').waitFor();
      const { kinds, digest, quiet, topics } =
        await actors.village.clients.resident.show_notification_preferences({});
      assert.deepEqual(
        [kinds.news, kinds.tasks],
        [
          { in_app: true, mail: false, push: true },
          { in_app: true, mail: true, push: true },
        ],
      );
      assert.deepEqual([digest, quiet], ['daily', { from: 22, to: 7 }]);
      assert.ok(Object.values(topics).every(({ in_app, mail }) => in_app && mail));
      await window.inspect('preferences');
      await page.reload();
      assert.equal(await subject.getByRole('switch', { name: 'Письмом' }).isChecked(), false);
      const everything = { news: { in_app: true, mail: true } };
      await actors.village.clients.resident.set_notification_preferences({
        kinds: everything,
        digest: 'off',
        quiet: null,
      } as never);
      await window.close();
    });

    it(`takes “Сделано” back: ${look.width}`, async () => {
      const { clients, settlement } = actors.village;
      const title = `Слить воду ${look.width}`;
      const { data } = await clients.resident.write_task({
        settlement: settlement.slug,
        kind: 'reminder',
        title,
      });
      const { window, page } = await open(look);
      await page.goto(paths.tasks);
      await press(page, look, `Сделано ${title}`);
      await page.getByText('задача снята с вашего списка').waitFor();
      await window.inspect('undo');
      await press(page, look, 'Вернуть');
      await page.getByText('Задача снова в работе').waitFor();
      await page.getByRole('link', { name: title }).waitFor();
      assert.equal((await clients.resident.show_task({ task: data.id })).data.status, 'open');
      await window.close();
    });
  }
});
