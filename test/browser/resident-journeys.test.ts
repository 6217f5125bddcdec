import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Language } from '../../src/base/i18n/text.ts';
import { texts as contactTexts } from '../../src/entry/web/forms/wrong-number.tsx';
import { texts as directoryTexts } from '../../src/entry/web/pages/directory/directory.tsx';
import { texts as medalTexts } from '../../src/entry/web/pages/directory/review-form.tsx';
import { texts as todayTexts } from '../../src/entry/web/pages/today/today.tsx';
import { texts as homeTexts } from '../../src/entry/web/pages/village/home.tsx';
import { texts as requestTexts } from '../../src/entry/web/pages/village/my-requests.tsx';
import { texts as plotTexts } from '../../src/entry/web/pages/village/plot-claim-cards.tsx';
import { texts as formTexts } from '../../src/entry/web/ui/record-form.tsx';
import { texts as reviewTexts } from '../../src/entry/web/ui/reviews.tsx';
import { solid } from '../media/sample-pictures.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';
import { TapCounter } from './tap-counter.ts';
import { askToJoin, correctNumber, findNumber, giveMedal, type JourneyUser } from './user-journeys.ts';

const stage = prepareBrowser('user journeys of residents');

const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 360, colorScheme: 'dark' },
];
const desks: Look[] = [
  { language: 'ru', width: 1280, colorScheme: 'dark' },
  { language: 'en', width: 1280, colorScheme: 'light' },
];
/** Combinations the journeys do not cover: the other colour scheme on a phone, and a desktop. */
const others: Look[] = [
  { language: 'en', width: 1280, colorScheme: 'light' },
  { language: 'ru', width: 360, colorScheme: 'dark' },
];
/** Different accounts and contacts per language, which run at once: a picture that one withdraws is on the other's page. */
const people = {
  ru: {
    resident: 'resident',
    newcomer: 'newcomer',
    plot: '12 а',
    number: '12А',
    words: 'Сухие, берёзовые',
    seller: 'Дрова, Алексей',
    shop: 'Магазин у станции',
  },
  en: {
    resident: 'neighbour',
    newcomer: 'company',
    plot: '3',
    number: '3',
    words: 'Dry birch',
    seller: 'Песок и щебень, Пётр',
    shop: 'Хозтовары на шоссе',
  },
} as const;

const createJourneyUser = (window: BrowserWindow): JourneyUser => ({
  page: window.page,
  language: window.look.language,
  taps: new TapCounter(window.page),
  look: (name) => window.inspect(`residents-${name}`),
});

/** Renditions are created by a job after the form was accepted. */
async function waitForPicture(page: Page): Promise<void> {
  for (let look = 0; look < 100; look += 1) {
    if ((await page.locator('.verdict img').count()) > 0) return;
    await page.reload();
  }
  assert.fail('the photograph never came');
}

describe('user journeys of residents', { skip: stage.skip, concurrency: 2 }, () => {
  let actors: OAuthTestClient;
  let settlement: string;
  before(async () => {
    actors = await stage.openWithActors({}, { jobs: true });
    settlement = actors.village.settlement.slug;
    const { editor, moderator, resident } = actors.village.clients;
    const contacts = [
      ['Охрана на въезде', 'emergency', '+7 916 000-00-02', 'круглосуточно'],
      ['Электрик Николай', 'trade', '+7 496 000-00-55', 'пн–сб, 9–18'],
      ['Дрова, Алексей', 'trade', '+7 496 000-00-44', 'по выходным'],
      ['Песок и щебень, Пётр', 'trade', '+7 496 000-00-45', 'по выходным'],
      ['Магазин у станции', 'shop', '+7 496 000-00-33', '9–21'],
      ['Хозтовары на шоссе', 'shop', '+7 496 000-00-33', '9–21'],
    ] as const;
    for (const [name, category, phone, hours] of contacts)
      await editor.write_contact({ settlement, name, category, phones: [phone], hours });
    const { data } = await editor.write_article({
      settlement,
      kind: 'announcement',
      title: 'Воду отключат во вторник',
      body: 'С девяти до обеда.',
      visibility: 'public',
    });
    await editor.publish_article({ settlement, article: data.id });
    await moderator.edit_company({ company: actors.village.companyId, phones: ['+7 495 020-45-45'] });
    const subject = { settlement, subject_type: 'company', subject_id: actors.village.companyId } as const;
    await resident.post_review({ ...subject, medal: 'silver', body: 'Колодец выкопали за два дня.' });
    const [verdict] = (await resident.list_reviews(subject)).reviews;
    assert.ok(verdict);
    await actors.village.clients.company.answer_review({
      settlement,
      review: verdict.id,
      body: 'Спасибо, приедем ещё.',
    });
  });

  const open = (look: Look) => stage.openWindow(look);

  for (const look of looks) {
    const { language } = look;
    const who = people[language];
    it(`claim a plot in at most four taps, and read the refusal with its reason: ${language}`, async () => {
      const window = await open(look);
      await signIn(window, who.newcomer);
      const { page } = window;
      await joinVillage(window, who);
      await refuseClaim(who.number);
      await page.reload();
      await page.getByText('Покажите договор').waitFor();
      await page.getByRole('link', { name: plotTexts.again[language] }).waitFor();
      await window.inspect('residents-refused');
      await window.close();
    });

    it(`reach a phone number in two taps, and propose a correction in at most five: ${language}`, async () => {
      const window = await open(look);
      await signIn(window, who.resident);
      const { page } = window;
      const worker = createJourneyUser(window);
      const call = await findNumber(worker, 'Электрик Николай');
      assert.equal(await call.getAttribute('href'), 'tel:+74960000055');
      assert.ok(((await call.boundingBox())?.height ?? 0) >= 48);
      worker.taps.atMost(2);

      await correctNumber(worker, 'Электрик Николай', { number: '+7 496 000-00-5', note: 'Он сам сказал' });
      await page.getByRole('alert').waitFor();
      await window.inspect('residents-wrong-number');
      assert.equal(await page.getByLabel(formTexts.note[language]).inputValue(), 'Он сам сказал');
      await page.getByLabel(contactTexts.right[language]).fill('+7 496 000-00-56');
      await page.getByRole('button', { name: formTexts.send[language], exact: true }).tap();
      await page.getByText(contactTexts.sent[language]).waitFor();
      worker.taps.atMost(5);
      await window.visit('/me/requests', 'residents-requests');
      await page.getByRole('link', { name: 'Электрик Николай', exact: true }).first().waitFor();
      await window.close();
    });

    it(`give a medal with a photograph in at most seven taps, and withdraw it: ${language}`, async () => {
      const window = await open(look);
      await signIn(window, who.resident);
      const { page } = window;
      const worker = createJourneyUser(window);
      await giveMedal(worker, who.seller, {
        words: who.words,
        picture: await solid(320, 240).jpeg().toBuffer(),
      });
      worker.taps.atMost(7);
      await waitForPicture(page);
      await window.inspect('residents-contact');

      await page.getByRole('link', { name: reviewTexts.change[language] }).tap();
      assert.equal(await page.getByLabel(medalTexts.words[language]).inputValue(), who.words);
      await page.getByRole('button', { name: medalTexts.withdraw[language] }).tap();
      await page.getByText(medalTexts.withdrawn[language]).waitFor();
      assert.equal(await page.getByText(who.words).count(), 0);
      await window.close();
    });
  }

  for (const look of desks) {
    const { language } = look;
    const who = people[language];
    // Another contact than in the phone runs, so that proposals and medals do not interfere.
    const { shop } = people[language];
    it(`reach a phone number, propose a correction and give a medal on a desktop: ${language}`, async () => {
      const window = await open(look);
      await signIn(window, who.resident);
      const { page } = window;
      const worker = createJourneyUser(window);
      const call = await findNumber(worker, shop);
      assert.equal(await call.getAttribute('href'), 'tel:+74960000033');
      await correctNumber(worker, shop, { number: '+7 496 000-00-34', note: 'На двери' });
      await page.getByText(contactTexts.sent[language]).waitFor();
      worker.taps.atMost(5);
      await window.inspect('residents-corrected');

      await page.goto('/today');
      worker.taps.count = 0;
      await giveMedal(worker, shop, {
        words: who.words,
        picture: await solid(320, 240).jpeg().toBuffer(),
      });
      worker.taps.atMost(7);
      await waitForPicture(page);
      await window.inspect('residents-contact');
      await page.getByRole('link', { name: reviewTexts.change[language] }).click();
      await page.getByRole('button', { name: medalTexts.withdraw[language] }).click();
      await page.getByText(medalTexts.withdrawn[language]).waitFor();
      await window.close();
    });
  }

  for (const look of others)
    it(`pages have no faults: ${look.language}, ${look.width}, ${look.colorScheme}`, async () => {
      const window = await open(look);
      await window.visit('/', 'residents-home-stranger');
      await window.visit(`/settlements/${settlement}`, 'residents-village-stranger');
      await signIn(window, 'resident');
      const { plots, companyId } = actors.village;
      const { contacts } = await actors.village.anonymous.list_contacts({ settlement, q: 'Электрик' });
      const contact = `/settlements/${settlement}/directory/${contacts[0]?.slug}`;
      for (const [name, path] of Object.entries({
        home: '/?q=березка',
        'home-none': '/?q=xyzzy',
        village: `/settlements/${settlement}`,
        join: `/settlements/${settlement}/join?q=1`,
        plot: `/settlements/${settlement}/plots/2`,
        directory: `/settlements/${settlement}/directory`,
        'directory-found': `/settlements/${settlement}/directory?q=элетрик`,
        'directory-none': `/settlements/${settlement}/directory?part=health`,
        contact,
        correct: `${contact}/correct`,
        medal: `${contact}/medal`,
        propose: `/settlements/${settlement}/directory/propose`,
        company: `/companies/${companyId}`,
        'company-medal': `/settlements/${settlement}/companies/${companyId}/medal`,
        requests: '/me/requests',
        invite: `/plots/${plots.resident}/invite`,
        leave: `/plots/${plots.resident}/leave`,
      }))
        await window.visit(path, `residents-look-${name}-${look.colorScheme}`);
      await window.close();
    });

  it('search, directory, plot and company pages work without script', async () => {
    const context = await stage.browser.newContext({
      baseURL: actors.service.url,
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await signIn({ page, look: looks[0] as Look }, 'resident');
    await page.goto('/settlements?lang=ru');
    const query = page.getByLabel(homeTexts.query.ru).and(page.locator('input'));
    await query.fill('березка');
    await query.press('Enter');
    await page.getByRole('link', { name: 'СНТ Берёзка' }).first().tap();
    await page.getByRole('link', { name: directoryTexts.title.ru, exact: true }).first().tap();
    const sought = page.getByLabel(directoryTexts.query.ru).and(page.locator('input'));
    await sought.fill('элетрик');
    await sought.press('Enter');
    await page.getByRole('link', { name: 'Электрик Николай', exact: true }).tap();
    await page.getByText('пн–сб, 9–18').waitFor();
    await page.getByRole('link', { name: reviewTexts.give.ru, exact: true }).tap();
    await page.getByLabel(medalTexts.words.ru).waitFor();
    await page.goto(`/settlements/${settlement}/plots/2`);
    await page.getByRole('heading', { level: 1, name: '2' }).waitFor();
    await page.goto(`/companies/${actors.village.companyId}`);
    await page.getByText('Колодец выкопали за два дня.').waitFor();
    await page.getByText('Спасибо, приедем ещё.').waitFor();
    await page.goto('/me/requests');
    await page.getByRole('heading', { level: 1, name: requestTexts.title.ru }).waitFor();
    await context.close();
  });

  async function joinVillage(window: BrowserWindow, who: (typeof people)[Language]): Promise<void> {
    const { page, look } = window;
    const { language } = look;
    const worker = createJourneyUser(window);
    // A user who already belongs to the village starts at the home page instead.
    if ((await page.getByRole('link', { name: todayTexts.findButton[language] }).count()) > 0)
      await worker.taps.link(todayTexts.findButton[language]);
    else {
      worker.taps.count += 1;
      await page.goto('/settlements');
    }
    await askToJoin(worker, who.plot);
    worker.taps.atMost(4);
    assert.match(page.url(), /\/me\/requests$/);
    await page.getByText(plotTexts.waits[language]).waitFor();
  }

  async function refuseClaim(plot: string): Promise<void> {
    const { editor } = actors.village.clients;
    const { residents } = await editor.list_residents({ settlement, state: 'claimed' });
    const claim = residents.find(({ parcel }) => parcel.number === plot);
    assert.ok(claim);
    await editor.remove_resident({ settlement, resident: claim.id, reason: 'Покажите договор.' });
  }
});
