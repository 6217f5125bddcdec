import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts as cardTexts } from '../../src/entry/web/pages/company/company.tsx';
import { texts as registerTexts } from '../../src/entry/web/pages/company/company-editor.tsx';
import { texts as leavingTexts } from '../../src/entry/web/pages/company/company-leaving.tsx';
import { texts as stateTexts } from '../../src/entry/web/pages/company/company-state.tsx';
import { texts as medalTexts } from '../../src/entry/web/pages/directory/review-form.tsx';
import { texts as decisionTexts } from '../../src/entry/web/pages/platform/company.tsx';
import { texts as decidedTexts } from '../../src/entry/web/pages/platform/company-forms.tsx';
import { texts as orderTexts } from '../../src/entry/web/pages/tasks/new-task.tsx';
import { texts as stepTexts } from '../../src/entry/web/pages/tasks/next-steps.tsx';
import { texts as taskTexts } from '../../src/entry/web/pages/tasks/task.tsx';
import { texts as medalNames } from '../../src/entry/web/ui/medal.tsx';
import { recordFieldTexts } from '../../src/entry/web/words/directory-texts.ts';
import * as labels from '../../src/entry/web/words/labels.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { makeInn } from '../operations/company/make-inn.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';
import { TapCounter } from './tap-counter.ts';

const stage = prepareBrowser('THE LIFE OF A COMPANY WAS NOT TESTED');
const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 360, colorScheme: 'dark' },
  { language: 'ru', width: 1280, colorScheme: 'dark' },
  { language: 'en', width: 1280, colorScheme: 'light' },
];
/** Unlike each other, so that none is shown as a likely double of another. */
const names = ['Колодцы и септики', 'Печник Лапшин', 'Окна без щелей', 'Гравий с доставкой'];
const reason = {
  ru: 'Такого ИНН нет в реестре. Проверьте номер.',
  en: 'There is no such taxpayer number. Check it.',
};

describe('a company from its registration to its end', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await stage.openWithActors();
  });

  for (const [index, look] of looks.entries())
    it(`waits, is refused, asks again, works, is thanked, joins and closes: ${look.language}, ${look.width}`, async () => {
      const { language } = look;
      // The same words twice would be asked about as a likely double.
      const what = `Почистить колодец ${['у бани', 'за домом', 'возле теплицы', 'на въезде'][index]}`;
      const { clients, settlement } = actors.village;
      const open: BrowserWindow[] = [];
      /** A window of one of them: pages say what to do, and taps follow the words. */
      const enter = async (who: string) => {
        const window = await stage.openWindow(look);
        open.push(window);
        await signIn(window, who);
        const inspect = (name: string) => window.inspect(`company-${name}`);
        return { page: window.page, taps: new TapCounter(window.page), inspect };
      };
      const read = (page: Page, words: string) => page.getByText(words).first().waitFor();
      const inn = makeInn(800 + index);
      const name = names[index] ?? assert.fail('named');

      const owner = await enter('newcomer');
      await owner.page.goto(paths.newCompany);
      await owner.page.getByLabel(registerTexts.inn[language]).fill(inn);
      await owner.page.getByLabel(recordFieldTexts.name[language]).fill(name);
      await owner.inspect('register');
      await owner.taps.button(registerTexts.register[language]);
      await read(owner.page, registerTexts.registered[language]);
      const { companies } = await clients.moderator.list_companies({ q: inn });
      const { id, slug } = companies[0] ?? assert.fail('registered');
      const desk = fillPath(paths.companyDashboard, { company: slug });
      await owner.page.goto(desk);
      await read(owner.page, stateTexts.waiting[language]);
      await owner.inspect('waiting');

      const moderator = await enter('moderator');
      await moderator.page.goto(paths.platform);
      await moderator.taps.link(name);
      await read(moderator.page, decisionTexts.noDoubles[language]);
      await moderator.inspect('moderator');
      await moderator.page.locator('summary', { hasText: decisionTexts.refuseTitle[language] }).click();
      await moderator.taps.chip(reason[language]);
      await moderator.taps.button(decisionTexts.refuse[language]);
      await read(moderator.page, decidedTexts.refused[language]);

      await owner.page.goto(paths.myRequests);
      await read(owner.page, reason[language]);
      await owner.page.goto(desk);
      await read(owner.page, stateTexts.refused[language]);
      await read(owner.page, reason[language]);
      await owner.inspect('refused');
      await owner.taps.button(stateTexts.askAgain[language]);
      await read(owner.page, stateTexts.asked[language]);

      await moderator.page.goto(paths.platform);
      await moderator.taps.link(name);
      await moderator.taps.button(decisionTexts.accept[language]);
      await read(moderator.page, decidedTexts.accepted[language]);
      await clients.newcomer.edit_company({
        company: id,
        settlements: [settlement.slug],
        phones: ['+74951112233'],
      });

      const resident = await enter('resident');
      const card = `${fillPath(paths.company, { company: slug })}?settlement=${settlement.slug}`;
      await resident.page.goto(card);
      await resident.inspect('card');
      await resident.taps.link(cardTexts.order[language]);
      await resident.page.getByLabel(orderTexts.what[language]).fill(what);
      const directions = 'За магазином налево, собака не кусается';
      await resident.page.getByLabel(orderTexts.directions[language]).fill(directions);
      await resident.inspect('order');
      await resident.taps.button(orderTexts.send[language]);
      await resident.page.waitForURL(/\/tasks\/\d+$/);
      const order = new URL(resident.page.url()).pathname;

      await owner.page.goto(order);
      await read(owner.page, directions);
      await read(owner.page, 'СНТ Берёзка');
      await owner.inspect('order-comes');
      await owner.taps.button(labels.done[language]);
      await owner.page
        .getByRole('button', { name: labels.done[language], exact: true })
        .waitFor({ state: 'detached' });

      await resident.page.goto(order);
      await read(resident.page, taskTexts.waitsForYou[language]);
      await resident.taps.button(stepTexts.confirm[language]);
      await read(resident.page, taskTexts.thankTitle[language]);
      await resident.inspect('work-done');
      resident.taps.count = 0;
      await resident.taps.link(taskTexts.thank[language]);
      await resident.page.waitForURL(/\/medal$/);
      resident.taps.atMost(1);
      await resident.taps.radio(new RegExp(medalNames.gold[language]));
      await resident.taps.button(medalTexts.send[language]);
      await read(resident.page, medalTexts.sent[language]);

      const { data: double } = await clients.outsider.register_company({ inn: makeInn(850 + index), name });
      await moderator.page.goto(fillPath(paths.platformCompany, { company: double.slug }));
      await read(moderator.page, decisionTexts.sameName[language]);
      await moderator.page.locator('summary', { hasText: decisionTexts.joinTitle[language] }).click();
      await moderator.inspect('join');
      await moderator.taps.chip(inn);
      await moderator.taps.button(decisionTexts.join[language]);
      await read(moderator.page, decidedTexts.joined[language]);
      await clients.moderator.edit_company({
        company: id,
        representatives: [{ account_id: actors.village.accounts.outsider, state: 'ended' }],
      });

      await owner.page.goto(fillPath(paths.companyLeaving, { company: slug }));
      await read(owner.page, leavingTexts.alone[language]);
      await owner.inspect('leaving');
      await owner.taps.button(leavingTexts.close[language]);
      await read(owner.page, leavingTexts.closed[language]);
      await owner.inspect('closed');
      await resident.page.goto(card);
      await read(resident.page, cardTexts.closedWhy[language]);
      const words = await resident.page.locator('main').innerText();
      assert.doesNotMatch(words, /111|2233|77\d{8}/, 'neither telephone nor taxpayer number');
      await resident.inspect('closed-card');
      for (const window of open) await window.close();
    });
});
