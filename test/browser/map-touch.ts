import type { Page } from 'playwright-core';

/** The map exposed to the tests. */
export interface ExposedMap {
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
  page.evaluate(() => `${(globalThis as never as ExposedMap).landMap.map.getView().getCenter()}`);

/** Exposes the map as globalThis.landMap. */
export const exposeMap = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('map-ready', (event) =>
      Object.assign(globalThis, { landMap: (event as CustomEvent).detail }),
    );
  });

/** Centres the map on a plot. */
export const showPlot = (page: Page, id: string) =>
  page.evaluate((plot) => (globalThis as never as ExposedMap).landMap.showPlot(plot), id);

/** Viewport pixel of a geographic position (Web Mercator). */
export async function pixelOf(
  page: Page,
  [longitude, latitude]: readonly [number, number],
): Promise<[number, number]> {
  const place = [
    (longitude * 20037508.342789244) / 180,
    (Math.log(Math.tan(((90 + latitude) * Math.PI) / 360)) * 20037508.342789244) / Math.PI,
  ];
  await page.locator('.live-map').scrollIntoViewIfNeeded();
  const [x = 0, y = 0] = await page.evaluate((mercator) => {
    const { map } = (globalThis as never as ExposedMap).landMap;
    map.renderSync();
    const [left = 0, top = 0] = map.getPixelFromCoordinate(mercator);
    const box = document.querySelector('.live-map')?.getBoundingClientRect();
    return [left + (box?.left ?? 0), top + (box?.top ?? 0)];
  }, place);
  return [x, y];
}

/** Taps a geographic position, offset by `beside` pixels. */
export async function tap(page: Page, longitude: number, latitude: number, beside = 0): Promise<void> {
  const [x, y] = await pixelOf(page, [longitude, latitude]);
  if (await page.evaluate(() => navigator.maxTouchPoints > 0))
    await page.touchscreen.tap(x + beside, y + beside);
  else await page.mouse.click(x + beside, y + beside);
  // OpenLayers takes two taps within 250 ms for a double tap.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
}

/** Touch drag along these positions. */
export async function drag(page: Page, places: readonly (readonly [number, number])[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const points: [number, number][] = [];
  for (const place of places) points.push(await pixelOf(page, place));
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
