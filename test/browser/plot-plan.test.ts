import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { fillPath, paths } from '../../src/site/paths.ts';
import { texts as planTexts } from '../../src/web/pages/plot/plan.tsx';
import { squarePlot } from '../harness/village.ts';
import type { Actors } from '../oauth/actors.ts';
import { noteMap, tap, waitForMap } from './map-touch.ts';
import { signIn } from './sign-in.ts';
import { prepareStage } from './stage.ts';
import type { Look } from './window.ts';

const stage = prepareStage('NOTHING WAS PUT ONTO A PLAN');
const phone: Look = { language: 'ru', width: 360, colorScheme: 'light' };
const language = 'ru';

describe('things on the plan of a plot', { skip: stage.skip }, () => {
  let actors: Actors;
  before(async () => {
    actors = await stage.openWithActors();
  });
  const press = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true }).click();

  it('are placed by a tap, with their distance, and told when they lie across', async () => {
    const { village } = actors;
    const { data: tree } = await village.clients.resident.write_parcel_object({
      parcel: village.plots.resident,
      kind: 'tree',
      title: 'Антоновка',
    });
    const window = await stage.openWindow(phone);
    const { page } = window;
    await noteMap(page);
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
});
