import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { texts as writeTexts } from '../../src/entry/web/pages/knowledge/article-form.tsx';
import { texts as noticeTexts } from '../../src/entry/web/pages/knowledge/article-form-notices.tsx';
import { texts as articleTexts } from '../../src/entry/web/pages/knowledge/knowledge-article.tsx';
import { texts as myEditsTexts } from '../../src/entry/web/pages/knowledge/my-edits.tsx';
import { texts as revisionTexts } from '../../src/entry/web/pages/knowledge/revision.tsx';
import { texts as bringBackTexts } from '../../src/entry/web/pages/knowledge/roll-back.tsx';
import { texts as writingTexts } from '../../src/entry/web/pages/knowledge/save-article.ts';
import { texts as decideTexts } from '../../src/entry/web/pages/moderation/revision-review.tsx';
import { texts as partTexts } from '../../src/entry/web/pages/moderation/revision-review-parts.tsx';
import { texts as editorTexts } from '../../src/entry/web/ui/editor.tsx';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';
import { findSmallTargets } from './small-targets.ts';

const stage = prepareBrowser('KNOWLEDGE PAGES WERE NOT TESTED');

const phones: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 360, colorScheme: 'dark' },
];
const desktops: Look[] = [
  { language: 'ru', width: 1280, colorScheme: 'dark' },
  { language: 'en', width: 1280, colorScheme: 'light' },
];

const body = [
  'Насос и трубы до зимы надо опорожнить.',
  '',
  '## Когда',
  '',
  'Слейте воду в конце октября.',
  '',
  '```mermaid',
  'flowchart TD',
  '  a[Скважина] --> b[Бак]',
  '```',
].join('\n');
const better = body.replace('в конце октября', 'до первых морозов').replace('b[Бак]', 'b[Бак] --> c[Кран]');

/** Finds targets by their visible text and counts: taps on a phone, clicks on a desktop. */
function createTapCounter({ page, look }: BrowserWindow) {
  const hand = {
    taps: 0,
    async on(role: 'link' | 'button', name: string | RegExp, exact = true) {
      hand.taps += 1;
      const target = page.getByRole(role, { name, exact }).first();
      await (look.width < 600 ? target.tap() : target.click());
    },
    async words(text: string) {
      hand.taps += 1;
      const target = page.getByText(text, { exact: true }).first();
      await (look.width < 600 ? target.tap() : target.click());
    },
  };
  return hand;
}

/** In the browser: whether a draft is stored in the IndexedDB of this account. */
function hasDraft(account: string): Promise<boolean> {
  return new Promise((done) => {
    const opening = indexedDB.open(`phone-${account}`);
    opening.onsuccess = () => {
      const keys = opening.result.transaction('kept').objectStore('kept').getAllKeys();
      keys.onsuccess = () => {
        opening.result.close();
        done(keys.result.some((key) => String(key).startsWith('draft ')));
      };
    };
  });
}

describe('knowledge pages on a phone and on a desktop', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await stage.openWithActors({}, { jobs: true });
  });

  const clients = () => actors.village.clients;
  let count = 0;
  const publish = (text = body) => {
    count += 1;
    return clients().moderator.write_knowledge_article({
      title: `Скважина зимой ${count}`,
      body: text,
      category: 'water_and_well',
      publish: true,
    });
  };
  const open = async (look: Look, persona: string) => {
    const window = await stage.openWindow(look);
    await signIn(window, persona);
    return window;
  };
  const textOf = async (article: string) =>
    (await actors.village.anonymous.show_knowledge_article({ article })).body;
  const area = (page: Page) => page.locator('textarea[name=body]');

  for (const look of [...phones, ...desktops]) {
    const { language, width } = look;
    const name = (what: string) => `knowledge-${what}-${look.colorScheme}`;

    it(`propose an edit in three taps, accept it in three, return it in five: ${language}, ${width}`, async () => {
      const article = await publish();
      const author = await open(look, 'neighbour');
      await author.page.goto(`/knowledge/${article.slug}`);
      await author.inspect(name('article'));
      const proposing = createTapCounter(author);
      await proposing.on('link', articleTexts.propose[language]);
      await author.page.waitForURL('**/edit');
      await area(author.page).fill(better);
      await author.inspect(name('edit'));
      await proposing.on('button', writeTexts.compare[language]);
      await author.page.getByLabel(writeTexts.why[language]).fill('Октябрь бывает тёплым');
      await author.inspect(name('differences'));
      await proposing.on('button', writeTexts.send[language]);
      await author.page.getByText(writingTexts.sent[language]).waitFor();
      assert.equal(proposing.taps, 3);
      await author.inspect(name('sent'));

      const moderator = await open(look, 'moderator');
      const deciding = createTapCounter(moderator);
      await deciding.on('link', article.title);
      await moderator.page.waitForURL('**/moderation/texts/*');
      await moderator.inspect(name('decision'));
      if (width < 600) assert.deepEqual(await findSmallTargets(moderator.page), []);
      await deciding.on('button', decideTexts.accept[language]);
      await moderator.page.getByText(decideTexts.accepted[language]).waitFor();
      assert.ok(deciding.taps <= 3, `deciding: ${deciding.taps}`);
      assert.equal(await textOf(article.id), better);

      await clients().neighbour.edit_knowledge_article({
        article: article.id,
        body: `${better}\n\nКупите насос у нас!`,
      });
      await moderator.page.goto('/today');
      const returning = createTapCounter(moderator);
      await returning.on('link', article.title);
      await moderator.page.waitForURL('**/moderation/texts/*');
      await returning.words(decideTexts.returnTitle[language]);
      returning.taps += 1;
      const chip = moderator.page.locator('label.chip').nth(4);
      await (width < 600 ? chip.tap() : chip.click());
      const reason = await moderator.page.locator('textarea[name=reason]').inputValue();
      assert.notEqual(reason, '', 'the chip is written out');
      await moderator.inspect(name('returning'));
      await returning.on('button', decideTexts.return[language]);
      await moderator.page.getByText(decideTexts.returned[language]).waitFor();
      assert.ok(returning.taps <= 5, `returning: ${returning.taps}`);
      await moderator.inspect(name('queue-empty'));
      await moderator.close();

      await author.page.goto('/me/edits?state=rejected');
      await author.page.getByText(reason).first().waitFor();
      await author.inspect(name('my-edits'));
      await author.page.getByRole('link', { name: myEditsTexts.again[language] }).first().click();
      await author.page.getByText(noticeTexts.returned[language]).waitFor();
      assert.match(
        await area(author.page).inputValue(),
        /Купите насос/,
        'what was returned is what one goes on with',
      );
      await author.inspect(name('returned'));
      await author.close();
    });

    it(`restore an earlier revision in four taps: ${language}, ${width}`, async () => {
      const article = await publish();
      await clients().moderator.edit_knowledge_article({
        article: article.id,
        body: 'Испорчено.',
        note: 'ой',
      });
      const window = await open(look, 'moderator');
      const { page } = window;
      await page.goto(`/knowledge/${article.slug}`);
      const hand = createTapCounter(window);
      await hand.on('link', articleTexts.history[language]);
      await page.waitForURL('**/history');
      await window.inspect(name('history'));
      hand.taps += 1;
      const version = page.locator('.row a.title').nth(1);
      await (width < 600 ? version.tap() : version.click());
      await page.waitForURL('**/history/*');
      await window.inspect(name('version'));
      await hand.on('link', revisionTexts.bringBack[language]);
      await page.waitForURL('**/bring-back');
      await window.inspect(name('bring-back'));
      await hand.on('button', bringBackTexts.confirm[language]);
      await page.getByText(bringBackTexts.done[language]).waitFor();
      assert.equal(hand.taps, 4);
      assert.equal(await textOf(article.id), body);
      await window.close();
    });
  }

  it('show the line of a diagram error while typing, and remove it when it is fixed', async () => {
    const window = await open(phones[0] as Look, 'resident');
    const { page } = window;
    await page.goto('/knowledge/new');
    await page.getByLabel(writeTexts.heading.ru, { exact: true }).fill('Полив');
    await area(page).fill('Схема\n\n```mermaid\nflowchart TD\n  a[Бак --> b\n```\n\nТак.');
    const fault = page.locator('[data-island="diagrams"]');
    await fault.filter({ hasText: 'Строка 5' }).waitFor();
    await window.inspect('knowledge-fault');
    await area(page).fill('Схема\n\n```mermaid\nflowchart TD\n  a[Бак] --> b\n```\n\nТак.');
    await fault.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: editorTexts.preview.ru }).tap();
    await page.locator('[data-region=preview] img[src^="data:image/svg"]').waitFor();
    await window.inspect('knowledge-preview');
    await window.close();
  });

  it('refuse a diagram that is too complex, without blocking other readers', async () => {
    const window = await open(phones[0] as Look, 'resident');
    const { page } = window;
    await page.goto('/knowledge/new');
    await page.getByLabel(writeTexts.heading.ru, { exact: true }).fill('Бомба');
    const arrows = Array.from({ length: 900 }, (_, at) => `  n${at} --> n${(at * 37 + 11) % 240}`).join('\n');
    const bomb = `\`\`\`mermaid\nflowchart TD\n${arrows}\n\`\`\``;
    await area(page).fill(bomb);
    await page.locator('[data-island="diagrams"]').filter({ hasText: 'Строка' }).waitFor();
    await page.getByRole('button', { name: writeTexts.send.ru, exact: true }).tap();
    const reader = await stage.openWindow(phones[1] as Look);
    await reader.page.goto('/knowledge');
    await reader.page.getByRole('heading', { level: 1 }).waitFor();
    await reader.close();
    await page.locator('.errors').filter({ hasText: 'Строка' }).waitFor();
    assert.equal(await area(page).inputValue(), bomb, 'and the text is kept');
    await window.close();
  });

  it('keep a draft with its base revision: a concurrent edit is shown, not overwritten', async () => {
    const article = await publish();
    const window = await open(phones[0] as Look, 'resident');
    const { page } = window;
    await page.goto(`/knowledge/${article.slug}/edit`);
    await area(page).fill(`${body}\n\nМоя строка.`);
    while (!(await page.evaluate(hasDraft, actors.village.accounts.resident)));
    await page.getByRole('button', { name: writeTexts.compare.ru, exact: true }).tap();
    await page.getByRole('button', { name: writeTexts.send.ru, exact: true }).waitFor();
    assert.ok(await page.evaluate(hasDraft, actors.village.accounts.resident), 'looking at it took nothing');
    await page.goto('/knowledge');
    await clients().moderator.edit_knowledge_article({
      article: article.id,
      body: `${body}\n\nЧужая строка.`,
    });
    await page.goto(`/knowledge/${article.slug}/edit`);
    await page.locator('[data-do=take] button').tap();
    assert.match(await area(page).inputValue(), /Моя строка/);
    await page.getByRole('button', { name: writeTexts.compare.ru, exact: true }).tap();
    await page.getByRole('button', { name: writeTexts.send.ru, exact: true }).tap();
    await page.getByText(noticeTexts.movedTitle.ru, { exact: true }).waitFor();
    assert.match(await area(page).inputValue(), /Моя строка/);
    await window.inspect('knowledge-moved');
    await window.close();
  });

  it('edit 300,000 characters on a phone', async (context) => {
    const paragraph = 'Трубы ведут ниже глубины промерзания, а где нельзя, там греют кабелем. ';
    const long = `${paragraph.repeat(12)}\n\n`.repeat(400).slice(0, 299_000);
    const article = await publish(long);
    const window = await open(phones[0] as Look, 'resident');
    const { page } = window;
    await page.goto(`/knowledge/${article.slug}/edit`);
    await page.evaluate(() => {
      const kept: number[] = [];
      Object.assign(globalThis, { kept });
      new PerformanceObserver((list) =>
        kept.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({
        type: 'longtask',
      });
    });
    await area(page).tap();
    await page.keyboard.press('Control+End');
    const began = Date.now();
    await page.keyboard.type('Кран закрывают последним.');
    const typing = Date.now() - began;
    const typed = await page.evaluate(() => [...(globalThis as unknown as { kept: number[] }).kept]);
    const asked = Date.now();
    await page.getByRole('button', { name: writeTexts.compare.ru, exact: true }).tap();
    await page.getByLabel(writeTexts.why.ru).waitFor();
    const compared = Date.now() - asked;
    const tasks = await page.evaluate(() => [...(globalThis as unknown as { kept: number[] }).kept]);
    context.diagnostic(
      `typing 25 letters ${typing} ms, longest task ${Math.round(Math.max(0, ...typed))} ms (${typed.length} over 50 ms); ` +
        `comparing ${compared} ms, longest task ${Math.round(Math.max(0, ...tasks))} ms`,
    );
    await window.inspect('knowledge-long');
    await page.getByRole('button', { name: writeTexts.send.ru, exact: true }).tap();
    await page.getByText(writingTexts.sent.ru).waitFor();
    const [waiting] = (await clients().resident.list_knowledge_queue({ mine: true })).revisions.slice(-1);
    const { data } = await clients().resident.show_knowledge_revision({
      article: article.id,
      revision: waiting?.id ?? '',
    });
    assert.equal(data.body.trimEnd(), `${long}Кран закрывают последним.`);
    await clients().moderator.reject_knowledge_revision({
      article: article.id,
      revision: data.id,
      reason: 'Проба',
    });
    await window.close();
  });

  it('accept a corrected edit by keyboard alone', async () => {
    const article = await publish();
    await clients().neighbour.edit_knowledge_article({
      article: article.id,
      body: `${body}\n\nКран карочки закройте.`,
    });
    const window = await open(desktops[1] as Look, 'moderator');
    const { page } = window;
    /** Presses Tab until the element with this text has the focus. */
    const reach = async (words: string) => {
      for (let steps = 0; steps < 90; steps += 1) {
        await page.keyboard.press('Tab');
        const text = await page.evaluate(
          () => (document.activeElement as HTMLElement | null)?.innerText?.trim() ?? '',
        );
        if (text === words) return;
      }
      assert.fail(`the keyboard does not reach “${words}”`);
    };
    await page.goto('/moderation/texts');
    await window.inspect('knowledge-queue');
    await reach(article.title);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/moderation/texts/*');
    await reach(partTexts.correct.en);
    await page.keyboard.press('Enter');
    await page.waitForURL('**?correct=1*');
    await window.inspect('knowledge-correct');
    const text = area(page);
    await text.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(`${body}\n\nКран закройте.`);
    await reach(decideTexts.acceptCorrected.en);
    await page.keyboard.press('Enter');
    await page.getByText(decideTexts.accepted.en).waitFor();
    assert.equal(await textOf(article.id), `${body}\n\nКран закройте.`);
    assert.equal(await page.getByRole('link', { name: article.title }).count(), 0);
    await window.close();
  });
});
