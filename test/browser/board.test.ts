import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { texts as toldTexts } from '../../src/entry/web/pages/board/announcement-delivery.tsx';
import { texts as draftTexts } from '../../src/entry/web/pages/board/announcement-preview.tsx';
import { texts as boardTexts } from '../../src/entry/web/pages/board/board.tsx';
import { texts as claimTexts } from '../../src/entry/web/pages/board/claim.tsx';
import { texts as correctionTexts } from '../../src/entry/web/pages/board/correction.tsx';
import { texts as fieldTexts } from '../../src/entry/web/pages/board/correction-fields.tsx';
import { texts as reportTexts } from '../../src/entry/web/pages/board/report.tsx';
import { texts as writeTexts } from '../../src/entry/web/pages/journal/entry-editor.tsx';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('BOARD PAGES WERE NOT TESTED');

const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 360, colorScheme: 'dark' },
  { language: 'ru', width: 1280, colorScheme: 'dark' },
  { language: 'en', width: 1280, colorScheme: 'light' },
];
const desktop: Look = { language: 'ru', width: 1280, colorScheme: 'light' };

/** Finds targets by their visible text and counts: taps on a phone, clicks on a desktop. */
function createTapCounter(page: Page, { width }: Look) {
  const press = (what: Locator) => (width < 600 ? what.tap() : what.click());
  const finger = {
    taps: 0,
    async tap(role: 'link' | 'button' | 'radio', name: string | RegExp, exact = true) {
      finger.taps += 1;
      await press(page.getByRole(role, { name, exact }).filter({ visible: true }).first());
    },
    async words(text: string) {
      finger.taps += 1;
      await press(page.getByText(text, { exact: true }).first());
    },
    async at(selector: string) {
      finger.taps += 1;
      await press(page.locator(selector).filter({ visible: true }).first());
    },
  };
  return finger;
}

describe('board pages on a phone and on a desktop', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let contact: string;
  before(async () => {
    actors = await stage.openWithActors({}, { jobs: true });
    settlement = actors.village.settlement.slug;
    const { data } = await actors.village.clients.editor.write_contact({
      settlement,
      name: 'Электрик Николай',
      category: 'trade',
      phones: ['+7 496 000-00-55'],
      hours: 'пн–пт',
    });
    contact = data.id;
  });

  const claim = () =>
    actors.village.clients.newcomer.request_residency({ settlement, parcel: '3', note: 'Купила весной' });
  const propose = async (hours: string) =>
    actors.village.clients.resident.propose_change({
      settlement,
      subject_type: 'contact',
      subject_id: contact,
      proposed: { hours },
      note: 'Сам сказал',
    });
  for (const look of looks) {
    const { language, width } = look;
    const unique = `${language} ${width}`;
    it(`decide claims, corrections and reports within the allowed taps: ${unique}`, async () => {
      const window = await stage.openWindow(look);
      const { page } = window;
      const { editor, resident, neighbour } = actors.village.clients;
      await signIn(window, 'editor');

      // Job 2: confirm, then refuse with a reason.
      await claim();
      await page.goto('/today');
      const confirming = createTapCounter(page, look);
      await confirming.tap('link', /(участок|plot) 3$/, false);
      await page.waitForURL('**/claims/*');
      await window.inspect(`board-claim-${language}`);
      await confirming.tap('button', claimTexts.confirm[language]);
      await page.waitForURL('**/board');
      assert.ok(confirming.taps <= 3, `confirming: ${confirming.taps}`);
      const [lives] = (await editor.list_residents({ settlement, parcel: '3', state: 'confirmed' }))
        .residents;
      assert.ok(lives);
      await editor.remove_resident({ settlement, resident: lives.id, reason: 'Съехала' });
      await claim();
      await page.goto('/today');
      const refusing = createTapCounter(page, look);
      await refusing.tap('link', /(участок|plot) 3$/, false);
      await page.waitForURL('**/claims/*');
      await refusing.words(claimTexts.refuseTitle[language]);
      await refusing.at('label.chip >> nth=1');
      assert.notEqual(
        await page.locator('textarea[name=reason]').inputValue(),
        '',
        'the chip is written out',
      );
      await refusing.tap('button', claimTexts.refuse[language]);
      await page.waitForURL('**/board');
      assert.ok(refusing.taps <= 5, `refusing: ${refusing.taps}`);

      // Job 9: approve, then a conflict.
      await propose(`${unique} 9–18`);
      await page.goto('/today');
      const approving = createTapCounter(page, look);
      await approving.tap('link', 'Электрик Николай');
      await page.waitForURL('**/corrections/*');
      await approving.tap('button', correctionTexts.accept[language]);
      await page.waitForURL('**/board');
      assert.ok(approving.taps <= 3, `approving: ${approving.taps}`);
      await propose(`${unique} 8–20`);
      await editor.edit_contact({ settlement, contact, hours: `${unique} now` });
      await page.goto('/today');
      const settling = createTapCounter(page, look);
      await settling.tap('link', 'Электрик Николай');
      await page.waitForURL('**/corrections/*');
      await window.inspect(`board-conflict-${language}`);
      await settling.words(fieldTexts.proposed[language]);
      await settling.tap('button', correctionTexts.accept[language]);
      await page.waitForURL('**/board');
      assert.ok(settling.taps <= 4, `settling: ${settling.taps}`);
      const { contacts } = await editor.list_contacts({ settlement, contact });
      assert.equal(contacts[0]?.hours, `${unique} 8–20`);

      // Job 14, board side: a reported message.
      const { accounts } = actors.village;
      const body = `Сам дурак ${unique}`;
      const said = await resident.send_message({ to: 'person', account: accounts.neighbour, body });
      await neighbour.write_task({ kind: 'report', title: `Грубит ${unique}`, message_id: said.data.id });
      await page.goto('/today');
      const reading = createTapCounter(page, look);
      await reading.tap('link', `Грубит ${unique}`, false);
      await page.getByText(body).waitFor();
      await window.inspect(`board-report-${language}`);
      await reading.tap('link', `${reportTexts.hide[language]}…`);
      await reading.at('label.chip >> nth=0');
      await reading.tap('button', reportTexts.hide[language]);
      await page.waitForURL('**/board');
      assert.ok(reading.taps <= 4, `hiding: ${reading.taps}`);
      await page.getByText(boardTexts.none[language]).waitFor();
      await window.inspect(`board-empty-${language}`);
      await window.close();
    });

    it(`publish an announcement in four taps and show who was notified: ${unique}`, async () => {
      const window = await stage.openWindow(look);
      const { page } = window;
      await signIn(window, 'editor');
      const finger = createTapCounter(page, look);
      await finger.at('.dock .plus, header [popovertarget]');
      await finger.at('a[href$="/announce"]');
      await page.waitForURL('**/announce');
      await page.locator('input[name=title]').fill(`Вода ${unique}`);
      await page.locator('textarea[name=body]').fill(`Во вторник воды не будет: ${unique}.`);
      await finger.tap('button', writeTexts.next[language]);
      await page.waitForURL('**/announce/*');
      await window.inspect(`board-announce-${language}`);
      await finger.tap('button', draftTexts.publish[language]);
      await page.waitForURL('**/told');
      assert.ok(finger.taps <= 4, `announcing: ${finger.taps}`);
      await page.getByRole('heading', { name: toldTexts.title[language] }).waitFor();
      await window.inspect(`board-told-${language}`);
      await window.close();
    });
  }

  it('pass inspection on a wide screen', async () => {
    const window = await stage.openWindow(desktop);
    await signIn(window, 'editor');
    await claim();
    await propose('когда угодно');
    for (const [name, address] of [
      ['board', `/settlements/${settlement}/board`],
      ['register', `/settlements/${settlement}/board/residents`],
      ['codes', `/settlements/${settlement}/board/codes`],
      ['audit', `/settlements/${settlement}/board/audit`],
      ['contact', `/settlements/${settlement}/directory/new`],
    ] as const) {
      await window.page.goto(address);
      await window.inspect(`board-desk-${name}`);
    }
    await window.close();
  });
});
