import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { texts as claimTexts } from '../../src/entry/web/pages/board/claim.tsx';
import { texts as codesTexts } from '../../src/entry/web/pages/board/plot-codes.tsx';
import { texts as boardReviewTexts } from '../../src/entry/web/pages/board/review.tsx';
import { texts as verdictsTexts } from '../../src/entry/web/pages/board/reviews.tsx';
import { texts as companyReviewTexts } from '../../src/entry/web/pages/company/company-review.tsx';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { forgePdf } from '../media/sample-pictures.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { Look } from './browser-window.ts';
import { readPdfPages } from './pdf-text.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('pages of the board, companies and the platform');

const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 360, colorScheme: 'dark' },
  { language: 'ru', width: 1280, colorScheme: 'dark' },
  { language: 'en', width: 1280, colorScheme: 'light' },
];
const desk: Look = { language: 'ru', width: 1280, colorScheme: 'light' };

describe('pages of the board, companies and the platform', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let board: string;
  before(async () => {
    actors = await stage.openWithActors({}, { jobs: true });
    settlement = actors.village.settlement.slug;
    board = `/settlements/${settlement}/board`;
    const { service, village } = actors;
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.neighbour,
      'editor',
      new Date(),
    );
  });

  const claim = async (parcel: string) =>
    (await actors.village.clients.newcomer.request_residency({ settlement, parcel, note: 'Купила' })).data.id;
  const stateOf = async (resident: string) =>
    (await actors.village.clients.editor.list_residents({ settlement, resident })).residents[0]?.state;
  const tapper = (page: Page, { width }: Look) => {
    const finger = {
      taps: 0,
      async tap(role: 'link' | 'button', name: string | RegExp) {
        finger.taps += 1;
        const what = page.getByRole(role, { name }).filter({ visible: true }).first();
        await (width < 600 ? what.tap() : what.click());
      },
    };
    return finger;
  };

  it('prints plot codes eight to a page, with all of their text and nothing else', async () => {
    const window = await stage.openWindow(desk);
    const { page } = window;
    await signIn(window, 'editor');
    await page.goto(`${board}/codes`);
    await page.getByRole('button', { name: codesTexts.make.ru }).click();
    await page.getByText(codesTexts.once.ru).waitFor();
    const sheets = await page.locator('.code-sheet').allInnerTexts();
    const pages = readPdfPages(await page.pdf({ format: 'A4' }));
    const squeeze = (text: string) => text.replaceAll(/\s+/g, '').toLowerCase();
    assert.equal(pages.length, 1, `no empty page: ${pages.join(' | ')}`);
    assert.equal(squeeze(pages[0] ?? '').length, squeeze(sheets.join('')).length, 'nothing but the sheets');
    for (const sheet of sheets) assert.ok(squeeze(pages[0] ?? '').includes(squeeze(sheet)), sheet);
    assert.equal(sheets.length, 4);
    assert.ok(sheets.some((sheet) => sheet.includes('12А')));
    await window.close();
  });

  it('decides a queue by keyboard shortcuts, which are inactive inside text fields', async () => {
    const ids = [await claim('3'), await claim('12А'), await claim('1')];
    const window = await stage.openWindow(desk);
    const { page } = window;
    await signIn(window, 'editor');
    await page.goto(`${board}?kind=claim`);
    await window.inspect('office-board-desk');
    await page.getByRole('link', { name: 'Разобрать подряд' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/claims/${ids[0]}?queue=1`);
    await window.inspect('office-claim-desk');
    await page.keyboard.press('Alt+n');
    await page.waitForURL(`**/claims/${ids[1]}?queue=1`);
    // Without a reason the shortcut focuses its field, where shortcuts are inactive.
    await page.keyboard.press('Alt+r');
    const reason = page.locator('textarea[name=reason]');
    await page.waitForFunction("document.activeElement?.getAttribute('name') === 'reason'");
    await page.keyboard.type('ara');
    await page.keyboard.press('Alt+a');
    assert.equal(await reason.inputValue(), 'ara');
    assert.equal(await stateOf(ids[1] as string), 'claimed', 'nothing is decided from inside a field');
    await reason.blur();
    await page.keyboard.press('Alt+r');
    await page.waitForURL(`**/claims/${ids[2]}?queue=1`);
    assert.equal(await stateOf(ids[1] as string), 'ended');
    await page.keyboard.press('Alt+a');
    await page.waitForURL(/board\?kind=claim/);
    assert.deepEqual(await Promise.all(ids.map(stateOf)), ['claimed', 'ended', 'confirmed']);
    await window.close();
    const { editor } = actors.village.clients;
    for (const resident of [ids[0], ids[2]] as string[])
      await editor.remove_resident({ settlement, resident, reason: 'Проверка' });
  });

  it('decides a claim once when two board members act: the second sees the decision', async () => {
    const id = await claim('3');
    const [one, other] = await Promise.all([
      stage.openWindow(desk),
      stage.openWindow({ ...desk, language: 'en' }),
    ]);
    await signIn(one, 'editor');
    await signIn(other, 'neighbour');
    await Promise.all([one.page.goto(`${board}/claims/${id}`), other.page.goto(`${board}/claims/${id}`)]);
    await one.page.getByRole('button', { name: claimTexts.confirm.ru, exact: true }).click();
    await one.page.waitForURL('**/board');
    await other.page.getByText(claimTexts.refuseTitle.en).click();
    await other.page.locator('textarea[name=reason]').fill('No papers');
    await other.page.getByRole('button', { name: claimTexts.refuse.en, exact: true }).click();
    await other.page.getByText(/Already decided: .* Your choice was not recorded/).waitFor();
    await other.inspect('office-second-decider');
    assert.equal(await stateOf(id), 'confirmed');
    await Promise.all([one.close(), other.close()]);
    await actors.village.clients.editor.remove_resident({ settlement, resident: id, reason: 'Проверка' });
  });

  it('adds a document, previews and imports a list of residents, and shows board and platform pages', async () => {
    const window = await stage.openWindow(desk);
    const { page } = window;
    await signIn(window, 'editor');
    await page.goto(`/settlements/${settlement}/documents`);
    await page.getByLabel('Что это').fill('Протокол собрания');
    await page.getByLabel('За какое число').fill('2026-05-30');
    await page
      .getByLabel('Файл')
      .setInputFiles({ name: 'протокол.pdf', mimeType: 'application/pdf', buffer: forgePdf() });
    await page.getByRole('button', { name: 'Добавить' }).click();
    await page.getByRole('link', { name: 'Протокол собрания', exact: true }).waitFor();
    await window.inspect('office-documents');
    await page.goto(`${board}/import-residents`);
    const csv = 'Участок;ФИО;Почта\n3;Анна;anna@example.org\n77;Никто;no@example.org\n';
    await page
      .getByLabel('Таблица: Excel (.xlsx) или CSV')
      .setInputFiles({ name: 'список.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: 'Проверить' }).click();
    await page.getByText('Такого участка в посёлке нет.').waitFor();
    await window.inspect('office-import');
    await page.getByRole('button', { name: 'Внести' }).click();
    await page.getByText('Внесено: 1.').waitFor();
    for (const each of ['settings', 'members', 'verdicts'])
      await window.visit(`${board}/${each}`, `office-desk-${each}`);
    await window.close();
    const platform = await stage.openWindow({ ...desk, colorScheme: 'dark' });
    await signIn(platform, 'moderator');
    for (const each of ['', '/audit', '/companies/kolodtsy'])
      await platform.visit(`/platform${each}`, `office-platform${each.replaceAll('/', '-')}`);
    await platform.close();
  });

  for (const look of looks) {
    const { language, width } = look;
    const unique = `${language} ${width}`;
    it(`answers a review in at most three taps, as company and as board: ${unique}`, async () => {
      const { editor, resident, company } = actors.village.clients;
      const contact = (
        await editor.write_contact({ settlement, name: `Плотник ${unique}`, category: 'trade' })
      ).data.id;
      const onContact = { settlement, subject_type: 'contact', subject_id: contact } as const;
      await resident.post_review({ ...onContact, medal: 'gold', body: `Крыльцо ${unique}` });
      const onCompany = {
        settlement,
        subject_type: 'company',
        subject_id: actors.village.companyId,
      } as const;
      await resident.post_review({ ...onCompany, medal: 'silver', body: `Колодец ${unique}` });

      const theirs = await stage.openWindow(look);
      await signIn(theirs, 'company');
      await theirs.page.goto('/today');
      await theirs.inspect(`office-company-today-${language}`);
      const answering = tapper(theirs.page, look);
      await answering.tap('link', /Resident I\./);
      await theirs.page.waitForURL('**/verdicts/*');
      await theirs.page.locator('textarea[name=body]').fill(`Спасибо ${unique}`);
      await theirs.inspect(`office-company-answer-${language}`);
      await answering.tap('button', companyReviewTexts.send[language]);
      await theirs.page.waitForURL('**/desk');
      assert.ok(answering.taps <= 3, `${answering.taps}`);
      await theirs.inspect(`office-company-desk-${language}`);
      await theirs.close();
      const { reviews } = await company.list_reviews({ ...onCompany });
      assert.equal(reviews[0]?.answer?.body, `Спасибо ${unique}`);
      await resident.withdraw_review({ ...onCompany });

      const ours = await stage.openWindow(look);
      await signIn(ours, 'editor');
      await ours.page.goto(`${board}/desk`);
      const finger = tapper(ours.page, look);
      await finger.tap('link', /Residents’ reviews|Отзывы жителей/);
      await ours.page.waitForURL('**/verdicts');
      await ours.inspect(`office-verdicts-${language}`);
      await finger.tap('link', new RegExp(`^${verdictsTexts.answer[language]} Плотник ${unique}`));
      await ours.page.locator('textarea[name=body]').fill('Передали ему');
      await ours.inspect(`office-verdict-${language}`);
      await finger.tap('button', boardReviewTexts.send[language]);
      await ours.page.waitForURL('**/verdicts');
      assert.ok(finger.taps <= 3, `${finger.taps}`);
      for (const page of ['settings', 'members', 'import-residents', 'claims'])
        await ours.visit(`${board}/${page}`, `office-${page}-${language}`);
      await ours.close();
    });
  }
});
