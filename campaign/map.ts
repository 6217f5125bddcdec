import assert from 'node:assert/strict';
import type { CDPSession, Page } from 'playwright-core';
import { fillPath, paths } from '../src/site/paths.ts';
import { findChromium, launchChromium } from '../test/browser/chromium.ts';
import { buildLargeVillage } from '../test/browser/large-village.ts';
import type { TestService } from '../test/harness/open-service.ts';
import type { Campaign } from './campaign.ts';
import { withOwnService } from './own-service.ts';
import { line, slowdown } from './slow-phone.ts';

const sizes = [600, 10_000] as const;
const moves = 15;

interface Figures {
  plots: number;
  documentKb: number;
  pageKb: number;
  /** When the last byte of each had arrived. */
  pageSeconds: number;
  scriptSeconds: number;
  landSeconds: number;
  readySeconds: number;
  moveCpuMs: number;
}

/** Times are told, never judged here: they belong to the machine they were taken on. */
export const map: Campaign = {
  name: 'map',
  summary:
    'the map of villages of 600 and 10,000 plots on a slow phone: bytes, time until it can be moved, CPU of a move',
  run: () =>
    withOwnService(async (service) => {
      const executable = findChromium();
      assert.ok(executable, 'no Chromium is installed here (CHROMIUM names one)');
      const browser = await launchChromium(executable);
      try {
        const rows: Figures[] = [];
        for (const plots of sizes) {
          const { slug } = await buildLargeVillage(service, plots);
          const context = await browser.newContext({
            baseURL: service.url,
            viewport: { width: 390, height: 780 },
            deviceScaleFactor: 2,
            hasTouch: true,
          });
          context.setDefaultTimeout(120_000);
          rows.push(await measure(service, await context.newPage(), slug, plots));
          await context.close();
        }
        console.table(rows);
      } finally {
        await browser.close();
      }
      return true;
    }),
};

async function measure(service: TestService, page: Page, slug: string, plots: number): Promise<Figures> {
  const size = async (path: string) => {
    const reply = await fetch(service.url + path, { headers: { 'accept-encoding': 'br' } });
    await reply.arrayBuffer();
    return Number(reply.headers.get('content-length') ?? 0) / 1000;
  };
  const address = fillPath(paths.map, { settlement: slug });
  const documentKb = await size(`/settlements/${slug}/land.json`);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(() => {
    addEventListener('map-ready', () => Object.assign(globalThis, { readyAt: performance.now() }));
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'readyAt' in globalThis);
  const readyMs = await page.evaluate(() => (globalThis as unknown as { readyAt: number }).readyAt);
  const pageKb = await page.evaluate(
    () =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce(
        (sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize,
        0,
      ) / 1000,
  );
  const loaded = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => [entry.name, (entry as PerformanceResourceTiming).responseEnd / 1000] as const,
    ),
  );
  const arrived = (ending: string) =>
    Math.max(0, ...loaded.filter(([name]) => name.endsWith(ending)).map(([, seconds]) => seconds));
  const moveCpuMs = await move(page, devtools);
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    plots,
    documentKb,
    pageKb: round(pageKb),
    pageSeconds: round(loaded[0]?.[1] ?? 0),
    scriptSeconds: round(arrived('.js')),
    landSeconds: round(arrived('land.json')),
    readySeconds: round(readyMs / 1000),
    moveCpuMs: round(moveCpuMs),
  };
}

/** CPU of the page's own thread for one move of a finger, without the slowing down. */
async function move(page: Page, devtools: CDPSession): Promise<number> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const box = await page.locator('.live-map').boundingBox();
  const [x, y] = [(box?.x ?? 0) + 150, (box?.y ?? 0) + 200];
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x - by, y: y - by }],
    });
  await touch('touchStart', 0);
  const before = await spent();
  for (let step = 1; step <= moves; step += 1) {
    await touch('touchMove', step * 5);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  const after = await spent();
  await touch('touchEnd', moves * 5);
  return (after - before) / moves;
}
