import type { Browser, CDPSession, Page, Request } from 'playwright-core';
import { fillPath, paths } from '../src/base/site/paths.ts';
import { buildLargeVillage } from '../test/browser/large-village.ts';
import { exposeMap } from '../test/browser/map-touch.ts';
import type { TestService } from '../test/harness/open-service.ts';
import { desktopNetwork } from './network-profiles.ts';

const count = 100_000;
/** Metres per pixel at which plots of 20 by 30 metres are drawn singly. */
const singlePlotResolution = 1;
const maxZooms = 12;
const maxIdleChecks = 300;
const moves = 15;

const round = (value: number) => Math.round(value * 10) / 10;

/** CPU of this process, which runs both the service and the client, without the browser and the database. */
async function measureCost<Result>(work: () => Promise<Result>) {
  const cpu = process.cpuUsage();
  const from = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { result, cpuMs: Math.round((user + system) / 1000), ms: Math.round(performance.now() - from) };
}

const rssMb = () => Math.round(process.memoryUsage.rss() / 1e6);

/** The map of a settlement that is loaded in cells, on a desktop: figures of the service, then of the browser. */
export async function measureDesktop(service: TestService, browser: Browser) {
  const { slug, plots } = await buildLargeVillage(service, count);
  const address = fillPath(paths.map, { settlement: slug });
  const rssBeforeMb = rssMb();
  const asked = (path: string) =>
    measureCost(async () => {
      const reply = await fetch(service.url + path, { headers: { 'accept-encoding': 'br' } });
      return { status: reply.status, bytes: (await reply.arrayBuffer()).byteLength, headers: reply.headers };
    });
  const first = await asked(address);
  const again = await asked(address);
  const found = await asked(`${address}?q=77777`);
  const plotPage = await asked(fillPath(paths.settlementPlot, { settlement: slug, plot: '77777' }));
  const cell = (name: string) => asked(`/settlements/${slug}/land.json?cell=${name}`);
  const blocks = await cell('4/938/1408');
  const single = await cell('6/3753/5633');
  const file = await asked(fillPath(paths.landFile, { settlement: slug, kind: 'geojson' }));
  const rows = [
    { asked: 'map, land read anew', ...first },
    { asked: 'map', ...again },
    { asked: 'map, a number searched for', ...found },
    { asked: 'page of a plot', ...plotPage },
    { asked: 'cell of blocks, made', ...blocks },
    { asked: 'cell of plots, made', ...single },
    { asked: 'GeoJSON, its size unpacked', ...file },
  ].map(({ asked, result: { status, bytes, headers }, ms, cpuMs }) => ({
    asked,
    status,
    kb: round(Number(headers.get('content-length') ?? bytes) / 1000),
    ms,
    cpuMs,
  }));
  console.table(rows);
  const seen = await measureBrowser(service, browser, address);
  return { plots: plots.length, ...seen, rssBeforeMb, rssMb: rssMb() };
}

async function measureBrowser(service: TestService, browser: Browser, address: string) {
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: { width: 1280, height: 800 },
  });
  context.setDefaultTimeout(60_000);
  try {
    const page = await context.newPage();
    await page.addInitScript('globalThis.__name = (each) => each');
    await exposeMap(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', desktopNetwork);
    const line = watchTraffic(page);
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'landMap' in globalThis);
    const moments = await page.evaluate(() => ({
      seen: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      ready: performance.now(),
    }));
    const firstView = await readLandTraffic(line);
    await zoomToPlots(line);
    const zoomed = await readLandTraffic(line);
    const moveCpuMs = await dragAcross(page, devtools);
    const panned = await readLandTraffic(line);
    return {
      seenSeconds: round(moments.seen / 1000),
      readySeconds: round(moments.ready / 1000),
      cells: firstView.cells,
      landKb: firstView.kb,
      zoomCells: zoomed.cells - firstView.cells,
      zoomKb: round(zoomed.kb - firstView.kb),
      panCells: panned.cells - zoomed.cells,
      panKb: round(panned.kb - zoomed.kb),
      moveCpuMs,
    };
  } finally {
    await context.close();
  }
}

interface WindowWithMap {
  landMap: {
    map: { getView(): { getResolution(): number; getAnimating(): boolean } };
  };
}

/** Requests of a page that are in flight. */
interface PageTraffic {
  page: Page;
  open: Set<Request>;
}

function watchTraffic(page: Page): PageTraffic {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return { page, open };
}

/** Waits until the map is idle and no request is in flight, five checks in a row. */
async function waitUntilIdle({ page, open }: PageTraffic): Promise<void> {
  for (let [quiet, looks] = [0, 0]; quiet < 5; looks += 1) {
    if (looks > maxIdleChecks) throw new Error('The map did not become idle.');
    await page.waitForTimeout(100);
    const isMoving = await page.evaluate(() =>
      (globalThis as never as WindowWithMap).landMap.map.getView().getAnimating(),
    );
    quiet = isMoving || open.size > 0 ? 0 : quiet + 1;
  }
}

/** Cells and KB of land loaded so far. */
async function readLandTraffic(line: PageTraffic): Promise<{ cells: number; kb: number }> {
  await waitUntilIdle(line);
  return line.page.evaluate(() => {
    const entries = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/land.json')) as PerformanceResourceTiming[];
    const bytes = entries.reduce((sum, { transferSize }) => sum + transferSize, 0);
    return { cells: entries.length, kb: Math.round(bytes / 100) / 10 };
  });
}

/** Presses the zoom button until plots are drawn singly. */
async function zoomToPlots(line: PageTraffic): Promise<void> {
  for (let zoom = 0; zoom < maxZooms; zoom += 1) {
    await line.page.locator('.map-more > summary').click();
    await line.page.locator('[data-map="in"]').click();
    await waitUntilIdle(line);
    const metres = await line.page.evaluate(() =>
      (globalThis as never as WindowWithMap).landMap.map.getView().getResolution(),
    );
    if (metres < singlePlotResolution) return;
  }
  throw new Error('Zooming in did not show single plots.');
}

/** Pans by the width of the map; returns CPU ms per mouse move. */
async function dragAcross(page: Page, devtools: CDPSession): Promise<number> {
  const box = await page.locator('.live-map').boundingBox();
  if (!box) throw new Error('The page has no map.');
  const y = box.y + box.height / 2;
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const step = (box.width - 100) / moves;
  await page.mouse.move(box.x + box.width - 80, y);
  await page.mouse.down();
  const before = await spent();
  for (let at = 1; at <= moves; at += 1) {
    await page.mouse.move(box.x + box.width - 80 - at * step, y);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  const after = await spent();
  await page.mouse.up();
  return round((after - before) / moves);
}
