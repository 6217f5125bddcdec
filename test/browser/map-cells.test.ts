import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { fillPath, paths } from '../../src/site/paths.ts';
import { said } from '../../src/web/pages/map/map.tsx';
import { startService, type TestService } from '../harness/service.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { type BuiltPlot, buildLargeVillage } from './large-village.ts';
import { noteMap, tap, waitForMap } from './map-touch.ts';
import { openWindow } from './window.ts';

const executable = findChromium();
const required = Boolean(process.env.REQUIRE_CHROMIUM);
const notice = 'no Chromium is installed here: NO LAND WAS LOADED IN CELLS (CHROMIUM names one)';
if (executable === undefined && !required) console.warn(`test/browser: ${notice}`);

const look = { language: 'ru', width: 1280, colorScheme: 'light' } as const;

describe('the map of more land than one document should hold', {
  skip: executable === undefined && !required && notice,
}, () => {
  let browser: Browser;
  let service: TestService;
  let slug: string;
  let plots: BuiltPlot[];
  before(async () => {
    assert.ok(executable, notice);
    browser = await launchChromium(executable);
    service = await startService({}, { mostWholeLand: 2000 });
    ({ slug, plots } = await buildLargeVillage(service, 4000));
  });
  after(() => browser?.close());

  it('shows where plots lie from afar, and loads those that come into sight', async () => {
    const window = await openWindow(browser, service.url, look);
    const { page } = window;
    await noteMap(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/land.json')) asked.push(new URL(request.url()).search);
    });
    const address = fillPath(paths.map, { settlement: slug });
    await page.goto(`${address}?lang=ru`);
    await waitForMap(page);
    assert.ok(
      asked.length > 0 && asked.length <= 24 && asked.every((each) => each.startsWith('?cell=')),
      `${asked}`,
    );
    await window.inspect('map-cells');

    const plot = plots[1234] as BuiltPlot;
    await page.goto(`${address}?lang=ru&plot=${plot.number}`);
    await waitForMap(page);
    const neighbour = plots[1235] as BuiltPlot;
    await tap(page, ...neighbour.centre);
    await page
      .locator('[data-map-said]')
      .getByRole('link', { name: `${said.plot.ru} ${neighbour.number}` })
      .waitFor();
    assert.ok(!asked.includes(''), 'never all of it');
    await window.close();
  });
});
