import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { texts as eventTexts } from '../../src/entry/web/forms/event-fields.tsx';
import { texts as draftTexts } from '../../src/entry/web/pages/board/announcement-preview.tsx';
import { texts as deskTexts } from '../../src/entry/web/pages/board/board-desk.tsx';
import { texts as calendarTexts } from '../../src/entry/web/pages/calendar/calendar.tsx';
import { texts as writeTexts } from '../../src/entry/web/pages/journal/entry-editor.tsx';
import { texts as monthTexts } from '../../src/entry/web/pages/meters/month-lists.tsx';
import { texts as todayTexts } from '../../src/entry/web/pages/today/device-card.tsx';
import { texts as dueTexts } from '../../src/entry/web/pages/today/meters-due-card.tsx';
import { texts as readTexts } from '../../src/entry/web/pages/village/document-row.tsx';
import { texts as villageTexts } from '../../src/entry/web/pages/village/village-cards.tsx';
import { texts as linkTexts } from '../../src/entry/web/ui/calendar-card.tsx';
import { texts as copyTexts } from '../../src/entry/web/ui/copyable.tsx';
import * as labels from '../../src/entry/web/words/labels.ts';
import { import_fees } from '../../src/features/actions/import_fees.ts';
import { list_meters } from '../../src/features/actions/list_meters.ts';
import { share_meter } from '../../src/features/actions/share_meter.ts';
import { runActionAs } from '../harness/page-actions.ts';
import type { Persona } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { forgePdf } from '../media/sample-pictures.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';
import { TapCounter } from './tap-counter.ts';

const stage = prepareBrowser('THE JOBS OF THE VILLAGE’S YEAR WERE NOT COUNTED');
const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 360, colorScheme: 'dark' },
];
const settlement = 'berezka';

const addedDay = {
  ru: { title: 'Субботник у ворот', body: 'Приходите с граблями.' },
  en: { title: 'Spraying of the orchard', body: 'Please close your windows until noon.' },
} as const;

describe('jobs of the village’s year, in taps from Today', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  const act = <Reply>(who: Persona, action: AnyDefinition<Reply>, input: object) =>
    runActionAs<Reply>(actors.service, actors.village.accounts[who], action, { ...input });
  before(async () => {
    actors = await stage.openWithActors({}, { jobs: true });
    const { village, service } = actors;
    // Readings are due around the board's day: today.
    await service.db`update settlement set meter_day = ${Math.min(28, new Date().getUTCDate())} where slug = ${settlement}`;
    for (const who of ['resident', 'neighbour'] as const) {
      const parcel = village.plots[who];
      const name = `Hall of ${who}`;
      await village.clients[who].connect_device({ parcel, provider: 'manual', name, settings: {} });
    }
    const [next] = await act('neighbour', list_meters, {});
    await act('neighbour', share_meter, { meter: next?.id, for_board: true });
    const csv = 'Участок;Начислено;Оплачено;Осталось\n1;12000;6000;6000';
    const { mark } = await act('editor', import_fees, { settlement, period: 'Взнос', csv });
    await act('editor', import_fees, { settlement, period: 'Взнос', csv, tried: mark });
  });

  /** The board puts a paper in that residents are to read. */
  async function putIn(title: string, look: Look): Promise<void> {
    const window = await stage.openWindow(look);
    const { page } = window;
    await signIn(window, 'editor');
    await page.goto(`/settlements/${settlement}/documents`);
    await page.locator('details:has(#add)').evaluate((fold: HTMLDetailsElement) => {
      fold.open = true;
    });
    const form = page.locator('#add');
    await form.locator('[name=title]').fill(title);
    await form.locator('[name=day]').fill('2026-01-15');
    await form.locator('[name=asks_reading]').check();
    const file = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: forgePdf() };
    await form.locator('[name=file]').setInputFiles(file);
    await window.inspect('year-jobs-add-document');
    await form.locator('button.button').click();
    await page.locator('[data-notice="done"]').waitFor();
    await window.close();
    await waitUntil('the file is ready', async () => {
      const rows = await actors.service.db`select 1 from media where state = 'processing'`;
      return rows.length === 0;
    });
  }

  for (const look of looks) {
    const { language } = look;
    const begin = async ({ page }: BrowserWindow) => {
      await page.goto('/today');
      return new TapCounter(page);
    };

    it(`a resident types a reading in one, reads and marks in four, has the calendar in four, sees the fees in two: ${language}`, async () => {
      const { service, village } = actors;
      const title = `Смета ${language}`;
      await putIn(title, look);
      await service.db`delete from meter_reading`;
      const window = await stage.openWindow(look);
      const { page } = window;
      await signIn(window, 'resident');

      const typing = await begin(window);
      const due = page.getByRole('region', { name: dueTexts.title[language] });
      await due.getByRole('textbox').fill('1 234,5');
      await window.inspect('year-jobs-today');
      await typing.button(labels.save[language]);
      await page.locator('[data-notice="done"]').waitFor();
      assert.equal(await due.count(), 0, 'nothing is asked for any more');
      typing.atMost(1);

      const reading = await begin(window);
      await reading.link(labels.village[language], true);
      await reading.link(villageTexts.documents[language]);
      const file = page.waitForEvent('download');
      await reading.link(title);
      await (await file).cancel();
      await window.inspect('year-jobs-documents');
      await reading.button(readTexts.confirm[language], false);
      await page.getByText(readTexts.confirmed[language]).waitFor();
      reading.atMost(4);

      const linking = await begin(window);
      await linking.link(labels.village[language], true);
      await linking.link(villageTexts.wholeCalendar[language], true);
      await window.inspect('year-jobs-calendar');
      await linking.button(linkTexts.get[language]);
      await linking.button(copyTexts.copy[language], false);
      await page.getByText(copyTexts.copied[language]).first().waitFor();
      linking.atMost(4);
      await window.inspect('year-jobs-calendar-link');
      const address = await page.evaluate(() => navigator.clipboard.readText());
      const calendar = await fetch(address.trim());
      assert.match(await calendar.text(), /^BEGIN:VCALENDAR/, 'what was copied is a calendar');

      const paying = await begin(window);
      await paying.link(todayTexts.open[language]);
      await paying.link(labels.fees[language], true);
      await page.getByText(/6.000/).first().waitFor();
      paying.atMost(2);
      await window.inspect('year-jobs-fees');
      await window.close();
      await service.db`delete from settlement_calendar_link where account_id = ${village.accounts.resident}`;
    });

    it(`the treasurer sees who is missing in three and reminds in four, the board adds a day in five: ${language}`, async () => {
      const { service } = actors;
      await service.db`delete from meter_reminder`;
      await service.db`delete from meter_reading`;
      const window = await stage.openWindow(look);
      const { page } = window;
      await signIn(window, 'editor');

      const reminding = await begin(window);
      await reminding.link(labels.more[language], true);
      await reminding.link(labels.boardDesk[language]);
      await reminding.link(deskTexts.meters[language], true);
      await page.getByText(monthTexts.missing[language].replace('{plots}', '')).first().waitFor();
      reminding.atMost(3);
      await window.inspect('year-jobs-missing');
      await reminding.button(monthTexts.remind[language]);
      await page.locator('[data-notice="done"]').waitFor();
      reminding.atMost(4);
      const [row] = await service.db<{ plots: number }[]>`select plots from meter_reminder`;
      assert.equal(row?.plots, 1, 'the one plot that is missing');

      const adding = await begin(window);
      await adding.link(labels.village[language], true);
      await adding.link(villageTexts.wholeCalendar[language], true);
      await adding.link(calendarTexts.add[language]);
      // Other words in each language: the same ones twice are asked about as a likely double.
      const { title, body } = addedDay[language];
      await page.locator('input[name=title]').fill(title);
      await page.locator('textarea[name=body]').fill(body);
      await page
        .getByLabel(eventTexts.starts[language])
        .fill(`${new Date().getUTCFullYear() + 1}-05-16T10:00`);
      await window.inspect('year-jobs-adding');
      await adding.button(writeTexts.next[language]);
      await page.waitForURL('**/announce/*');
      await adding.button(draftTexts.publish[language]);
      await page.waitForURL('**/told');
      adding.atMost(5);
      await waitUntil('the day is in the calendar', async () => {
        const rows = await service.db`
          select 1 from article where title = ${title} and status = 'published' and event is not null`;
        return rows.length === 1;
      });
      await window.close();
    });
  }
});
