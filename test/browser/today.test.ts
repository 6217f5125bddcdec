import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import { demoParts } from '../../src/entry/demo/parts.ts';
import { texts as troubleTexts } from '../../src/entry/web/pages/today/trouble-card.tsx';
import { loadDemoParts } from '../harness/demo.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('TODAY WAS NOT TESTED');

const looks: readonly Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 360, colorScheme: 'dark' },
  { language: 'ru', width: 1280, colorScheme: 'light' },
];

describe('Today of the demo', { skip: stage.skip }, () => {
  let people: Awaited<ReturnType<typeof loadDemoParts>>['people'];
  before(async () => {
    const service = await stage.open();
    ({ people } = await loadDemoParts(
      service,
      demoParts.filter(({ name }) => !/knowledge|photograph/i.test(name)),
    ));
  });

  async function openAsResident(look: Look): Promise<BrowserWindow> {
    const window = await stage.openWindow(look);
    await window.page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(window, people.access.resident);
    return window;
  }

  for (const look of looks)
    it(`says first what is wrong, in the order of its markup: ${look.language}, ${look.width} px`, async () => {
      const window = await openAsResident(look);
      const { page } = window;
      const isRussian = look.language === 'ru';
      const card = page.getByRole('region', {
        name: isRussian ? 'Не всё в порядке' : 'Something needs attention',
      });
      const listTroubles = async () =>
        (await card.getByRole('link').allInnerTexts()).map((row) => row.split(/[:—]/)[0]?.trim());
      const [low, silent] = isRussian ? ['Мало воды', 'Нет связи'] : ['Low water', 'Offline'];
      assert.deepEqual(await listTroubles(), [low, silent], 'two at once');
      await window.inspect('today');
      const pump = page.locator('.card', { has: page.locator('.level') });
      const box = await pump.boundingBox();
      assert.ok(box && (look.width > 600 || box.height <= 110), `${box?.height} px: two lines on a phone`);
      // What is seen further down in a column comes later in the markup.
      const tops = await page
        .locator('#main .cols .card, #main .cols .calm')
        .evaluateAll((cards) =>
          cards.map((each) => each.getBoundingClientRect()).map(({ left, top }) => [left, top]),
        );
      for (const [index, [left = 0, top = 0]] of tops.entries()) {
        const [beforeLeft = 0, beforeTop = 0] = tops[index - 1] ?? [];
        assert.ok(index === 0 || left > beforeLeft || top > beforeTop, `card ${index}`);
      }
      await card.getByText(`${troubleTexts.more[look.language]} 1`, { exact: true }).click();
      await card.getByRole('link').nth(2).waitFor();
      assert.deepEqual(await listTroubles(), [low, silent, silent], 'and the rest in the fold');
      await card.getByRole('link').first().click();
      await page.waitForURL('**/devices/sensors/*');
      await page
        .getByRole('status')
        .filter({ hasText: isRussian ? 'Мало воды' : 'Low water' })
        .waitFor();
      await window.inspect('today-sensor');
      await page.goto(paths.home);
      assert.equal(new URL(page.url()).pathname, paths.today);
      for (const [path, name] of [
        [paths.devices, 'today-devices'],
        [paths.notifications, 'today-bell'],
      ] as const) {
        await page.goto(path);
        await window.inspect(name);
      }
      await window.close();
    });
});
