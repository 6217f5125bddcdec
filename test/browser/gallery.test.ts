import { before, describe, it } from 'node:test';
import { prepareStage } from './stage.ts';
import type { Look } from './window.ts';

const stage = prepareStage('NO PART OF A PAGE WAS SEEN IN A BROWSER');

/** Everything in both languages, schemes and widths; then the frame alone, and the other skins on a part with text. */
const seen: readonly (readonly [Look, ...paths: string[]])[] = [
  [{ language: 'ru', width: 360, colorScheme: 'light' }, '/ui', '/ui?as=nobody&part=words'],
  [{ language: 'en', width: 1280, colorScheme: 'dark' }, '/ui', '/ui?part=words&skin=contrast'],
  [{ language: 'ru', width: 1280, colorScheme: 'light' }, '/ui'],
  [{ language: 'en', width: 360, colorScheme: 'dark' }, '/ui', '/ui?part=words&skin=cool'],
];

describe('the parts of pages in a browser', { skip: stage.skip }, () => {
  before(async () => {
    await stage.open();
  });

  for (const [look, ...paths] of seen)
    it(`have no barrier and keep the policy: ${Object.values(look).join(', ')}`, async () => {
      const window = await stage.openWindow(look);
      for (const path of paths)
        await window.visit(path, `ui-${look.colorScheme}-${path.replaceAll(/\W/g, '')}`);
      await window.close();
    });

  for (const [look] of seen.slice(0, 2))
    it(`open the sheet of what to write: ${Object.values(look).join(', ')}`, async () => {
      const window = await stage.openWindow(look);
      // Without an action bar, which takes the place of the dock.
      await window.page.goto(`/ui?part=none&lang=${look.language}`);
      await window.page.locator('[popovertarget="write-sheet"]:visible').first().click();
      await window.page.locator('#write-sheet .title').first().waitFor();
      await window.inspect(`ui-sheet-${look.colorScheme}`);
      await window.close();
    });
});
