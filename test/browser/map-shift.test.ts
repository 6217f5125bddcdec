import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/site/paths.ts';
import { buildLargeVillage } from './large-village.ts';
import { noteMap, waitForMap } from './map-touch.ts';
import { prepareStage } from './stage.ts';

const stage = prepareStage('NOBODY SAW WHETHER A MAP JUMPS');

/** Adds up what moved under the reader's eyes. */
const watchShifts = `
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.moved += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

describe('a map that takes the place of its picture', { skip: stage.skip }, () => {
  let address: string;
  before(async () => {
    const service = await stage.open();
    const { slug } = await buildLargeVillage(service, 600);
    address = service.url + fillPath(paths.map, { settlement: slug });
  });

  for (const width of [360, 1280] as const)
    it(`moves nothing on the page, at ${width} px`, async () => {
      const { page, close } = await stage.openWindow({ language: 'ru', width, colorScheme: 'light' });
      await noteMap(page);
      await page.addInitScript(watchShifts);
      await page.goto(address);
      await waitForMap(page);
      assert.equal(await page.locator('.is-live').count(), 1);
      // Told with the frame after.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
      const moved = await page.evaluate<number>('window.moved');
      assert.ok(moved < 0.01, `layout shift ${moved}`);
      await close();
    });
});
