import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { fillPath, paths } from '../src/base/site/paths.ts';
import { findChromium, launchChromium } from '../test/browser/chromium.ts';
import { buildLargeVillage } from '../test/browser/large-village.ts';
import type { TestService } from '../test/harness/open-service.ts';
import { measureBoundary } from './boundary-page.ts';
import { measureDesktop } from './map-desktop.ts';
import {
  findByNumber,
  measureTouchMove,
  openPlotFromPlan,
  readLoadTimes,
  readTraffic,
  recordLoadTimes,
  throttle,
} from './map-measurements.ts';
import type { StressTest } from './stress-test.ts';
import { withTestService } from './test-service.ts';

/** 74 is the village of the demo. */
const sizes = [74, 600, 10_000] as const;
/** Loads per settlement on the phone; the median is reported. */
const turns = 5;

/** Times are reported, not asserted: they depend on the machine. */
export const map: StressTest = {
  name: 'map',
  summary:
    'the map of 74, 600 and 10,000 plots and three other pages on a slow phone, of 100,000 on a desktop: bytes, load times, CPU',
  run: ({ only }) =>
    withTestService(async (service) => {
      const executable = findChromium();
      assert.ok(executable, 'no Chromium is installed here (CHROMIUM names one)');
      const browser = await launchChromium(executable);
      try {
        const wanted = sizes.filter((plots) => 'phone'.includes(only) || only === String(plots));
        if (wanted.length > 0) {
          const rows = [];
          for (const plots of wanted) {
            const { slug } = await buildLargeVillage(service, plots);
            rows.push({ plots, ...(await measurePhone(service, browser, slug, String(plots - 3))) });
          }
          console.table(rows);
        }
        // In its own service, since the demo has a village of its own.
        if ('pages'.includes(only)) {
          const { measurePages } = await import('./phone-pages.ts');
          console.table(await withTestService((own) => measurePages(own, browser)));
        }
        if ('desk'.includes(only)) {
          console.table([await measureDesktop(service, browser)]);
          // In its own service: the land of the other settlements has the same coordinates.
          console.table(await withTestService((own) => measureBoundary(own, browser)));
        }
      } finally {
        await browser.close();
      }
      return true;
    }),
};

async function measurePhone(service: TestService, browser: Browser, slug: string, number: string) {
  const address = fillPath(paths.map, { settlement: slug });
  const sizeOf = async (path: string) => {
    const reply = await fetch(service.url + path, { headers: { 'accept-encoding': 'br' } });
    const bytes = (await reply.arrayBuffer()).byteLength;
    return Number(reply.headers.get('content-length') ?? bytes) / 1000;
  };
  const documentKb = await sizeOf(`/settlements/${slug}/land.json`);
  const open = async () => {
    const context = await browser.newContext({
      baseURL: service.url,
      viewport: { width: 390, height: 780 },
      deviceScaleFactor: 2,
      hasTouch: true,
    });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await recordLoadTimes(page);
    return { page, devtools: await throttle(page) };
  };
  const seen = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const { page, devtools } = await open();
    await page.goto(address, { waitUntil: 'commit' });
    const moments = await readLoadTimes(page);
    seen.push({
      ...(await readTraffic(page)),
      ...moments,
      moveCpuMs: await measureTouchMove(page, devtools),
    });
    await page.context().close();
  }

  // Check, without timing, that a painted plot can be opened.
  const second = await open();
  if (seen.some(({ seenSeconds }) => seenSeconds !== null)) await openPlotFromPlan(second.page, address);
  await findByNumber(second.page, address, number);
  await second.page.context().close();
  return { documentKb, ...medians(seen) };
}

/** Median of each column; null where there are no values. */
function medians(rows: readonly Readonly<Record<string, number | null>>[]): Record<string, number | null> {
  const middle = (name: string) => {
    const all = rows.flatMap((row) => row[name] ?? []).sort((one, other) => one - other);
    return all[Math.floor(all.length / 2)] ?? null;
  };
  return Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, middle(name)]));
}
