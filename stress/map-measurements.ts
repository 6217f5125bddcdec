import type { CDPSession, Page } from 'playwright-core';
import { cpuSlowdown, phoneNetwork } from './network-profiles.ts';

const moves = 15;

/** When a page becomes usable, in seconds after the navigation started. */
export interface LoadTimes {
  /** Plots are painted, can be tapped, and the search field exists. Null: no plots were drawn. */
  seenSeconds: number | null;
  /** The map reacts to touch. */
  readySeconds: number;
  /** The map has rendered. */
  drawnSeconds: number;
  /** Time beyond 50 ms of every task, during which the page does not react to touch. */
  blockedSeconds: number;
}

/** What the init script records in the page. */
interface RecordedTimes {
  seenAt?: number;
  readyAt?: number;
  drawnAt?: number;
  shift: number;
  blocked: number;
}

const round = (value: number) => Math.round(value * 10) / 10;

export async function throttle(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', phoneNetwork);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return devtools;
}

/** A plot counts as seen when it is painted and hit by `elementFromPoint`, checked every frame. */
export async function recordLoadTimes(page: Page): Promise<void> {
  // esbuild (tsx) calls a helper `__name`, which does not exist in the page.
  await page.addInitScript('globalThis.__name = (each) => each');
  await page.addInitScript(() => {
    const noted: RecordedTimes = { shift: 0, blocked: 0 };
    Object.assign(globalThis, { noted });
    addEventListener('map-ready', (event) => {
      noted.readyAt = performance.now();
      const { map } = (event as CustomEvent<{ map: { once(type: string, act: () => void): void } }>).detail;
      map.once('postrender', () => {
        noted.drawnAt = performance.now();
      });
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        noted.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.blocked += duration - 50;
    }).observe({ type: 'longtask', buffered: true });
    const isOpen = (path: Element) => {
      const { left, top, width, height } = path.getBoundingClientRect();
      const under = document.elementFromPoint(left + width / 2, top + height / 2);
      return under !== null && under.closest('a') === path.parentElement;
    };
    const look = () => {
      const painted = performance.getEntriesByName('first-contentful-paint').length > 0;
      // A sample of the plots, so that the check itself stays cheap.
      const all = document.querySelectorAll('.drawn-plan .m-plot a > path');
      const plots = [...all].filter((_, index) => index % 37 === 0);
      const field = document.querySelector('#search-q');
      if (painted && field && plots.some(isOpen)) {
        // Wait until this frame is painted.
        requestAnimationFrame(() => {
          noted.seenAt = performance.now();
        });
      } else if (noted.readyAt === undefined) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

export async function readLoadTimes(page: Page): Promise<LoadTimes & { layoutShift: number }> {
  await page.waitForFunction(
    () => (globalThis as unknown as { noted: RecordedTimes }).noted.drawnAt !== undefined,
  );
  const {
    seenAt,
    readyAt = 0,
    drawnAt = 0,
    shift,
    blocked,
  } = await page.evaluate(() => (globalThis as unknown as { noted: RecordedTimes }).noted);
  return {
    seenSeconds: seenAt === undefined ? null : round(seenAt / 1000),
    readySeconds: round(readyAt / 1000),
    drawnSeconds: round(drawnAt / 1000),
    blockedSeconds: Math.round(blocked) / 1000,
    layoutShift: Math.round(shift * 1000) / 1000,
  };
}

/** Opens a plot by a tap while land.json, which the interactive map needs, is blocked. */
export async function openPlotFromPlan(page: Page, address: string): Promise<void> {
  await page.route('**/land.json*', (route) => route.abort());
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => (globalThis as unknown as { noted: RecordedTimes }).noted.seenAt !== undefined,
  );
  await page.locator('.drawn-plan .m-plot a').nth(4).tap();
  await page.waitForURL(/\/plots\//, { waitUntil: 'commit' });
}

/** Submitting a number in the search field finds its plot, whatever has loaded. */
export async function findByNumber(page: Page, address: string, number: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('#search-q').fill(number);
  await page.locator('#search-q').press('Enter');
  await page.locator(`.stack a[href$="/plots/${number}"]`).first().waitFor();
}

/** Bytes transferred so far, and when the last response of each kind was complete. */
export async function readTraffic(page: Page) {
  const entries = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => {
        const { name, responseEnd, transferSize } = entry as PerformanceResourceTiming;
        return { name, seconds: responseEnd / 1000, bytes: transferSize };
      },
    ),
  );
  const arrived = (part: string) =>
    round(Math.max(0, ...entries.filter(({ name }) => name.includes(part)).map(({ seconds }) => seconds)));
  return {
    pageKb: round(entries.reduce((sum, { bytes }) => sum + bytes, 0) / 1000),
    pageSeconds: round(entries[0]?.seconds ?? 0),
    scriptSeconds: arrived('.js'),
    landSeconds: arrived('land.json'),
  };
}

/** CPU ms of the page's main thread per touch move, without throttling. */
export async function measureTouchMove(page: Page, devtools: CDPSession): Promise<number> {
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
  return round((after - before) / moves);
}
