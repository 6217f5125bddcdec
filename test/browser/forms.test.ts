import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { texts as writeTexts } from '../../src/entry/web/pages/journal/entry-editor.tsx';
import { texts as entryTexts } from '../../src/entry/web/pages/journal/entry-saving.ts';
import { texts as composeTexts } from '../../src/entry/web/pages/messages/compose-form.tsx';
import { texts as newMessageTexts } from '../../src/entry/web/pages/messages/new-message.tsx';
import { texts as loginTexts } from '../../src/entry/web/pages/sign-in/login.tsx';
import { newTaskPage, texts as newTaskTexts } from '../../src/entry/web/pages/tasks/new-task.tsx';
import { texts as outboxTexts } from '../../src/entry/web/ui/outbox.tsx';
import { texts as photoTexts } from '../../src/entry/web/ui/photo-field.tsx';
import { addFileCleanup } from '../harness/file-cleanup.ts';
import { startService } from '../harness/service.ts';
import { noise } from '../media/sample-pictures.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import { type BrowserWindow, type Look, openWindow } from './browser-window.ts';
import { launchChromium } from './chromium.ts';
import { type FlakyProxy, startFlakyProxy } from './connection-proxy.ts';
import { sendSignInForm, signIn } from './sign-in.ts';

const stage = prepareBrowser('FORMS THAT ARE SENT WERE NOT TESTED');
const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 1280, colorScheme: 'dark' },
];
const write = '/settlements/berezka/write';

describe('sending forms', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  let line: FlakyProxy;
  let browser: Awaited<ReturnType<typeof launchChromium>>;
  /** Every POST that reached the service, without uploads. */
  const posts: string[] = [];
  before(async () => {
    line = await startFlakyProxy();
    const service = await startService(
      { BASE_URL: line.url },
      {
        prepare: ({ server }) =>
          void server.addHook('onRequest', async ({ method, url }) => {
            if (method === 'POST') posts.push(url.split('?')[0] ?? '');
          }),
      },
    );
    line.setTarget((service.app.server.server.address() as AddressInfo).port);
    actors = await prepareOAuthTestClient(service);
    browser = await launchChromium(stage.executable);
    addFileCleanup(() => browser.close());
  });
  after(() => line?.close());

  async function enter(look: Look): Promise<BrowserWindow> {
    line.reconnect();
    line.slowDown(undefined);
    const window = await openWindow(browser, line.url, look);
    await signIn(window, 'resident');
    await window.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    posts.length = 0;
    return window;
  }
  const banner = (page: Page, text: string) => page.locator('[data-outbox-banner]').getByText(text);
  /** The first one begins the conversation with the board, the others are added to it. */
  const messageArrived = (page: Page, language: Look['language']) =>
    banner(page, outboxTexts.arrived[language]).or(banner(page, newMessageTexts.wentOn[language])).waitFor();
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  async function assertInView(field: Locator): Promise<void> {
    const isInView = await field.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    assert.ok(isInView, 'the field is in view');
    assert.ok(await field.evaluate((element) => element === document.activeElement), 'and has the focus');
  }
  const photograph = async (page: Page, bytes: Buffer) =>
    page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'яблоня.jpg', mimeType: 'image/jpeg', buffer: bytes });
  const newest = async () => {
    const { resident } = actors.village.clients;
    const [entry] = (await resident.list_my_articles({ settlement: 'berezka' })).articles;
    return (await resident.show_article({ settlement: 'berezka', article: entry?.id ?? '' })).data;
  };

  for (const look of looks) {
    const { language, width } = look;

    it(`shows the first wrong field and what to write there, after one post: ${width}`, async () => {
      const { page } = await enter(look);
      await page.goto('/tasks/new');
      await page
        .getByRole('button', { name: newTaskTexts.send[language], exact: true })
        .scrollIntoViewIfNeeded();
      await press(page, newTaskTexts.send[language]);
      const field = page.getByLabel(newTaskTexts.what[language]);
      await page
        .getByText(newTaskPage.missing?.title?.[language] ?? '')
        .last()
        .waitFor();
      await assertInView(field);
      assert.deepEqual(posts, ['/tasks/new']);
      assert.equal(new URL(page.url()).pathname, '/tasks/new');
      await page.screenshot({ path: `screenshots/${language}-${width}-form-refused.png` });
      // The form shown in place works like the first one.
      // Not the same words twice: a likely double is asked about.
      await field.fill(`Починить калитку, ${width}`);
      await press(page, newTaskTexts.send[language]);
      await page.locator('[data-notice="done"]').waitFor();
      assert.deepEqual(posts, ['/tasks/new', '/tasks/new']);
      await page.context().close();
    });

    it(`shows the first wrong field without script: ${width}`, async () => {
      const context = await browser.newContext({
        baseURL: line.url,
        javaScriptEnabled: false,
        viewport: { width, height: 740 },
      });
      const page = await context.newPage();
      await signIn({ page, look }, 'resident');
      posts.length = 0;
      await page.goto('/tasks/new');
      await press(page, newTaskTexts.send[language]);
      await page
        .getByText(newTaskPage.missing?.title?.[language] ?? '')
        .last()
        .waitFor();
      await assertInView(page.getByLabel(newTaskTexts.what[language]));
      assert.deepEqual(posts, ['/tasks/new']);
      const link = page.locator('.errors').getByRole('link');
      assert.equal(await link.textContent(), newTaskPage.missing?.title?.[language]);
      await context.close();
    });

    it(`publishes while a photograph is being sent, and its bytes go once: ${width}`, async () => {
      const { page } = await enter(look);
      const picture = await noise(900, 700).jpeg().toBuffer();
      await page.goto(write);
      await page.getByLabel(writeTexts.body[language], { exact: true }).fill('Созрела антоновка');
      line.takeSentBytes();
      line.slowDown(picture.length / 8);
      await photograph(page, picture);
      await press(page, writeTexts.publish[language]);
      await page.locator('.form-progress').getByText(outboxTexts.sending[language]).waitFor();
      await page.screenshot({ path: `screenshots/${language}-${width}-form-progress.png` });
      await page.getByText(entryTexts.published[language]).waitFor();
      assert.equal((await newest()).photographs.length, 1);
      assert.deepEqual(posts, ['/photos', write]);
      const sent = line.takeSentBytes();
      assert.ok(sent < picture.length * 1.3, `${sent} bytes for a picture of ${picture.length}`);
      await page.context().close();
    });

    it(`goes on with the rest of a photograph after the connection broke: ${width}`, async () => {
      const { page } = await enter(look);
      const picture = await noise(900, 700 + width)
        .jpeg()
        .toBuffer();
      await page.goto(write);
      await page.getByLabel(writeTexts.body[language], { exact: true }).fill('Второй урожай');
      line.takeSentBytes();
      line.disconnectAfter('POST /photos', Math.floor(picture.length / 2));
      await photograph(page, picture);
      await page.locator('.shot.waiting').waitFor();
      await press(page, writeTexts.publish[language]);
      await page.getByText(outboxTexts.onPhone[language]).waitFor();
      line.reconnect();
      await banner(page, entryTexts.published[language]).waitFor();
      assert.equal(await page.getByText(outboxTexts.onPhone[language]).count(), 0);
      const icon = await page.locator('[data-outbox-banner] use').getAttribute('href');
      assert.match(icon ?? '', /#check$/);
      assert.equal((await newest()).photographs.length, 1);
      const sent = line.takeSentBytes();
      assert.ok(sent < picture.length * 1.3, `${sent} bytes for a picture of ${picture.length}`);
      await page.context().close();
    });

    it(`says where a text is that was sent offline, and queues nothing empty: ${width}`, async () => {
      const { page } = await enter(look);
      await page.goto('/messages/new');
      line.disconnect();
      const text = page.getByLabel(newMessageTexts.message[language], { exact: true });
      await page.getByLabel(newMessageTexts.board[language]).check();
      const words = `Когда включат воду? ${width}`;
      await text.fill(words);
      await press(page, newMessageTexts.send[language]);
      await page.getByText(outboxTexts.onPhone[language]).waitFor();
      await page.getByText(words).waitFor();
      assert.ok(await text.isHidden(), 'there is no empty form to send');
      await page.screenshot({ path: `screenshots/${language}-${width}-form-queued.png` });
      await page.getByRole('button', { name: outboxTexts.back[language] }).click();
      assert.equal(await text.inputValue(), '');
      await press(page, newMessageTexts.send[language]);
      await page.getByText('Напишите сообщение').or(page.getByText('Write a message')).last().waitFor();
      await assertInView(text);
      await banner(page, `${outboxTexts.waits[language]} 1`).waitFor();
      await page.getByRole('link', { name: outboxTexts.show[language] }).click();
      await page.getByText(words).waitFor();
      assert.equal(await page.getByRole('link', { name: loginTexts.submit[language] }).count(), 0);
      await page.locator(width < 600 ? '.dock' : '.rail').waitFor();
      await page.screenshot({ path: `screenshots/${language}-${width}-offline-frame.png` });
      line.reconnect();
      await messageArrived(page, language);
      assert.deepEqual(
        posts.filter((url) => url !== '/photos'),
        ['/messages/new'],
      );
      await page.context().close();
    });

    it(`says on the sign-in page that a text waits, and sends it after: ${width}`, async () => {
      const { page } = await enter(look);
      await page.goto('/messages/new');
      await actors.service.db`delete from session where account_id = ${actors.village.accounts.resident}`;
      await page.getByLabel(newMessageTexts.board[language]).check();
      const text = `Ключ от щитовой у меня, ${width}`;
      await page.getByLabel(newMessageTexts.message[language], { exact: true }).fill(text);
      await press(page, newMessageTexts.send[language]);
      await page.locator('[data-outbox-banner]').getByRole('link').click();
      await page.waitForURL('**/login?*');
      await banner(page, outboxTexts.signIn[language]).waitFor();
      await page.screenshot({ path: `screenshots/${language}-${width}-login-text-waits.png` });
      await sendSignInForm({ page, look }, 'resident');
      await messageArrived(page, language);
      const rows = await actors.service.db`select 1 from message where body = ${text}`;
      assert.equal(rows.length, 1);
      await page.context().close();
    });

    it(`shows an empty form and the message after Back: ${width}`, async () => {
      const { page } = await enter(look);
      await page.goto('/messages/new');
      await page.getByLabel(newMessageTexts.board[language]).check();
      const text = page.getByLabel(newMessageTexts.message[language], { exact: true });
      await text.fill(`Первое письмо, ${width}`);
      await press(page, newMessageTexts.send[language]);
      await page.locator('.letter').getByText(`Первое письмо, ${width}`).waitFor();
      const thread = page.url();
      await page.goBack();
      await text.waitFor();
      await page.waitForLoadState('networkidle');
      assert.equal(await text.inputValue(), '');
      assert.equal(await page.getByText(outboxTexts.begun[language]).count(), 0, 'nor as a draft');
      await page.goForward();
      const answer = page.getByRole('textbox', { name: composeTexts.message[language] });
      await answer.fill(`Второе письмо, ${width}`);
      await press(page, composeTexts.send[language]);
      await page.locator('.letter').getByText(`Второе письмо, ${width}`).waitFor();
      await page.goto('/today');
      await page.goBack();
      await page.locator('.letter').getByText(`Второе письмо, ${width}`).waitFor();
      await page.waitForLoadState('networkidle');
      assert.equal(page.url(), thread);
      assert.equal(await answer.inputValue(), '');
      assert.equal(await page.getByText(outboxTexts.begun[language]).count(), 0);
      await page.context().close();
    });
  }

  it('says that a photograph has been sent', async () => {
    const { page } = await enter(looks[0] as Look);
    await page.goto(write);
    await photograph(page, await noise(300, 200).jpeg().toBuffer());
    await page.locator('.shot.done').getByText(photoTexts.done.ru).waitFor();
    await page.context().close();
  });
});
