import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { idempotencyKeyField } from '../../src/entry/web/ui/form.tsx';
import type { TestService } from '../harness/service.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { Look } from './browser-window.ts';
import { waitForFocus } from './focus.ts';
import { findSmallTargets } from './small-targets.ts';

const stage = prepareBrowser('user interface components');

const phone: Look = { language: 'ru', width: 320, colorScheme: 'light' };

describe('user interface components in a browser', { skip: stage.skip }, () => {
  let service: TestService;
  before(async () => {
    service = await stage.open();
  });

  it('fit into 320 px, also at 200 % font size, and every tap target is 48 px high', async () => {
    const window = await stage.openWindow(phone);
    const { page } = window;
    for (const part of ['words', 'lists', 'forms', 'reading']) {
      await page.goto(`/ui?part=${part}&lang=ru`);
      assert.deepEqual(await findSmallTargets(page), [], part);
      assert.equal(await overflow(page), 0, part);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      assert.equal(await overflow(page), 0, `${part}, largest letters`);
    }
    await window.close();
  });

  for (const width of [360, 1280])
    it(`begin all titles of a list, and all pages, at one edge: ${width} px`, async () => {
      const window = await stage.openWindow({ ...phone, width });
      const { page } = window;
      await page.goto('/ui?part=lists&lang=ru');
      const lists = await page.locator('main .rows').evaluateAll((all) =>
        all.map((list) => {
          const boxes = (of: string) =>
            [...list.querySelectorAll(of)].map((one) => one.getBoundingClientRect());
          return {
            edges: new Set(boxes('.row > .body').map(({ left }) => left)).size,
            sizes: [...new Set(boxes('.media').map((box) => `${box.width}x${box.height}`))],
            withoutEnd: list.querySelectorAll('.row:has(a.title):not(:has(> .end))').length,
          };
        }),
      );
      assert.ok(lists.length > 2);
      for (const { edges, sizes, withoutEnd } of lists)
        assert.deepEqual([edges, sizes.length, withoutEnd], [1, 1, 0], sizes.join(' '));
      const edges: (number | undefined)[] = [];
      for (const path of ['/login', '/settlements', '/docs/changelog']) {
        await page.goto(path);
        edges.push((await page.locator('h1').first().boundingBox())?.x);
      }
      assert.equal(new Set(edges).size, 1, edges.join(' '));
      await window.close();
    });

  it('send an enhanced form without navigation: updates region, URL and focus; Back restores', async () => {
    const window = await stage.openWindow({ ...phone, width: 1280 });
    const { page } = window;
    await page.goto('/ui?part=forms&lang=ru');
    let documents = 0;
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents += 1;
    });
    const field = page.locator('#filter-q');
    await field.fill('насос');
    await field.press('Enter');
    await page.getByText('Ищем: насос').waitFor();
    assert.equal(documents, 0);
    assert.equal(new URL(page.url()).searchParams.get('q'), 'насос');
    await waitForFocus(page.locator('#filter-q'));
    assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).selectionStart), 5);
    await page.goBack();
    await page.getByText('Ищем: насос').waitFor({ state: 'detached' });
    await window.close();
  });

  it('fall back to an ordinary form submission with the same idempotency key when fetch fails', async () => {
    const window = await stage.openWindow({ ...phone, width: 1280 });
    const { page } = window;
    await page.goto('/ui?part=forms&lang=ru');
    const keys: (string | null)[] = [];
    await page.route('**/ui', (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return route.continue();
      keys.push(new URLSearchParams(request.postData() ?? '').get(idempotencyKeyField));
      if (request.resourceType() === 'fetch') return route.abort('connectionreset');
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>arrived</title>' });
    });
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.waitForFunction(() => document.title === 'arrived');
    assert.equal(keys.length, 2);
    assert.ok(keys[0]);
    assert.equal(keys[0], keys[1]);
    await page.context().close();
  });

  it('show the chart’s value at the pointer, and copy a chosen reason into the text field', async () => {
    const window = await stage.openWindow({ ...phone, width: 1280 });
    const { page } = window;
    await page.goto('/ui?lang=ru');
    const readout = page.locator('.readout');
    const before = await readout.textContent();
    await page.locator('#level-chart-area').hover({ position: { x: 100, y: 50 } });
    await page.waitForFunction((text) => document.querySelector('.readout')?.textContent !== text, before);
    assert.match((await readout.textContent()) ?? '', /9 ноября|10 ноября/);
    await page.locator('summary', { hasText: 'Вернуть с причиной' }).click();
    await page.getByText('Нет подтверждения').click();
    assert.equal(await page.locator('[name="reason"]').inputValue(), 'Нет подтверждения');
    await window.close();
  });

  it('work without script', async () => {
    const context = await stage.browser.newContext({ baseURL: service.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/ui?part=forms&lang=ru');
    await page.locator('#filter-q').fill('насос');
    await page.locator('#filter-q').press('Enter');
    await page.getByText('Ищем: насос').waitFor();
    await page.goto('/ui?part=lists&lang=ru');
    await page.locator('[popovertarget="write-sheet"]:visible').first().click();
    await page.getByText('Запись в дневник').waitFor();
    await context.close();
  });
});

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
