import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts as mapTexts, scriptTexts } from '../../src/entry/web/pages/map/map.tsx';
import { texts as listTexts } from '../../src/entry/web/pages/map/map-lists.tsx';
import { itemTypeTexts, texts as taggedTexts } from '../../src/entry/web/pages/map/map-tagged.tsx';
import { texts as legendTexts } from '../../src/entry/web/ui/plan-legend.tsx';
import { squarePlot } from '../harness/village.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import { exposeMap, waitForMap } from './map-touch.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('tags on the map');

describe('filtering the map by a tag', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  const settlement = 'berezka';
  before(async () => {
    actors = await stage.openWithActors();
    const { service, village } = actors;
    const { resident, neighbour } = village.clients;
    const [west = 0, south = 0] = squarePlot(0, 0).geometry.coordinates[0]?.[0] ?? [];
    const at = (x: number, y: number) => [west + x * 1e-5, south + y * 1e-5];
    await service.db`
      insert into building (id, settlement_id, parcel_id, purpose, area_m2, setback_m, geometry, created_at, updated_at)
      values (${service.newId()}, ${village.settlement.id}, ${village.plots.resident}, 'dwelling', 60, 1.4,
              ${JSON.stringify({ type: 'Polygon', coordinates: [[at(10, 10), at(22, 10), at(22, 18), at(10, 10)]] })}::text::jsonb,
              now(), now())`;
    await service.db`update parcel set listing = 'for_sale' where id = ${village.plots.free}`;
    await resident.write_parcel_object({
      parcel: village.plots.resident,
      kind: 'well',
      title: 'Колодец у бани',
      tags: ['Вода'],
      geometry: { type: 'point', points: [{ latitude: 56.30022, longitude: 37.50035 }] },
    });
    const { data } = await neighbour.write_article({
      settlement,
      kind: 'diary',
      parcel_id: village.plots.neighbour,
      title: 'Пробурили скважину',
      body: 'Сорок метров.',
      visibility: 'public',
      tags: ['Вода'],
    });
    await neighbour.publish_article({ settlement, article: data.id });
  });

  const legendOf = (page: Page) =>
    page.locator('.live-legend li:visible').evaluateAll((list) => list.map((each) => each.textContent));

  for (const [language, colorScheme] of [
    ['ru', 'light'],
    ['en', 'dark'],
  ] as const)
    it(`opens from a diary entry, shows tagged items in legend and list, and can be cleared: ${language}`, async () => {
      const look = { language, width: 360, colorScheme } as const;
      const window = await stage.openWindow(look);
      const { page } = window;
      await exposeMap(page);
      await signIn(window, 'resident');
      await page.goto(
        `${fillPath(paths.article, { settlement, article: 'proburili-skvazhinu' })}?lang=${language}`,
      );
      await page.getByRole('link', { name: 'Вода' }).tap();
      await page.getByRole('heading', { name: taggedTexts.title[language] }).waitFor();
      await waitForMap(page);
      const word = mapTexts.tagged[language].replace('{tag}', 'Вода');
      const legend = (name: 'mine' | 'house' | 'near' | 'sale' | 'chosen' | 'objects') =>
        legendTexts[name][language];
      await page.locator('.live-legend').getByText(word).waitFor();
      await page.waitForFunction(
        (wanted) =>
          JSON.stringify(
            [...document.querySelectorAll<HTMLElement>('.live-legend li')]
              .filter(({ hidden }) => !hidden)
              .map((each) => each.textContent),
          ) === wanted,
        JSON.stringify([legend('mine'), word, legend('house'), legend('near'), legend('objects')]),
      );
      const unseen = await page
        .locator('.plan pattern > *')
        .evaluateAll((all) => all.filter((each) => getComputedStyle(each).visibility !== 'visible').length);
      assert.equal(unseen, 0, 'the legend has the hatching of the picture that is hidden');
      await window.inspect('map-tagged');

      // Both items are grouped by plot; the entry is opened by a tap.
      const group = page.getByRole('region', { name: `${scriptTexts.plot[language]} 2`, exact: true });
      await group.getByText(itemTypeTexts.article[language], { exact: true }).waitFor();
      await page
        .getByRole('region', { name: `${scriptTexts.plot[language]} 1`, exact: true })
        .getByRole('link', { name: 'Колодец у бани' })
        .waitFor();
      await group.getByRole('link', { name: `${listTexts.onMap[language]} 2` }).tap();
      await page
        .locator('[data-map-said]')
        .getByRole('link', { name: `${scriptTexts.plot[language]} 2` })
        .waitFor();
      await page.locator('.live-legend').getByText(legend('chosen'), { exact: true }).waitFor();

      // The legend follows the switched layers.
      await page.getByText(mapTexts.houses[language], { exact: true }).tap();
      await page
        .locator('.live-legend')
        .getByText(legend('house'), { exact: true })
        .waitFor({ state: 'hidden' });
      await page.getByText(mapTexts.forSale[language], { exact: true }).tap();
      await page.locator('.live-legend').getByText(legend('sale'), { exact: true }).waitFor();
      assert.ok((await legendOf(page)).includes(word));
      await window.inspect('map-tagged-near');

      await page.getByRole('link', { name: taggedTexts.stop[language] }).tap();
      await page.waitForURL((url) => !url.searchParams.has('tag'));
      await waitForMap(page);
      await page.locator('.live-legend').getByText(word).waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: /^Вода/ }).tap();
      await group.getByText(itemTypeTexts.article[language], { exact: true }).waitFor();
      await window.close();
    });
});
