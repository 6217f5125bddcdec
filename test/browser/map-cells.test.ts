import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { scriptTexts } from '../../src/entry/web/pages/map/map.tsx';
import type { TestService } from '../harness/service.ts';
import { prepareBrowser } from './browser-setup.ts';
import { type BuiltPlot, buildLargeVillage } from './large-village.ts';
import { exposeMap, tap, waitForMap } from './map-touch.ts';

const stage = prepareBrowser('loading of land in cells');

const look = { language: 'ru', width: 1280, colorScheme: 'light' } as const;

describe('map of a settlement that is too large for one land.json', {
  skip: stage.skip,
}, () => {
  let service: TestService;
  let slug: string;
  let plots: BuiltPlot[];
  before(async () => {
    service = await stage.open({}, { maxPlotsWithoutCells: 2000 });
    ({ slug, plots } = await buildLargeVillage(service, 4000));
  });

  it('loads land by cells: few for an overview, more when the map is moved', async () => {
    const window = await stage.openWindow(look);
    const { page } = window;
    await exposeMap(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/land.json')) asked.push(new URL(request.url()).search);
    });
    const address = fillPath(paths.map, { settlement: slug });
    await page.goto(`${address}?lang=ru`);
    await waitForMap(page);
    assert.ok(
      asked.length > 0 && asked.length <= 24 && asked.every((each) => each.startsWith('?cell=')),
      `${asked}`,
    );
    await window.inspect('map-cells');

    const plot = plots[1234] as BuiltPlot;
    await page.goto(`${address}?lang=ru&plot=${plot.number}`);
    await waitForMap(page);
    const neighbour = plots[1235] as BuiltPlot;
    await tap(page, ...neighbour.centre);
    await page
      .locator('[data-map-said]')
      .getByRole('link', { name: `${scriptTexts.plot.ru} ${neighbour.number}` })
      .waitFor();
    assert.ok(!asked.includes(''), 'never all of it');
    await window.close();
  });
});
