import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts as dataTexts } from '../../src/entry/web/pages/account/account-data.tsx';
import { texts as deletedTexts } from '../../src/entry/web/pages/account/account-deleted.tsx';
import { texts as claimTexts } from '../../src/entry/web/pages/board/claim.tsx';
import { texts as taskTexts } from '../../src/entry/web/pages/tasks/new-task.tsx';
import { whoSeesTexts } from '../../src/entry/web/words/who-sees-texts.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { type OAuthTestClient, password } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { Look } from './browser-window.ts';
import { sendSignInForm, signIn } from './sign-in.ts';

const settlement = 'berezka';
const stage = prepareBrowser('WHAT PAGES SAY OF WHAT WAS DONE WAS NOT TESTED');
const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 1280, colorScheme: 'dark' },
];

for (const look of looks)
  describe(`what was done is said, ${look.language}`, { skip: stage.skip }, () => {
    const { language } = look;
    let actors: OAuthTestClient;
    before(async () => {
      actors = await stage.openWithActors();
      const { accounts, settlement: place } = actors.village;
      await insertSettlementRole(actors.service.db, place.id, accounts.neighbour, 'editor', new Date());
    });
    const clients = () => actors.village.clients;
    const claim = async () =>
      (await clients().newcomer.request_residency({ settlement, parcel: '3', role: 'owner' })).data.id;

    it('who sees an email address, where it is asked for', async () => {
      const { page, close } = await stage.openWindow(look);
      await page.goto(`${paths.register}?lang=${language}`);
      await page.getByText(whoSeesTexts.email[language]).waitFor();
      await close();
    });

    it('a claim that another member has decided leaves the bell, and the second decider reads who decided', async () => {
      const resident = await claim();
      const tab = await stage.openWindow(look);
      const { page } = tab;
      await signIn(tab, 'neighbour');
      const bell = () => page.locator('[data-unread]').first().getAttribute('data-unread');
      assert.equal(await bell(), '1');
      await page.goto(fillPath(paths.claim, { settlement, resident }));
      await clients().editor.remove_resident({ settlement, resident, reason: 'Нет в списке' });
      await page.getByRole('button', { name: claimTexts.confirm[language], exact: true }).first().click();
      const said = page.locator('[data-notice="problem"]');
      await said.waitFor();
      const words = (await said.innerText()).replaceAll('\u00a0', ' ');
      assert.match(words, /Editor I\./);
      assert.match(words, /Нет в списке/);
      assert.match(words, language === 'ru' ? /Уже решено: отказали/ : /Already decided: refused/);
      await page.goto(paths.today);
      assert.equal(await bell(), '0');
      await tab.close();
    });

    it('somebody who waits for the board is told before a form is filled in', async () => {
      const resident = await claim();
      const tab = await stage.openWindow(look);
      await signIn(tab, 'newcomer');
      await tab.page.goto(`${paths.newTask}?kind=request`);
      await tab.page.getByText(taskTexts.waiting[language]).waitFor();
      assert.equal(await tab.page.locator('form#write').count(), 0);
      await tab.close();
      await clients().newcomer.remove_resident({ settlement, resident });
    });

    it('the address of an announcement leads who is signed out through the sign-in to it', async () => {
      const text = { settlement, kind: 'announcement', body: 'Завтра.', visibility: 'residents' } as const;
      const { data } = await clients().editor.write_article({ ...text, title: `Воды не будет ${language}` });
      await clients().editor.publish_article({ settlement, article: data.id });
      const tab = await stage.openWindow(look);
      const { page } = tab;
      await page.goto(`${paths.register}?lang=${language}`);
      await page.goto(fillPath(paths.article, { settlement, article: data.slug }));
      await sendSignInForm(tab, 'resident');
      await page.getByRole('heading', { name: `Воды не будет ${language}` }).waitFor();
      await tab.close();
    });

    it('a deleted account ends on a page that says what remains', async () => {
      const tab = await stage.openWindow(look);
      const { page } = tab;
      await signIn(tab, 'outsider');
      await page.goto(paths.accountData);
      await page.getByLabel(dataTexts.password[language]).fill(password);
      await page.getByRole('button', { name: dataTexts.delete[language] }).click();
      await page.getByRole('heading', { name: deletedTexts.title[language] }).waitFor();
      await page.getByText(deletedTexts.remains[language]).waitFor();
      await tab.close();
    });
  });
