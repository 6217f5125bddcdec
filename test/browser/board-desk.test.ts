import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import { import_land } from '../../src/features/actions/import_land.ts';
import { drainQueue } from '../harness/jobs.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { squarePlot } from '../harness/village.ts';
import { geoFeature, geoJson, type Ring } from '../land-import/sample-files.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('THE BOARD’S DESK WAS NOT TESTED');
const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 1280, colorScheme: 'dark' },
];
const shifted = (row: number, column: number, shift: number) =>
  (squarePlot(row, column).geometry.coordinates[0] as unknown as Ring).map(([x, y]) => [
    x + shift,
    y,
  ]) as unknown as Ring;

describe('the board’s desk in a browser', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  let entry: string;
  let land: string;
  let sheet: string;
  const settlement = 'berezka';
  before(async () => {
    actors = await stage.openWithActors({}, { jobs: false });
    const { resident } = actors.village.clients;
    const { data } = await resident.write_article({
      ...{
        settlement,
        parcel_id: '1',
        title: 'Пожар у соседей',
        body: 'Видели дым.',
        visibility: 'residents',
      },
    } as never);
    await resident.publish_article({ settlement, article: data.id });
    entry = data.slug;
    const file = geoJson([
      geoFeature({ cn: '50:04:00000:1', number: '1' }, shifted(0, 0, 0.001)),
      geoFeature({ cn: '50:5:0:1', number: '501' }, shifted(5, 1, 0)),
    ]);
    const sent = { settlement, kind: 'plots', file_name: 'план.json', file: file.toString('base64') };
    const { service, village } = actors;
    land = (await runActionAs(service, village.accounts.editor, import_land, sent)).import;
    const table = {
      ...{ settlement, kind: 'plots', file_name: 'участки.csv' },
      file: Buffer.from(
        '№ п/п;№ уч.;Улица;Площадь, сот.;Владелец, телефон и примечание\n1;уч. 12б;Лесная;6;Иванов\n2;14/15;Новая;6,5;\n3;1;Садовая, 9;8;\n4;1;;;\n;Итого;;20,5;\n',
      ).toString('base64'),
    };
    sheet = (await runActionAs(service, village.accounts.editor, import_land, table)).import;
    await drainQueue(
      service,
      landImportWorker(() => service.app.services),
    );
  });

  for (const look of looks)
    it(`is accessible and fits: ${look.language}, ${look.width} px`, async () => {
      const window = await stage.openWindow(look);
      const { page } = window;
      await signIn(window, 'editor');
      for (const [path, title] of [
        [`/settlements/${settlement}/board/desk`, 'desk'],
        [`/settlements/${settlement}/board/land/${land}`, 'land-preview'],
        [`/settlements/${settlement}/board/land/${sheet}`, 'land-table'],
        [`/settlements/${settlement}/board/land/columns?import=${sheet}`, 'land-columns'],
        [`/settlements/${settlement}/articles/${entry}/remove`, 'hide-entry'],
        [`/settlements/${settlement}/articles?kind=announcement`, 'announcements'],
        [`/settlements/${settlement}/board/audit`, 'audit'],
        [`/settlements/${settlement}/plots/2`, 'plot'],
        ['/more', 'more'],
      ] as const) {
        await page.goto(path);
        await window.inspect(`board-${title}`);
      }
      await window.close();
    });

  it('a refusal opens the reasons in view, one tap from the bar', async () => {
    const { village } = actors;
    await village.clients.newcomer.request_residency({ settlement, parcel: '3', note: 'Купила весной' });
    const { residents } = await village.clients.editor.list_residents({
      settlement,
      state: 'claimed',
    } as never);
    const window = await stage.openWindow(looks[0] as Look);
    await signIn(window, 'editor');
    await window.page.goto(`/settlements/${settlement}/board/claims/${residents[0]?.id}`);
    await window.page.locator('.action-bar a[href="#reasons"]').tap();
    const reason = window.page.locator('textarea[name="reason"]');
    await reason.waitFor({ state: 'visible' });
    const box = await window.page.locator('#reasons').boundingBox();
    assert.ok(box && box.y >= 0 && box.y < 740, JSON.stringify(box));
    await window.inspect('board-reasons');
    await window.page.locator('#reasons label').first().tap();
    assert.notEqual(await reason.inputValue(), '');
    await window.close();
  });

  it('codes are printed eight to a page', async () => {
    const window = await stage.openWindow(looks[1] as Look);
    await signIn(window, 'editor');
    await window.page.goto(`/settlements/${settlement}/board/codes`);
    await window.page.locator('select[name="count"]').selectOption('4');
    await window.page.locator('form#make button').click();
    await window.page.locator('.code-sheet').first().waitFor();
    assert.equal(await window.page.locator('.code-sheet').count(), 16);
    const pdf = await window.page.pdf({ format: 'A4' });
    const sheets = [...pdf.toString('latin1').matchAll(/\/MediaBox/g)];
    assert.equal(sheets.length, 2, '16 codes on two pages');
    await window.inspect('board-codes');
    await window.close();
  });
});
