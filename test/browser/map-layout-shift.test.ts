import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { prepareBrowser } from './browser-setup.ts';
import { buildLargeVillage } from './large-village.ts';
import { exposeMap, waitForMap } from './map-touch.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('layout shift of maps');

/** Sums up cumulative layout shift. */
const watchShifts = `
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.moved += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

describe('a map loaded after the page', { skip: stage.skip }, () => {
  let slug: string;
  before(async () => {
    const { service } = await stage.openWithActors();
    ({ slug } = await buildLargeVillage(service, 600, { free: 4 }));
  });

  for (const [path, width] of [
    [paths.map, 360],
    [paths.map, 1280],
    [paths.boundary, 360],
    [paths.boundary, 1280],
  ] as const)
    it(`causes no layout shift on ${path} at ${width} px`, async () => {
      const window = await stage.openWindow({ language: 'ru', width, colorScheme: 'light' });
      const { page, close } = window;
      if (path === paths.boundary) await signIn(window, 'moderator');
      await exposeMap(page);
      await page.addInitScript(watchShifts);
      await page.goto(fillPath(path, { settlement: slug }));
      await waitForMap(page);
      assert.equal(await page.locator('.is-live').count(), 1);
      // Entries are reported one frame later.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
      const moved = await page.evaluate<number>('window.moved');
      assert.ok(moved < 0.01, `layout shift ${moved}`);
      await close();
    });
});
