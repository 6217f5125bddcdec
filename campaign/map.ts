import assert from 'node:assert/strict';
import type { CDPSession, Page } from 'playwright-core';
import { fillPath, paths } from '../src/site/paths.ts';
import { insertParcels, insertPlace, insertSettlement } from '../src/store/land/register.ts';
import { findChromium, launchChromium } from '../test/browser/chromium.ts';
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
          const slug = await buildVillage(service, plots);
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
  const moveCpuMs = await move(page, devtools);
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    plots,
    documentKb,
    pageKb: round(pageKb),
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

/** Plots of about 20 by 30 metres in rows, six in ten with a house, every tenth of those too near the border. */
async function buildVillage({ db, newId }: TestService, count: number): Promise<string> {
  const now = new Date();
  const [place, settlement] = [newId(), newId()];
  const slug = `village-${count}`;
  await insertPlace(db, { id: place, parentId: null, kind: 'country', name: slug });
  await insertSettlement(db, {
    id: settlement,
    slug,
    name: slug,
    kind: 'snt',
    status: 'populated',
    placeId: place,
    address: '',
    timeZone: 'Europe/Moscow',
    createdAt: now,
  });
  const waver = createWaver(count);
  const columns = Math.ceil(Math.sqrt(count));
  const at = (index: number): [number, number] => [
    37.5 + (index % columns) * 0.00032 + waver(),
    56.3 + Math.floor(index / columns) * 0.00027 + waver(),
  ];
  const ring = ([x, y]: [number, number], wide: number, high: number) => [
    [x, y],
    [x + wide + waver(), y + waver()],
    [x + wide + waver(), y + high + waver()],
    [x + waver(), y + high + waver()],
    [x, y],
  ];
  const plots = Array.from({ length: count }, (_, index) => {
    const [x, y] = at(index);
    return {
      id: newId(),
      settlementId: settlement,
      number: String(index + 1),
      cadastralNumber: `50:${count}:${index}`,
      address: '',
      areaM2: 600,
      geometry: { type: 'Polygon' as const, coordinates: [ring([x, y], 0.00031, 0.00026)] },
      center: [x + 0.00015, y + 0.00013] as [number, number],
    };
  });
  for (let from = 0; from < count; from += 1000) await insertParcels(db, plots.slice(from, from + 1000), now);
  const houses = plots
    .map(({ id }, index) => ({
      id: newId(),
      parcel: id,
      place: at(index),
      setback: index % 10 === 0 ? 1.5 : 4,
    }))
    .filter((_, index) => index % 5 < 3);
  const rows = houses.map(({ id, parcel, place: [x, y], setback }) => ({
    id,
    parcel,
    setback,
    geometry: { type: 'Polygon', coordinates: [ring([x + 0.0001, y + 0.00008], 0.00012, 0.00008)] },
  }));
  await db`
    insert into building (id, settlement_id, parcel_id, purpose, area_m2, setback_m, geometry, created_at, updated_at)
    select r.id, ${settlement}, r.parcel, 'dwelling', 60, r.setback, r.geometry, ${now}, ${now}
      from jsonb_to_recordset(${db.json(rows as never)}) as r (id bigint, parcel bigint, setback double precision, geometry jsonb)`;
  return slug;
}

/** Up to a metre, another at each call and the same in each run: land that surveyors measured does not compress like a grid. */
function createWaver(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.round((state / 2 ** 32) * 100) * 1e-7;
  };
}
