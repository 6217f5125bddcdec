import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts as decideTexts } from '../../src/entry/web/page/decide-report.ts';
import { texts as newSanctionTexts } from '../../src/entry/web/pages/sanctions/new-sanction.tsx';
import { texts as sanctionTexts } from '../../src/entry/web/pages/sanctions/sanction.tsx';
import { texts as listTexts } from '../../src/entry/web/pages/sanctions/sanction-lists.tsx';
import { texts as reportTexts } from '../../src/entry/web/ui/report-screen.tsx';
import { texts as shellTexts } from '../../src/entry/web/ui/shell.tsx';
import * as labels from '../../src/entry/web/words/labels.ts';
import { sanctionKindTexts } from '../../src/entry/web/words/sanction-texts.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';
import { TapCounter } from './tap-counter.ts';

const stage = prepareBrowser('A QUARREL FROM THE REPORT TO THE APPEAL WAS NOT TESTED');
const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'dark' },
  { language: 'en', width: 360, colorScheme: 'light' },
  { language: 'ru', width: 1280, colorScheme: 'light' },
  { language: 'en', width: 1280, colorScheme: 'dark' },
];
const stopped = { ru: 'запретило вам писать', en: 'stopped you from writing' };
const threats = { ru: 'Угрозы.', en: 'Threats.' };
const days = { ru: '3 дня', en: '3 days' };

describe('a quarrel', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await stage.openWithActors();
  });

  for (const look of looks)
    it(`goes from the report to the appeal: ${look.language}, ${look.width}`, async () => {
      const { language } = look;
      const { clients, accounts, settlement } = actors.village;
      const open: BrowserWindow[] = [];
      const enter = async (who: string) => {
        const window = await stage.openWindow(look);
        open.push(window);
        await signIn(window, who);
        const inspect = (name: string) => window.inspect(`quarrel-${name}`);
        return { page: window.page, taps: new TapCounter(window.page), inspect };
      };
      const read = (page: Page, words: string) => page.getByText(words).first().waitFor();
      const say = async (by: 'resident' | 'neighbour', to: 'resident' | 'neighbour', body: string) =>
        (await clients[by].send_message({ to: 'person', account: accounts[to], body })).data;

      const advert = await say('resident', 'neighbour', `Продаю мёд ${look.width}`);
      const report = { kind: 'report', message_id: advert.id, report_about: 'spam' } as const;
      await clients.neighbour.write_task({ ...report, title: 'Реклама' });
      await say('neighbour', 'resident', 'Не пишите мне о мёде');
      const { conversation, id: message_id } = await say('resident', 'neighbour', 'Ещё слово, и сожгу забор');
      await clients.neighbour.write_task({
        ...{ kind: 'report', message_id, report_about: 'threat' },
        title: `Угрожает поджечь забор, ${language} ${look.width}`,
      });

      const board = await enter('editor');
      await board.page.goto(`${fillPath(paths.board, { settlement: settlement.slug })}?kind=report`);
      const rows = await board.page.locator('main a[href*="/reports/"]').allInnerTexts();
      assert.match(rows[0] ?? '', /Угрожает поджечь/, 'the threat stands before the advertisement');
      await board.inspect('desk');
      await board.taps.link(`Угрожает поджечь забор, ${language} ${look.width}`);
      await board.taps.button(reportTexts.readAround[language]);
      await read(board.page, 'Не пишите мне о мёде');
      await board.inspect('around');
      await board.taps.link(reportTexts.person[language]);
      await board.taps.radio(new RegExp(sanctionKindTexts.silence[language]));
      await board.taps.chip(days[language]);
      await board.taps.chip(threats[language]);
      await board.inspect('new-sanction');
      await board.taps.button(newSanctionTexts.send[language]);
      await read(board.page, newSanctionTexts.done[language]);
      await board.inspect('imposed');
      await board.taps.link(sanctionTexts.decideReport[language]);
      await board.page.locator('summary', { hasText: reportTexts.hideWhy[language] }).click();
      await board.taps.button(reportTexts.hide[language]);
      await read(board.page, decideTexts.hidden[language]);

      const person = await enter('resident');
      await read(person.page, stopped[language]);
      await person.inspect('banner');
      await person.page.goto(`/messages/${conversation}`);
      await read(person.page, stopped[language]);
      await person.taps.link(shellTexts.appeal[language]);
      await read(person.page, threats[language]);
      const known = await person.page.locator('main').innerText();
      assert.doesNotMatch(known, /Neighbour|Editor/, 'neither who reported nor who decided');
      await person.inspect('own');
      await person.page.getByLabel(sanctionTexts.words[language]).fill('Это была шутка, забор общий');
      await person.taps.button(labels.send[language]);
      await read(person.page, sanctionTexts.sent[language]);

      const moderator = await enter('moderator');
      await moderator.page.goto(paths.platform);
      await moderator.taps.link(listTexts.platform[language]);
      await read(moderator.page, listTexts.appeals[language]);
      await moderator.inspect('appeals');
      await moderator.taps.link(sanctionKindTexts.silence[language]);
      await read(moderator.page, 'Это была шутка, забор общий');
      await moderator.page.getByLabel(sanctionTexts.reason[language]).fill('Соседи помирились');
      await moderator.inspect('appeal');
      await moderator.taps.button(sanctionTexts.lift[language]);
      await read(moderator.page, sanctionTexts.decided[language]);

      await person.page.reload();
      await read(person.page, 'Соседи помирились');
      await person.page.goto(paths.today);
      assert.equal(await person.page.getByText(stopped[language]).count(), 0, 'no banner any more');
      await clients.resident.send_message({ conversation, body: 'Простите' });
      for (const window of open) await window.close();
    });
});
