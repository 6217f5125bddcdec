import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { formatNumber } from '../../src/base/i18n/format-number.ts';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts } from '../../src/entry/web/pages/boundary/boundary.tsx';
import { currentPlotsText } from '../../src/entry/web/pages/boundary/boundary-data.ts';
import { texts as outcomeTexts } from '../../src/entry/web/pages/boundary/boundary-preview.tsx';
import { texts as partTexts } from '../../src/entry/web/pages/boundary/boundary-table.tsx';
import { texts as legendTexts } from '../../src/entry/web/ui/plan-legend.tsx';
import { maxWaitMilliseconds } from '../harness/wait-until.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { Look } from './browser-window.ts';
import { type BuiltPlot, buildLargeVillage } from './large-village.ts';
import { drag, exposeMap, showPlot, tap, waitForMap } from './map-touch.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('THE BOUNDARY MAP WAS NOT TESTED');

const phone: Look = { language: 'ru', width: 360, colorScheme: 'light' };
const language = 'ru';

describe('boundary map of a large settlement', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await stage.openWithActors();
  });

  const press = (page: Page, text: string) => page.getByRole('button', { name: text }).click();
  const included = (page: Page) =>
    page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>('form#look');
      const values = form ? new FormData(form).getAll('include') : [];
      return values.flatMap((value) => String(value).split(' ').filter(Boolean)).sort();
    });
  const idsOf = (plots: readonly (BuiltPlot | undefined)[]) => plots.map((plot) => plot?.id ?? '').sort();
  const count = async (settlement: string) => {
    const [row] = await actors.service.db<{ count: number }[]>`
      select count(*)::int as count from parcel where settlement_id = ${settlement}`;
    return row?.count;
  };
  const exactly = ([x, y]: readonly [number, number]) => `${x.toFixed(7)} ${y.toFixed(7)}`;
  const centre = (plot: BuiltPlot | undefined) => plot?.centre ?? [0, 0];
  const lookAndApply = async (page: Page) => {
    await press(page, texts.look[language]);
    await press(page, outcomeTexts.apply[language]);
    await page.getByText(texts.applied[language]).waitFor();
  };

  // Runs first, while no other settlement is in the same place.
  it('has a legend of exactly what is drawn, in both languages', async () => {
    const village = await buildLargeVillage(actors.service, 21, { free: 2, isTouching: true });
    const own = village.plots.at(-1);
    const [one, two] = village.free;
    const { coming, leaving, outside, next } = legendTexts;
    for (const language of ['ru', 'en'] as const) {
      const window = await stage.openWindow({ language, width: 360, colorScheme: 'dark' });
      const { page } = window;
      const said = async (...names: (keyof typeof legendTexts)[]) => {
        const words = names.map((name) => (name === 'mine' ? currentPlotsText : legendTexts[name])[language]);
        const isSaid = (wanted: string) =>
          JSON.stringify(
            [...document.querySelectorAll<HTMLElement>('.live-legend li')]
              .filter(({ offsetParent }) => offsetParent !== null)
              .map(({ textContent }) => textContent),
          ) === wanted;
        await page.waitForFunction(isSaid, JSON.stringify(words)).catch(async () => {
          assert.deepEqual(await page.locator('.live-legend li:visible').allTextContents(), words);
        });
      };
      await exposeMap(page);
      await signIn(window, 'moderator');
      await page.goto(`${fillPath(paths.boundary, { settlement: village.slug })}?lang=${language}`);
      await waitForMap(page);
      await said('mine', 'outside');
      await tap(page, ...centre(own));
      await said('mine', 'leaving', 'outside');
      await tap(page, ...centre(one));
      await said('mine', 'coming', 'leaving', 'outside');
      await press(page, texts.ring[language]);
      const [first = [0, 0], ...corners] = two?.ring ?? [];
      await tap(page, ...first);
      await said('mine', 'coming', 'leaving', 'outside', 'drawn');
      for (const [x, y] of [...corners, first]) await tap(page, x, y);
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="ring"]')?.value);
      await said('mine', 'coming', 'leaving', 'outside', 'drawn');
      await press(page, texts.undo[language]);
      await said('mine', 'coming', 'leaving', 'outside');
      await press(page, texts.look[language]);
      await said('mine', 'coming', 'leaving', 'outside', 'next');
      assert.deepEqual(
        await page.locator('.plan-box .legend li:visible').allTextContents(),
        [currentPlotsText, coming, leaving, outside, next].map((text) => text[language]),
        'the picture of the server',
      );
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.locator('.plan-box .m-scale').isVisible(), true, 'on paper, with its scale');
      assert.equal(await page.locator('form#look').isVisible(), false);
      await page.emulateMedia({ media: 'screen' });
      await window.inspect('boundary-legend');
      if (language === 'en') {
        await press(page, outcomeTexts.apply[language]);
        await page.getByText(texts.applied[language]).waitFor();
        await waitForMap(page);
        await said('mine', 'outside', 'boundary');
      }
      await window.close();
    }
  });

  const openMap = async (settlement: string) => {
    const window = await stage.openWindow(phone);
    await exposeMap(window.page);
    await signIn(window, 'moderator');
    await window.page.goto(`${fillPath(paths.boundary, { settlement })}?lang=${language}`);
    await waitForMap(window.page);
    return window;
  };

  for (const size of [600, 10_000])
    it(`selects by tap, lasso and snapping ring, undoes, previews, applies and restores: ${size} plots`, async () => {
      const village = await buildLargeVillage(actors.service, size, { free: 8, isTouching: true });
      const [one, two, three, four] = village.free;
      const window = await openMap(village.slug);
      const { page } = window;

      await showPlot(page, one?.id ?? '');
      await tap(page, ...centre(one));
      assert.deepEqual(await included(page), idsOf([one]), 'by a tap');

      await showPlot(page, two?.id ?? '');
      await press(page, texts.lasso[language]);
      const [west, south] = two?.ring[0] ?? [0, 0];
      const [east, north] = three?.ring[2] ?? [0, 0];
      const by = 0.00002;
      await drag(page, [
        [west - by, south + by],
        [(west + east) / 2, south + by],
        [east + by, south + by],
        [east + by, north + by],
        [(west + east) / 2, north + by],
        [west - by, north + by],
        [west - by, south + 2 * by],
      ]);
      assert.deepEqual(await included(page), idsOf([one, two, three]), 'by the lasso');
      await press(page, texts.undo[language]);
      assert.deepEqual(await included(page), idsOf([one]));
      await press(page, texts.redo[language]);
      assert.deepEqual(await included(page), idsOf([one, two, three]));

      await press(page, texts.ring[language]);
      const corners = two?.ring ?? [];
      await showPlot(page, two?.id ?? '');
      for (const [x, y] of [...corners, ...corners.slice(0, 1)]) await tap(page, x, y, 4);
      const ring = () => page.locator('input[name="ring"]').inputValue();
      const drawn = JSON.parse(await ring()) as [number, number][];
      assert.deepEqual(drawn.map(exactly), corners.map(exactly), 'exactly the corners');
      await press(page, texts.undo[language]);
      assert.equal(await ring(), '');

      await press(page, texts.look[language]);
      await page.getByRole('heading', { name: outcomeTexts.title[language] }).waitFor();
      const tally = page.locator('.tally dd');
      assert.deepEqual(await tally.allTextContents(), ['3', '0', formatNumber(size, language)]);
      assert.equal(await count(village.settlement), size, 'nothing changes by looking');
      await press(page, outcomeTexts.apply[language]);
      await page.getByText(texts.applied[language]).waitFor();
      assert.equal(await count(village.settlement), size + 3);

      await waitForMap(page);
      await showPlot(page, four?.id ?? '');
      await tap(page, ...centre(four));
      await lookAndApply(page);
      assert.equal(await count(village.settlement), size + 4);
      await press(page, partTexts.compare[language]);
      // The plot that was added since would leave with it.
      await page.getByLabel(outcomeTexts.letFall[language]).check();
      await press(page, outcomeTexts.back[language]);
      await page.getByText(texts.applied[language]).waitFor();
      assert.equal(await count(village.settlement), size + 3, 'as it was before');
      await window.close();
    });

  it('shows the refusal of a ring without a page load, until another is sent', async () => {
    const village = await buildLargeVillage(actors.service, 23, { free: 2, isTouching: true });
    const window = await openMap(village.slug);
    const { page } = window;
    const send = async (ring: readonly (readonly [number, number])[]) => {
      await page.locator('input[name="ring"]').evaluate((field, text) => {
        (field as HTMLInputElement).value = text;
      }, JSON.stringify(ring));
      await press(page, texts.look[language]);
    };
    const errors = page.locator('form#look > .errors');
    const [corner = [0, 0]] = village.plots[0]?.ring ?? [];
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await send([corner, corner, corner]);
    await errors.waitFor();
    assert.equal(await errors.count(), 1);
    assert.equal(await page.evaluate(() => 'isSamePage' in globalThis), true);
    const [x, y] = corner;
    const by = 0.01;
    await send([
      [x - by, y - by],
      [x + by, y - by],
      [x + by, y + by],
      [x - by, y + by],
    ]);
    await page.locator('.tally').waitFor();
    await errors.waitFor({ state: 'detached' });
    const box = await page.getByRole('heading', { name: outcomeTexts.title[language] }).boundingBox();
    assert.ok(box && box.y > 0 && box.y < 740, 'what would change is in sight');
    await window.close();
  });

  it('keeps a tick of the table that is made while the map is being made', async () => {
    const village = await buildLargeVillage(actors.service, 24, { free: 2, isTouching: true });
    const window = await stage.openWindow(phone);
    const { page } = window;
    await exposeMap(page);
    await page.addInitScript((id) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('[data-island="boundary"].is-live') === null) return;
        observer.disconnect();
        document.querySelector<HTMLInputElement>(`input[name="include"][value="${id}"]`)?.click();
      });
      observer.observe(document, { subtree: true, attributeFilter: ['class'] });
    }, village.free[0]?.id ?? '');
    await signIn(window, 'moderator');
    await page.goto(`${fillPath(paths.boundary, { settlement: village.slug })}?lang=${language}`);
    await waitForMap(page);
    assert.deepEqual(await included(page), idsOf([village.free[0]]));
    await press(page, texts.undo[language]);
    assert.deepEqual(await included(page), [], 'it is a step as any other');
    await window.close();
  });

  it('works by keyboard alone', async () => {
    const village = await buildLargeVillage(actors.service, 20, { free: 4, isTouching: true });
    const window = await openMap(village.slug);
    const { page } = window;
    const tabTo = async (locator: ReturnType<Page['locator']>) => {
      for (let presses = 0; presses < 100; presses += 1) {
        if (await locator.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press('Tab');
      }
      assert.fail('The keyboard does not come there.');
    };
    await tabTo(page.locator('summary', { hasText: texts.byList[language] }));
    await page.keyboard.press('Enter');
    // Plots outside come first in the table.
    await tabTo(page.locator(`input[name="include"][value="${village.free[0]?.id}"]`));
    await page.keyboard.press('Space');
    assert.deepEqual(await included(page), idsOf([village.free[0]]));
    const look = page.getByRole('button', { name: texts.look[language] });
    await look.focus();
    await page.keyboard.press('Enter');
    const apply = page.getByRole('button', { name: outcomeTexts.apply[language] });
    await apply.waitFor();
    await tabTo(apply);
    await page.keyboard.press('Enter');
    await page.getByText(texts.applied[language]).waitFor();
    assert.equal(await count(village.settlement), 21);
    await window.close();
  });

  it('works without JavaScript: table, preview, apply', async () => {
    const village = await buildLargeVillage(actors.service, 602, { free: 4, isTouching: true });
    const context = await stage.browser.newContext({
      baseURL: actors.service.url,
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      javaScriptEnabled: false,
    });
    context.setDefaultTimeout(maxWaitMilliseconds);
    const page = await context.newPage();
    await signIn({ page, look: phone }, 'moderator');
    await page.goto(`${fillPath(paths.boundary, { settlement: village.slug })}?lang=${language}`);
    assert.equal(await page.locator('.live-map').isVisible(), false, 'no map that nobody can move');
    await page.getByText(texts.byList[language]).click();
    await page.locator(`input[name="include"][value="${village.free[1]?.id}"]`).check();
    await press(page, texts.look[language]);
    await page.locator('.plan path.m-new').waitFor();
    await press(page, outcomeTexts.apply[language]);
    await page.getByText(texts.applied[language]).waitFor();
    assert.equal(await count(village.settlement), 603);
    await context.close();
  });
});
