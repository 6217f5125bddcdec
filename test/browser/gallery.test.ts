import { before, describe, it } from 'node:test';
import { prepareBrowser } from './browser-setup.ts';
import type { Look } from './browser-window.ts';

const stage = prepareBrowser('UI COMPONENTS WERE NOT INSPECTED IN A BROWSER');

/** All components in both languages, schemes and widths; then signed out, and the other skins on one component. */
const seen: readonly (readonly [Look, ...paths: string[]])[] = [
  [{ language: 'ru', width: 360, colorScheme: 'light' }, '/ui', '/ui?as=nobody&part=words'],
  [{ language: 'en', width: 1280, colorScheme: 'dark' }, '/ui', '/ui?part=words&skin=contrast'],
  [{ language: 'ru', width: 1280, colorScheme: 'light' }, '/ui'],
  [{ language: 'en', width: 360, colorScheme: 'dark' }, '/ui', '/ui?part=words&skin=cool'],
];

describe('UI component gallery in a browser', { skip: stage.skip }, () => {
  before(async () => {
    await stage.open();
  });

  for (const [look, ...paths] of seen)
    it(`is accessible and obeys the content security policy: ${Object.values(look).join(', ')}`, async () => {
      const window = await stage.openWindow(look);
      for (const path of paths)
        await window.visit(path, `ui-${look.colorScheme}-${path.replaceAll(/\W/g, '')}`);
      await window.close();
    });

  for (const [look] of seen.slice(0, 2))
    it(`opens the sheet of the write button: ${Object.values(look).join(', ')}`, async () => {
      const window = await stage.openWindow(look);
      // Without an action bar, which replaces the dock.
      await window.page.goto(`/ui?part=none&lang=${look.language}`);
      await window.page.locator('[popovertarget="write-sheet"]:visible').first().click();
      await window.page.locator('#write-sheet .title').first().waitFor();
      await window.inspect(`ui-sheet-${look.colorScheme}`);
      await window.close();
    });
});
