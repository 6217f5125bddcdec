import type { Browser, Page } from 'playwright-core';
import { fillPath, paths } from '../src/base/site/paths.ts';
import { texts } from '../src/entry/web/pages/boundary/boundary.tsx';
import { buildLargeVillage } from '../test/browser/large-village.ts';
import { exposeMap } from '../test/browser/map-touch.ts';
import { signIn } from '../test/browser/sign-in.ts';
import type { TestService } from '../test/harness/open-service.ts';
import { prepareOAuthTestClient } from '../test/oauth/oauth-test-client.ts';
import { desktopNetwork } from './network-profiles.ts';

const count = 100_000;
const language = 'en';
const round = (value: number) => Math.round(value * 10) / 10;
const cpuMs = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

/**
 * The boundary page on a desktop, of a settlement with more plots than the page lists: opening it, drawing a line, the
 * preview. Plots are adjacent, as in a cadastre; with gaps between all of them a preview exceeds its time limit.
 */
export async function measureBoundary(service: TestService, browser: Browser) {
  await prepareOAuthTestClient(service);
  const { slug } = await buildLargeVillage(service, count, { free: 300, isTouching: true });
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: { width: 1280, height: 800 },
    // Responses of a service worker are not network traffic.
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(120_000);
  try {
    const page = await context.newPage();
    await page.addInitScript('globalThis.__name = (each) => each');
    await exposeMap(page);
    await signIn({ page, look: { language, width: 1280, colorScheme: 'light' } }, 'moderator');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', desktopNetwork);
    const address = `${fillPath(paths.boundary, { settlement: slug })}?lang=${language}`;
    const rows = [];
    for (const asked of ['boundary, first', 'boundary']) rows.push({ asked, ...(await open(page, address)) });
    rows.push({ asked: 'what would change', ...(await drawAndPreview(page)) });
    return rows;
  } finally {
    await context.close();
  }
}

async function open(page: Page, address: string) {
  const before = cpuMs();
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'landMap' in globalThis);
  const seen = await page.evaluate(() => {
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const sizeOf = (list: PerformanceResourceTiming[]) =>
      list.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return {
      seen: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      ready: performance.now(),
      document: sizeOf(entries.slice(0, 1)),
      land: sizeOf(entries.filter(({ name }) => name.includes('/land.json'))),
    };
  });
  return {
    pageKb: round(seen.document / 1000),
    landKb: round(seen.land / 1000),
    seenSeconds: round(seen.seen / 1000),
    readySeconds: round(seen.ready / 1000),
    cpuMs: Math.round(cpuMs() - before),
  };
}

/** Draws a rough line around the visible part and waits for the preview. */
async function drawAndPreview(page: Page) {
  await page.getByRole('button', { name: texts.ring[language] }).click();
  await page.locator('.live-map').scrollIntoViewIfNeeded();
  const box = await page.locator('.live-map').boundingBox();
  if (!box) throw new Error('The page has no map.');
  const corners = [
    [0.1, 0.1],
    [0.8, 0.1],
    [0.8, 0.9],
    [0.1, 0.9],
    [0.1, 0.1],
  ] as const;
  for (const [x, y] of corners) {
    await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
    // OpenLayers takes two clicks within 250 ms for a double click.
    await page.waitForTimeout(300);
  }
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="ring"]')?.value);
  const [before, from] = [cpuMs(), performance.now()];
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: texts.look[language] }).click();
  const { responseBodySize } = await (await answered).request().sizes();
  await page.locator('.tally').waitFor();
  return {
    pageKb: round(responseBodySize / 1000),
    readySeconds: round((performance.now() - from) / 1000),
    cpuMs: Math.round(cpuMs() - before),
    told: (await page.locator('.tally').innerText()).replaceAll(/\s+/g, ' '),
  };
}
