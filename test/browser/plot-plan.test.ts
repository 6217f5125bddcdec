import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts as planTexts } from '../../src/entry/web/pages/plot/plan.tsx';
import { texts as legendTexts } from '../../src/entry/web/ui/plan-legend.tsx';
import { insertMembership } from '../../src/store/land/residents.ts';
import { squarePlot } from '../harness/village.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { Look } from './browser-window.ts';
import { type BuiltPlot, buildLargeVillage } from './large-village.ts';
import { centreOf, type ExposedMap, exposeMap, tap, waitForMap } from './map-touch.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('plan of a plot');
const phone: Look = { language: 'ru', width: 360, colorScheme: 'light' };
const language = 'ru';

describe('objects on the plan of a plot', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await stage.openWithActors();
  });
  const press = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true }).click();

  it('are placed by taps, with the distance to the border or a note when they cross it', async () => {
    const { village } = actors;
    const { data: tree } = await village.clients.resident.write_parcel_object({
      parcel: village.plots.resident,
      kind: 'tree',
      title: 'Антоновка',
    });
    const window = await stage.openWindow(phone);
    const { page } = window;
    await exposeMap(page);
    await signIn(window, 'resident');
    await page.goto(`${fillPath(paths.plotPlan, { plot: village.plots.resident })}?lang=${language}`);
    await waitForMap(page);
    await window.inspect('plot-plan');
    const said = page.locator('[data-map-said]');
    const [x, y] = squarePlot(0, 0).center;
    await press(page, planTexts.line[language]);
    await tap(page, x, y);
    await tap(page, x, y + 0.00018);
    await tap(page, x, y + 0.00018);
    await said.getByText(planTexts.across[language]).waitFor();
    await page.locator('.live-legend').getByText(legendTexts.drawn[language], { exact: true }).waitFor();
    await press(page, planTexts.point[language]);
    await tap(page, x, y);
    await said.getByText(planTexts.toBorder[language]).waitFor();
    await press(page, planTexts.save[language]);
    await page.getByText(planTexts.placed[language]).waitFor();
    const { data } = await village.clients.resident.show_parcel_object({
      parcel: village.plots.resident,
      object: tree.id,
    });
    const [at] = data.geometry?.points ?? [];
    assert.equal(data.geometry?.type, 'point');
    assert.ok(Math.abs((at?.longitude ?? 0) - x) < 1e-5 && Math.abs((at?.latitude ?? 0) - y) < 1e-5);
    await window.inspect('plot-plan-placed');
    await window.close();
  });

  it('load only the visible cells of a large settlement, and snap to plot corners exactly', async () => {
    const { service, village } = actors;
    const { slug, plots } = await buildLargeVillage(service, 3000, { isTouching: true });
    const plot = plots[1234] as BuiltPlot;
    await insertMembership(service.db, {
      id: service.newId(),
      accountId: village.accounts.resident,
      parcelId: plot.id,
      role: 'owner',
      state: 'confirmed',
      isPrimary: false,
      decidedBy: village.accounts.editor,
      now: new Date(),
    });
    await village.clients.resident.write_parcel_object({ parcel: plot.id, kind: 'bed', title: 'Грядка' });
    const window = await stage.openWindow(phone);
    const { page } = window;
    await exposeMap(page);
    await signIn(window, 'resident');
    const asked: string[] = [];
    let bytes = 0;
    page.on('response', async (response) => {
      const { pathname, search } = new URL(response.url());
      if (!pathname.endsWith('/land.json')) return;
      asked.push(search);
      // Leaving the page aborts pending responses.
      bytes += (await response.body().catch(() => Buffer.alloc(0))).length;
    });
    await page.goto(`${fillPath(paths.plotPlan, { plot: plot.id })}?lang=${language}`);
    await waitForMap(page);
    assert.ok(asked.length > 0 && asked.length <= 12, `${asked}`);
    assert.ok(
      asked.every((each) => each.startsWith('?cell=')),
      `${asked}`,
    );
    const whole = (await (await fetch(`${service.url}/settlements/${slug}/land.json`)).arrayBuffer())
      .byteLength;
    assert.ok(bytes > 0 && bytes < whole / 5, `${bytes} of ${whole}`);

    await press(page, planTexts.ring[language]);
    const corners = plot.ring.slice(0, 4);
    for (const [x, y] of [...corners, corners[0] as (typeof corners)[number]]) await tap(page, x, y, 4);
    const shape = JSON.parse(await page.locator('input[name="shape"]').inputValue()) as {
      points: { latitude: number; longitude: number }[];
    };
    const near = (value: number) => Math.round(value * 1e9) / 1e9;
    assert.deepEqual(
      shape.points.map(({ longitude, latitude }) => [near(longitude), near(latitude)]),
      corners.map(([x, y]) => [x, y]),
      'exactly the corners',
    );
    await window.inspect('plot-plan-large');

    // Panning and zooming loads more cells.
    const more = page.waitForRequest((request) => request.url().includes('?cell='));
    await page.locator('.live-map').focus();
    for (let step = 0; step < 12; step += 1) {
      const from = await centreOf(page);
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(
        (before) => `${(globalThis as never as ExposedMap).landMap.map.getView().getCenter()}` !== before,
        from,
      );
    }
    await page.keyboard.press('-');
    await more;
    await window.close();
  });

  it('keep the server-rendered plan when land.json fails', async () => {
    const window = await stage.openWindow(phone);
    const { page } = window;
    await signIn(window, 'resident');
    await page.route(/land\.json/, (route) => route.fulfill({ status: 503, body: '' }));
    const asked = page.waitForResponse(/land\.json/);
    await page.goto(fillPath(paths.plotPlan, { plot: actors.village.plots.resident }));
    await asked;
    await page.locator('.drawn-plan .plan > svg').waitFor();
    await page.waitForFunction(() => document.querySelector('.is-live') === null);
    assert.equal(await page.locator('[data-map-part]').isVisible(), false, 'nothing to draw on');
    await window.close();
  });
});
