import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Language } from '../../src/base/i18n/text.ts';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts as boundaryTexts } from '../../src/entry/web/pages/boundary/boundary.tsx';
import { texts as outcomeTexts } from '../../src/entry/web/pages/boundary/boundary-preview.tsx';
import { texts as partTexts } from '../../src/entry/web/pages/boundary/boundary-table.tsx';
import { texts as mapTexts, scriptTexts } from '../../src/entry/web/pages/map/map.tsx';
import { texts as listTexts } from '../../src/entry/web/pages/map/map-lists.tsx';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { squarePlot } from '../harness/village.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { waitForFocus } from './focus.ts';
import { centreOf, type ExposedMap, exposeMap, pixelOf, tap, waitForMap } from './map-touch.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('interactive maps');

const looks: readonly Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 1280, colorScheme: 'dark' },
];
const phone = looks[0] as Look;

describe('interactive maps', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  const at = { settlement: 'berezka' };
  const boundary = fillPath(paths.boundary, at);
  before(async () => {
    actors = await stage.openWithActors();
    const { service } = actors;
    const free = Array.from({ length: 4 }, (_, column) => ({
      id: service.newId(),
      settlementId: null,
      number: `10${column}`,
      cadastralNumber: `50:04:0000000:${600 + column}`,
      address: '',
      ...squarePlot(1, column),
    }));
    await insertParcels(service.db, free, new Date());
  });

  const open = async (look: Look, persona: string): Promise<BrowserWindow> => {
    const window = await stage.openWindow(look);
    await exposeMap(window.page);
    await signIn(window, persona);
    return window;
  };
  const members = async () =>
    (await actors.village.anonymous.list_parcels({ ...at, limit: 100 })).parcels.map(({ number }) => number);

  for (const look of looks)
    it(`show plots, remember switched layers and measure distances: ${look.language}, ${look.width}`, async () => {
      const { language } = look;
      const window = await open(look, 'resident');
      const { page } = window;
      await page.goto(`${fillPath(paths.map, at)}?lang=${language}`);
      await waitForMap(page);
      await window.inspect('map');
      await tap(page, 37.50075, 56.30015);
      const answer = page.locator('[data-map-said]');
      await answer.getByRole('link', { name: `${scriptTexts.plot[language]} 2` }).waitFor();
      await checkCard(page, language);
      await page.getByText(mapTexts.houses[language], { exact: true }).click();
      await page.reload();
      await waitForMap(page);
      assert.equal(await page.getByLabel(mapTexts.houses[language]).isChecked(), false, 'remembered');
      await page.locator('.map-more').getByText(mapTexts.more[language]).click();
      await page.getByRole('button', { name: mapTexts.line[language] }).click();
      await answer.getByText(scriptTexts.measureHow[language]).waitFor();
      await tap(page, 37.5, 56.3);
      await tap(page, 37.5005, 56.3);
      await tap(page, 37.5005, 56.3);
      await answer.getByText(/3[01]([.,]\d)?\s/).waitFor();
      await window.close();
    });

  /** What a tap found: over the map, above the dock, with its area, and what to do next. */
  async function checkCard(page: Page, language: Language): Promise<void> {
    const card = page.locator('[data-map-said]');
    assert.match(await card.innerText(), language === 'ru' ? /\d\sсот\./ : /\d\sm²/);
    for (const name of ['open', 'write'] as const)
      assert.ok(await card.getByRole('link', { name: scriptTexts[name][language] }).isVisible(), name);
    const [box, map, dock] = await Promise.all(
      ['[data-map-said]', '.live-map', '.dock'].map((each) => page.locator(each).boundingBox()),
    );
    assert.ok(box && map);
    assert.ok(box.y >= map.y && box.y + box.height <= map.y + map.height, 'over the map');
    if (dock) assert.ok(box.y + box.height <= dock.y, `${box.y + box.height} of ${dock.y}`);
    await card.getByRole('button', { name: scriptTexts.close[language] }).click();
    assert.equal(await card.innerText(), '');
  }

  it('show a static plan with tappable plots until land.json is loaded, then replace it in place', async () => {
    const window = await open(phone, 'resident');
    const { page } = window;
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/land.json*', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await page.goto(fillPath(paths.map, at), { waitUntil: 'commit' });
    const drawn = page.locator('.drawn-plan a[href$="/plots/2"] path');
    await drawn.waitFor();
    await drawn.tap();
    await page.waitForURL(/\/plots\/2$/);
    await page.goto(fillPath(paths.map, at), { waitUntil: 'commit' });
    const picture = await drawn.boundingBox();
    const below = await page.locator('.map-page .fold-box').first().boundingBox();
    assert.ok(picture && below);
    release();
    await waitForMap(page);
    const after = await page.locator('.map-page .fold-box').first().boundingBox();
    assert.ok(Math.abs((after?.y ?? 0) - below.y) < 2, 'nothing below has moved');
    // South-west corner of plot 2 in the register.
    const { geometry } = squarePlot(0, 1);
    const [west, south] = (geometry.coordinates as number[][][])[0]?.[0] ?? [];
    const [x, y] = await pixelOf(page, [west ?? 0, south ?? 0]);
    const moved = await page.evaluate(() => scrollY);
    assert.ok(Math.abs(x - picture.x) < 3, `${x} was ${picture.x}`);
    assert.ok(
      Math.abs(y + moved - (picture.y + picture.height)) < 3,
      `${y} was ${picture.y + picture.height}`,
    );
    await window.close();
  });

  it('can be used by keyboard: a plot of the list is centred, arrow keys pan', async () => {
    const window = await open(phone, 'resident');
    const { page } = window;
    await page.goto(fillPath(paths.map, at));
    await waitForMap(page);
    await page.getByRole('link', { name: `${listTexts.onMap.ru} 3` }).focus();
    await page.keyboard.press('Enter');
    await page
      .locator('[data-map-said]')
      .getByRole('link', { name: `${scriptTexts.plot.ru} 3` })
      .waitFor();
    await waitForFocus(page.locator('.live-map'));
    const before = await centreOf(page);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      (from) => `${(globalThis as never as ExposedMap).landMap.map.getView().getCenter()}` !== from,
      before,
    );
    await window.close();
  });

  it('draw a boundary by taps that snap to corners: undo, redo, preview, apply, restore from history', async () => {
    const window = await open(phone, 'editor');
    const { page } = window;
    const { language } = phone;
    await page.goto(`${boundary}?lang=${language}`);
    await waitForMap(page);
    await window.inspect('boundary');
    const taken = await members();

    // A tap ticks the plot in the table; undo and redo.
    await tap(page, 37.50025, 56.30045);
    const box = page.getByLabel(new RegExp(`${partTexts.take[language]}: .* 100`));
    assert.ok(await box.isChecked());
    await page.getByRole('button', { name: boundaryTexts.undo[language] }).click();
    assert.equal(await box.isChecked(), false);
    await page.getByRole('button', { name: boundaryTexts.redo[language] }).click();
    assert.ok(await box.isChecked());

    // Each tap is 4 px off its corner.
    await page.getByRole('button', { name: boundaryTexts.ring[language] }).click();
    const corners = [
      [37.5, 56.3],
      [37.502, 56.3],
      [37.502, 56.3006],
      [37.5, 56.3006],
    ] as const;
    for (const [x, y] of [...corners, corners[0]]) await tap(page, x, y, 4);
    const ring = JSON.parse(await page.locator('input[name="ring"]').inputValue()) as number[][];
    assert.deepEqual(
      ring,
      corners.map(([x, y]) => [x, y]),
      'exactly the corners',
    );

    await page.getByRole('button', { name: boundaryTexts.look[language] }).click();
    await page.getByRole('heading', { name: outcomeTexts.title[language] }).waitFor();
    await window.inspect('boundary-outcome');
    assert.deepEqual(await members(), taken, 'nothing changes by looking');
    await page.getByRole('button', { name: outcomeTexts.apply[language] }).click();
    await page.getByText(boundaryTexts.applied[language]).waitFor();
    assert.deepEqual(
      (await members()).filter((each) => !taken.includes(each)),
      ['100', '101', '102', '103'],
    );

    // Remove one plot, then restore the former boundary from the history.
    await waitForMap(page);
    await tap(page, 37.50025, 56.30045);
    await page.getByRole('button', { name: boundaryTexts.look[language] }).click();
    await page.getByRole('button', { name: outcomeTexts.apply[language] }).click();
    await page.getByText(boundaryTexts.applied[language]).waitFor();
    assert.ok(!(await members()).includes('100'));
    await page.getByRole('button', { name: partTexts.compare[language] }).first().click();
    await page.getByRole('button', { name: outcomeTexts.back[language] }).click();
    await page.getByText(boundaryTexts.applied[language]).waitFor();
    assert.ok((await members()).includes('100'));
    await window.close();
  });
});
