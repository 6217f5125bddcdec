import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { texts as deskTexts } from '../../src/entry/web/pages/board/board-desk.tsx';
import { texts as codeTexts } from '../../src/entry/web/pages/board/plot-codes.tsx';
import { texts as boundaryTexts } from '../../src/entry/web/pages/boundary/boundary.tsx';
import { texts as outcomeTexts } from '../../src/entry/web/pages/boundary/boundary-preview.tsx';
import { texts as articleTexts } from '../../src/entry/web/pages/journal/article.tsx';
import { texts as importTexts } from '../../src/entry/web/pages/land-import/land-import.tsx';
import { texts as importsTexts } from '../../src/entry/web/pages/land-import/land-imports.tsx';
import { texts as hidingTexts } from '../../src/entry/web/ui/hidden-by-board.tsx';
import * as labels from '../../src/entry/web/words/labels.ts';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { squarePlot } from '../harness/village.ts';
import { geoFeature, geoJson, type Ring } from '../land-import/sample-files.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';
import { TapCounter } from './tap-counter.ts';

const stage = prepareBrowser('THE JOBS OF THE BOARD WERE NOT COUNTED');
const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 360, colorScheme: 'dark' },
  { language: 'ru', width: 1280, colorScheme: 'dark' },
  { language: 'en', width: 1280, colorScheme: 'light' },
];
const settlement = 'berezka';

/** A file is worked on in the background; its page reloads itself until that is done. */
async function waitForWork(page: Page, words: string): Promise<void> {
  await page.waitForURL(/\/board\/land\/\d+$/);
  const shown = page.getByText(words).first();
  for (let look = 0; look < 8; look += 1) {
    if (
      await shown.waitFor({ timeout: 8_000 }).then(
        () => true,
        () => false,
      )
    )
      return;
    // Aborted when the page reloads itself just then.
    await page.goto(page.url()).catch(() => {});
  }
  await shown.waitFor();
}

describe('jobs of the board in taps', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await stage.openWithActors({}, { jobs: true });
    const { db, newId } = actors.service;
    await insertParcels(
      db,
      looks.map((_, column) => ({
        id: newId(),
        settlementId: null,
        number: String(101 + column),
        cadastralNumber: `50:04:0000000:${500 + column}`,
        address: '',
        ...squarePlot(1, column),
      })),
      new Date(),
    );
  });

  /** From Today to the desk: More on a phone, the rail on a desktop. */
  const openDesk = async ({ look }: BrowserWindow, taps: TapCounter) => {
    if (look.width < 600) await taps.link(labels.more[look.language], true);
    await taps.link(labels.boardDesk[look.language]);
  };

  for (const [index, look] of looks.entries()) {
    const { language, width } = look;
    const unique = `${language} ${width}`;
    it(`codes in four, a file taken in and back in seven, a boundary in six, an entry hidden in six: ${unique}`, async () => {
      const window = await stage.openWindow(look);
      const { page } = window;
      await signIn(window, 'editor');

      // Codes to print.
      const codes = new TapCounter(page);
      await openDesk(window, codes);
      await codes.link(deskTexts.codes[language]);
      await page.getByLabel(codeTexts.plot[language]).fill(['1', '2', '3', '12А'][index] ?? '');
      await window.inspect('board-jobs-codes');
      await codes.button(codeTexts.make[language]);
      await page.locator('.code-sheet').first().waitFor();
      await window.inspect('board-jobs-sheets');
      codes.atMost(4);

      // A file of plots: looked at, taken in, taken back.
      await page.goto('/today');
      const number = String(700 + index);
      const ring = squarePlot(2, index).geometry.coordinates[0] as unknown as Ring;
      const land = geoJson([geoFeature({ cn: `50:7:0:${index}`, number }, ring)]);
      const importing = new TapCounter(page);
      await openDesk(window, importing);
      await importing.link(deskTexts.land[language]);
      await window.inspect('board-jobs-file');
      await importing.photograph('план.geojson', land);
      await importing.button(importsTexts.look[language]);
      await waitForWork(page, `50:7:0:${index}`);
      await window.inspect('board-jobs-preview');
      await importing.button(importTexts.apply[language]);
      await waitForWork(page, importTexts.done[language]);
      await window.inspect('board-jobs-taken-in');
      await importing.button(importTexts.undo[language]);
      await page.getByText(importTexts.isTakenBack[language]).waitFor();
      importing.atMost(width < 600 ? 7 : 6);
      await window.inspect('board-jobs-taken-back');

      // The boundary: one plot more.
      await page.goto('/today');
      const drawing = new TapCounter(page);
      await openDesk(window, drawing);
      await drawing.link(deskTexts.boundary[language]);
      drawing.count += 2;
      await page.locator('summary', { hasText: boundaryTexts.byList[language] }).click();
      await page.locator('input[name="include"]').first().check();
      await drawing.button(boundaryTexts.look[language]);
      await page.getByRole('heading', { name: outcomeTexts.title[language] }).waitFor();
      assert.equal(await page.locator('.tally dd').first().innerText(), '1', 'one comes in');
      await window.inspect('board-jobs-boundary');
      await drawing.button(outcomeTexts.apply[language]);
      await page.getByText(boundaryTexts.applied[language]).waitFor();
      drawing.atMost(width < 600 ? 7 : 6);

      // An entry of a resident, hidden with a reason.
      const { resident } = actors.village.clients;
      const title = `Дым у соседей ${unique}`;
      const { data: entry } = await resident.write_article({
        ...{ settlement, parcel_id: '1', title, body: 'Видели дым.', visibility: 'residents' },
      } as never);
      await resident.publish_article({ settlement, article: entry.id });
      await page.goto('/today');
      const hiding = new TapCounter(page);
      await hiding.link(labels.village[language], true);
      await hiding.link(title);
      await hiding.link(articleTexts.hide[language]);
      await page.waitForURL('**/remove');
      await window.inspect('board-jobs-hide');
      await hiding.chip(hidingTexts.names[language]);
      await hiding.button(hidingTexts.hide[language]);
      await page.waitForURL(`**/articles/${entry.slug}`);
      await window.inspect('board-jobs-hidden');
      hiding.atMost(6);
      const { data } = await resident.show_article({ settlement, article: entry.id });
      assert.ok(data.hidden?.reason);
      await window.close();
    });
  }
});
