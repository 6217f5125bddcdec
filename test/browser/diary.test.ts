import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { texts as writeTexts } from '../../src/entry/web/pages/journal/entry-editor.tsx';
import { texts as entryTexts } from '../../src/entry/web/pages/journal/entry-saving.ts';
import { texts as editorTexts } from '../../src/entry/web/ui/editor.tsx';
import { texts as photoTexts } from '../../src/entry/web/ui/photo-field.tsx';
import { quarters } from '../media/forge-heic.ts';
import { noise, photographWithPlace } from '../media/sample-pictures.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { createThings } from '../operations/journal/mentioned-things.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('THE DIARY EDITOR WAS NOT TESTED');

const phones: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 360, colorScheme: 'dark' },
];
/** Seen whole, above what is fixed at the foot of the window. */
const isInView = (where: Locator) =>
  where.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const foot = document.querySelector('.action-bar')?.getBoundingClientRect().top ?? innerHeight;
    return top >= 0 && bottom <= Math.min(foot, innerHeight);
  });
const settlement = 'berezka';
const tree = 'Антоновка у калитки';
const words = {
  write: { en: 'Write', ru: 'Написать' },
  diary: { en: 'Diary entry', ru: 'Запись в дневник' },
};

describe('diary editor on a phone', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settlements-diary-'));
    actors = await stage.openWithActors({}, { jobs: true });
    const things = createThings(actors.service, actors.village);
    await things.object(tree);
    await things.object('Грядка под чеснок');
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** Files on disk: passing large buffers to the browser is slow. */
  const file = async (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  };
  const resident = () => actors.village.clients.resident;
  const newest = async () => {
    const [entry] = (await resident().list_my_articles({ settlement })).articles;
    return (await resident().show_article({ settlement, article: entry?.id ?? '' })).data;
  };
  const photographs = async () =>
    (await resident().list_media({ settlement, parcel: actors.village.plots.resident, limit: 100 })).media;
  const shots = (page: Page, state: string) => page.locator(`.shot.${state}`);
  /** Opens the file chooser by a tap; picking each file counts as one more tap. */
  async function choose(page: Page, files: string[], tap: (where: Locator) => Promise<void>) {
    const opened = page.waitForEvent('filechooser');
    await tap(page.locator('.add-shot'));
    await (await opened).setFiles(files);
  }

  for (const look of phones)
    it(`publishes an entry with two photographs and a mention in eight taps: ${look.language}`, async () => {
      const { language } = look;
      const window = await stage.openWindow(look);
      const { page } = window;
      await signIn(window, 'resident');
      let taps = 0;
      const tap = async (where: Locator) => {
        taps += 1;
        await where.tap();
      };
      await tap(page.locator('.dock').getByRole('button', { name: words.write[language] }));
      await tap(page.getByRole('link', { name: words.diary[language] }));
      await page.waitForURL('**/write*');
      assert.ok(await isInView(page.locator('.add-shot')), 'the camera is there without scrolling');
      await page.getByLabel(writeTexts.body[language], { exact: true }).fill('Сняли яблоки, ');
      const large = await photographWithPlace(3200, 1800);
      await choose(
        page,
        [await file('a.jpg', large), await file('b.jpg', await noise(90, 60).jpeg().toBuffer())],
        tap,
      );
      taps += 2;
      await shots(page, 'done').nth(1).waitFor();
      await window.inspect('diary-write');
      await tap(page.getByText(writeTexts.more[language], { exact: true }));
      await tap(page.getByRole('button', { name: tree }));
      await tap(page.getByRole('button', { name: writeTexts.publish[language], exact: true }));
      await page.getByText(entryTexts.published[language]).waitFor();
      assert.equal(taps, 8);
      const entry = await newest();
      assert.match(entry.body, /^Сняли яблоки, \[object:\d+\]\s+\[media:\d+\] \[media:\d+\]$/);
      assert.equal(entry.status, 'published');
      const kept = await photographs();
      const sent = kept.find(({ id }) => id === entry.photographs[0]?.id);
      assert.deepEqual([sent?.width, sent?.height], [2560, 1440], 'made smaller on the phone');
      assert.match(sent?.taken_at ?? '', /^2024-05-06T/, 'and the day of the camera is kept');
      assert.equal(entry.about_on, '2024-05-06');
      await page.locator('.prose a.shown').nth(1).waitFor();
      while ((await page.locator('.prose a.shown[href]').count()) < 2) await page.reload();
      await window.inspect('diary-article');
      await page.locator('.prose a.shown').first().tap();
      await page.locator('dialog.large-photo img').waitFor();
      await page.keyboard.press('Escape');
      await window.close();
    });

  async function open(look = phones[0] as Look): Promise<BrowserWindow> {
    const window = await stage.openWindow(look);
    await signIn(window, 'resident');
    await window.page.goto(`/settlements/${settlement}/write`);
    await window.page.getByLabel(writeTexts.body.ru, { exact: true }).fill('Текст, который не пропадёт');
    return window;
  }
  const pick = (page: Page, ...files: string[]) => choose(page, files, (where) => where.tap());

  it('rejects invalid files before uploading, accepts HEIC, and keeps the text', async () => {
    const window = await open();
    const { page } = window;
    const jpeg = await noise(300, 200).jpeg().toBuffer();
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().includes('/photos?')) sent += 1;
    });
    await pick(
      page,
      await file('письмо.jpg', Buffer.from('это письмо, а не снимок')),
      await file('обрыв.png', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(99)])),
      await file('огромный.heic', Buffer.concat([quarters, Buffer.alloc(40_000_000)])),
    );
    await shots(page, 'failed').nth(2).waitFor();
    const faults = await shots(page, 'failed').locator('.how').allTextContents();
    assert.deepEqual(
      faults.map((fault) => fault.trim()),
      [photoTexts.notPicture.ru, photoTexts.broken.ru, 'файл 40\u00a0МБ, можно до 40\u00a0МБ'],
    );
    assert.equal(sent, 0);
    await pick(page, await file('iphone.heic', quarters), await file('b.jpg', jpeg));
    await shots(page, 'done').nth(1).waitFor();
    assert.equal(sent, 2);
    await page.getByRole('button', { name: writeTexts.keep.ru }).tap();
    await page.waitForURL('**/me/articles');
    assert.equal((await newest()).photographs.length, 2);
    await window.close();
  });

  it('uploads a photograph once, though the request or its response was lost', async () => {
    const window = await open();
    const { page } = window;
    const before = (await photographs()).length;
    // The first request is not sent; the second arrives, but its response is lost.
    const tries: string[] = [];
    await page.route('**/photos?*', async (route) => {
      tries.push(route.request().headers()['idempotency-key'] ?? '');
      if (tries.length === 1) return route.abort('connectionreset');
      if (tries.length === 2) {
        await route.fetch();
        return route.abort('connectionreset');
      }
      return route.continue();
    });
    await pick(page, await file('c.jpg', await noise(120, 80).jpeg().toBuffer()));
    for (const _ of [1, 2]) {
      await shots(page, 'waiting').waitFor();
      await page.evaluate(() => dispatchEvent(new Event('online')));
    }
    await shots(page, 'done').waitFor();
    assert.equal(new Set(tries).size, 1, 'with the same key');
    assert.equal((await photographs()).length, before + 1);
    await page.context().close();
  });

  it('submits photographs with the form if they could not be uploaded', async () => {
    const window = await open();
    const { page } = window;
    await page.route('**/photos?*', (route) => route.abort('connectionreset'));
    await pick(page, await file('d.jpg', await noise(121, 80).jpeg().toBuffer()));
    await shots(page, 'waiting').waitFor();
    await page.getByRole('button', { name: writeTexts.publish.ru, exact: true }).tap();
    await page.getByText(entryTexts.published.ru).waitFor();
    const entry = await newest();
    assert.equal(entry.photographs.length, 1);
    assert.match(entry.body, /^Текст, который не пропадёт/);
    await page.context().close();
  });

  it('completes mentions after @, previews without a page load, and undoes', async () => {
    const window = await open();
    const { page } = window;
    const body = page.getByLabel(writeTexts.body.ru, { exact: true });
    await body.press('End');
    await body.pressSequentially(' @грядк');
    await page.getByRole('option', { name: 'Грядка под чеснок' }).tap();
    assert.match(await body.inputValue(), /@Грядка под чеснок $/);
    await page.keyboard.press('Control+A');
    await page.getByRole('button', { name: editorTexts.bold.ru }).tap();
    assert.match(await body.inputValue(), /^\*\*Текст[\s\S]*\*\*\s*$/);
    let documents = 0;
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents += 1;
    });
    await page.getByRole('button', { name: editorTexts.preview.ru }).tap();
    await page.locator('[data-region="preview"] strong').getByText('Грядка под чеснок').waitFor();
    assert.equal(documents, 0, 'without leaving the page');
    await window.inspect('diary-preview');
    await page.getByRole('button', { name: editorTexts.undo.ru }).tap();
    assert.doesNotMatch(await body.inputValue(), /\*\*/);
    await window.close();
  });

  it('passes inspection on a desktop', async () => {
    for (const [language, colorScheme] of [
      ['ru', 'light'],
      ['en', 'dark'],
    ] as const) {
      const window = await stage.openWindow({ language, width: 1280, colorScheme });
      await signIn(window, 'resident');
      const { slug } = await newest();
      await window.visit(`/settlements/${settlement}/write`, 'diary-write');
      await window.visit(`/settlements/${settlement}/articles/${slug}`, 'diary-article');
      await window.visit(`/settlements/${settlement}/articles`, 'diary-list');
      await window.visit('/me/articles', 'diary-mine');
      await window.visit(`/settlements/${settlement}/articles/${slug}/remove`, 'diary-remove');
      await window.close();
    }
  });
});
