import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts as linkTexts } from '../../src/entry/web/pages/board/paper-links.tsx';
import { texts as doorTexts } from '../../src/entry/web/pages/board/visit-list.tsx';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { solid } from '../media/sample-pictures.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { makeRenditions, upload } from '../operations/media/uploads.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { readPdfPages } from './pdf-text.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('announcements on paper');
const desk: Look = { language: 'ru', width: 1280, colorScheme: 'dark' };
const phone: Look = { language: 'en', width: 360, colorScheme: 'light' };
const sentence = 'В четверг с девяти до четырёх отключат свет: меняют провода вдоль Лесной. ';
const lastWord = 'одуванчик';

describe('announcements on paper', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  let settlement: string;
  before(async () => {
    actors = await stage.openWithActors();
    settlement = actors.village.settlement.slug;
    const { db, newId } = actors.service;
    const plots = Array.from({ length: 10 }, (_, index) => ({ id: newId(), number: String(20 + index) }));
    await insertParcels(
      db,
      plots.map((plot) => ({
        ...plot,
        settlementId: actors.village.settlement.id,
        cadastralNumber: null,
        address: '',
        geometry: null,
        center: null,
        areaM2: 600,
      })),
      new Date(),
    );
    await db`
      insert into recorded_person (id, parcel_id, name, phones, postal_address, created_at, updated_at)
      select p.id, p.id, 'Иванова ' || p.number, array['+79161234567'], 'Москва, Лесная, 5', now(), now()
        from parcel p where p.id = any(${plots.slice(0, 4).map(({ id }) => id)}::bigint[])`;
  });

  const write = async (title: string, body: string) => {
    const { data } = await actors.village.clients.editor.write_article({
      settlement,
      kind: 'announcement',
      title,
      body,
      visibility: 'residents',
    });
    return data.slug;
  };
  const print = async ({ page, look }: BrowserWindow, path: string, article: string, query = '') => {
    const address = fillPath(path, { settlement, article } as Record<never, string>);
    await page.goto(`${address}?lang=${look.language}${query}`);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const sides = [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    for (const [, width, height] of sides)
      assert.deepEqual([Math.round(Number(width)), Math.round(Number(height))], [595, 842], 'A4');
    return readPdfPages(pdf).map((text) => text.replaceAll(/\s+/g, ' '));
  };
  const openDesk = async (look = desk) => {
    const window = await stage.openWindow(look);
    await signIn(window, 'editor');
    return window;
  };

  it('a notice is one sheet without the frame of the page; a long text goes on and is not cut', async () => {
    const window = await openDesk();
    for (const body of ['Наберите воды.', sentence.repeat(4), sentence.repeat(9), sentence.repeat(14)]) {
      const sheets = await print(
        window,
        paths.printNotice,
        await write('Отключение света', `${body}${lastWord}`),
      );
      assert.equal(sheets.length, 1, `${body.length} letters`);
      assert.match(sheets[0] ?? '', /^ ?СНТ Берёзка Отключение света .*одуванчик Правление,/);
      const address = `/settlements/${settlement}/articles/otklyuchenie-sveta`;
      assert.ok((sheets[0] ?? '').replaceAll(' ', '').includes(address), 'its address');
    }
    const long = await write('Правила', `${`${sentence.repeat(4)}\n\n`.repeat(30)}${lastWord}`);
    const sheets = await print(window, paths.printNotice, long);
    assert.ok(sheets.length > 1);
    assert.match(sheets.at(-1) ?? '', /одуванчик Правление,/);
    assert.equal(sheets.join(' ').split('В четверг').length - 1, 120, 'every sentence is there');
    await window.close();
  });

  it('a notice has its photographs, also those below what the screen shows', async () => {
    const window = await openDesk();
    const { editor } = actors.village.clients;
    const subject = { subject_type: 'settlement', subject_id: actors.village.settlement.id } as const;
    const picture = await solid(1600, 1200).jpeg().toBuffer();
    const sent = await upload(editor, { ...subject, visibility: 'residents' }, picture);
    await makeRenditions(actors.service);
    const below = await write('Колодец', `${`${sentence}\n\n`.repeat(20)}[media:${sent.id}]`);
    const address = fillPath(paths.printNotice, { settlement, article: below });
    await window.page.goto(address);
    const pdf = (await window.page.pdf({ preferCSSPageSize: true })).toString('latin1');
    assert.match(pdf, /\/Subtype\s*\/Image/);
    await window.close();
  });

  it('letters begin a sheet each, or two to a sheet, every one whole', async () => {
    const window = await openDesk();
    const short = await write('Вода', `Наберите воды заранее. ${lastWord}`);
    const whole =
      /Участок \S+, СНТ Берёзка .* Вода Здравствуйте! Наберите воды заранее\. одуванчик Правление, СНТ Берёзка/;
    const letters = await print(window, paths.printLetters, short);
    assert.equal(letters.length, 12);
    for (const letter of letters) assert.match(letter, whole);
    assert.match(letters.join(), /Участок 20, СНТ Берёзка Иванова 20 Москва, Лесная, 5/);
    const halves = await print(window, paths.printLetters, short, '&sheet=half');
    assert.equal(halves.length, 6);
    for (const sheet of halves) assert.equal(sheet.split(lastWord).length - 1, 2, sheet);
    const long = await write('Правила', `${`${sentence.repeat(4)}\n\n`.repeat(10)}${lastWord}`);
    const pages = await print(window, paths.printLetters, long);
    assert.equal(pages.join(' ').split(lastWord).length - 1, 12);
    assert.equal(pages.filter((text) => text.includes('Здравствуйте!')).length, 12);
    assert.ok(pages.length > 12 && pages.length % 12 === 0);
    await window.close();
  });

  it('the address of a letter stands where the left window of an envelope is', async () => {
    const window = await openDesk();
    const { page } = window;
    const article = fillPath(paths.printLetters, { settlement, article: await write('Вода', 'Наберите.') });
    await page.goto(article);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 700, height: 1000 });
    const mm = 96 / 25.4;
    const { top, left } = await page.evaluate(() => {
      const letter = document.querySelector('.paper-letter')?.getBoundingClientRect();
      const address = document.querySelector('.paper-to')?.getBoundingClientRect();
      return { top: (address?.top ?? 0) - (letter?.top ?? 0), left: address?.left ?? 0 };
    });
    // With the margins of the sheet: 45 to 90 mm from its top, 20 mm from its left side.
    assert.ok(top / mm + 20 >= 45 && top / mm + 20 + 42 <= 91, `${top / mm} mm`);
    assert.ok(left / mm + 5 >= 20 && left / mm + 5 <= 30, `${left / mm} mm`);
    await window.close();
  });

  it('the round is a table on paper, and numbers to tap on a phone', async () => {
    const window = await openDesk(phone);
    const { page } = window;
    const article = await write('Вода', 'Наберите воды.');
    await window.visit(fillPath(paths.printNotice, { settlement, article }), 'paper-notice');
    await page.getByRole('link', { name: 'Doors' }).click();
    await page.getByRole('heading', { name: linkTexts.doors.en }).waitFor();
    await page.getByRole('link', { name: doorTexts.phones.en }).click();
    await page.getByText('4 plots').waitFor();
    const call = page.getByRole('link', { name: '+7 916 123-45-67' }).first();
    assert.equal(await call.getAttribute('href'), 'tel:+79161234567');
    assert.ok(((await call.boundingBox())?.height ?? 0) >= 48);
    await window.inspect('door-list');
    await window.close();
    const paper = await openDesk();
    const sheets = await print(paper, paths.visitList, article);
    assert.equal(sheets.length, 1);
    assert.match(sheets[0] ?? '', /Вода .*12 участков .*Участок Кто и телефон Отметка 3 никто не записан/);
    assert.match(sheets[0] ?? '', /20 Иванова 20 \+7 916 123-45-67/);
    await paper.close();
  });
});
