import type { Page } from 'playwright-core';

/** What a page keeps of its map for these tests. */
export interface Live {
  landMap: {
    showPlot(id: string): boolean;
    map: {
      getPixelFromCoordinate(place: number[]): number[];
      getView(): { getCenter(): number[] };
      renderSync(): void;
    };
  };
}

export const waitForMap = (page: Page) =>
  page.waitForFunction(() => 'landMap' in globalThis && document.querySelector('.is-live') !== null);

export const centreOf = (page: Page) =>
  page.evaluate(() => `${(globalThis as never as Live).landMap.map.getView().getCenter()}`);

/** The page keeps its map where a test finds it. */
export const noteMap = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('map-ready', (event) =>
      Object.assign(globalThis, { landMap: (event as CustomEvent).detail }),
    );
  });

/** Brings a plot into the middle. */
export const showPlot = (page: Page, id: string) =>
  page.evaluate((plot) => (globalThis as never as Live).landMap.showPlot(plot), id);

/** Where a place of the earth lies in the window now. */
export async function placeOf(
  page: Page,
  [longitude, latitude]: readonly [number, number],
): Promise<[number, number]> {
  const place = [
    (longitude * 20037508.342789244) / 180,
    (Math.log(Math.tan(((90 + latitude) * Math.PI) / 360)) * 20037508.342789244) / Math.PI,
  ];
  await page.locator('.live-map').scrollIntoViewIfNeeded();
  const [x = 0, y = 0] = await page.evaluate((mercator) => {
    const { map } = (globalThis as never as Live).landMap;
    map.renderSync();
    const [left = 0, top = 0] = map.getPixelFromCoordinate(mercator);
    const box = document.querySelector('.live-map')?.getBoundingClientRect();
    return [left + (box?.left ?? 0), top + (box?.top ?? 0)];
  }, place);
  return [x, y];
}

/** Touches a place of the earth, or so many pixels beside it. */
export async function tap(page: Page, longitude: number, latitude: number, beside = 0): Promise<void> {
  const [x, y] = await placeOf(page, [longitude, latitude]);
  if (await page.evaluate(() => navigator.maxTouchPoints > 0))
    await page.touchscreen.tap(x + beside, y + beside);
  else await page.mouse.click(x + beside, y + beside);
  // Two taps in a row are a double tap to the map within a quarter of a second.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
}

/** One finger along these places without leaving the glass. */
export async function drag(page: Page, places: readonly (readonly [number, number])[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const points: [number, number][] = [];
  for (const place of places) points.push(await placeOf(page, place));
  for (const [index, [x, y]] of points.entries()) {
    await devtools.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x, y }],
    });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}
