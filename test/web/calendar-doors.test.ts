import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { isJobWaiting } from '../../src/store/system/jobs.ts';
import { findMoment, readCalendarPart, readOccurrences } from '../harness/calendar-reader.ts';
import { startService } from '../harness/service.ts';
import type { Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type MailServer, startMailServer } from '../mail/smtp-test-server.ts';
import type { Browser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn } from './sign-in.ts';

const settlement = 'berezka';
const page = fillPath(paths.villageCalendar, { settlement });
const hourMs = 3_600_000;

describe('a day of a village in the calendars of a feed, a file and a letter', () => {
  let actors: OAuthTestClient;
  let village: Village;
  let mail: MailServer;
  let resident: Browser;
  before(async () => {
    mail = await startMailServer();
    actors = await prepareOAuthTestClient(await startService({ SMTP_URL: mail.url }, { jobs: true }));
    village = actors.village;
    // In winter of both halves of the world, with both changes of the clocks ahead.
    actors.service.clock.offset = Date.parse('2027-02-15T12:00:00Z') - Date.now();
    resident = await signIn(actors.service, 'resident');
  });

  async function makeLink(): Promise<string> {
    const made = await resident.submit(
      await resident.get(page),
      fillPath(paths.villageCalendarLink, { settlement }),
    );
    assert.equal(made.status, 303);
    return /<code id="calendar-address">([^<]+)<\/code>/.exec((await resident.get(page)).html)?.[1] ?? '';
  }

  /** The calendar of a letter to the resident, of that version or any; waits for it. */
  async function readLetter(title: string, sequence?: number): Promise<string> {
    const { service } = actors;
    // One after the other: letters are made of what announcements have told.
    for (const queue of ['announcements', 'mail']) {
      await service.app.services.jobs.add(service.pool, { queue, key: 'turn' });
      await waitUntil(`the turn of ${queue}`, async () => !(await isJobWaiting(service.pool, queue, 'turn')));
    }
    return waitUntil('the letter with the event', () =>
      mail.received
        .filter(({ to }) => to.startsWith('resident'))
        .map((email) => readCalendarPart(email) ?? '')
        .find((text) =>
          readOccurrences(text).some(
            (one) => one.title === title && (sequence === undefined || one.sequence === sequence),
          ),
        ),
    );
  }

  for (const zone of [
    'Europe/Moscow',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Asia/Kolkata',
  ])
    it(`says the same to a foreign parser: repeated, called off, moved and ended early, in ${zone}`, async () => {
      const { service } = actors;
      const { editor } = village.clients;
      await service.db`update settlement set time_zone = ${zone} where slug = ${settlement}`;
      const title = `Вывоз мусора, ${zone}`;
      const at = (day: string, time: string) => findMoment(day, time, zone).toISOString();
      const { data } = await editor.write_article({
        settlement,
        kind: 'announcement',
        title,
        body: 'Выставляйте баки с вечера.',
        visibility: 'residents',
        starts_at: at('2027-02-23', '18:30'),
        ends_at: at('2027-02-23', '19:15'),
        repeats: 'weekly',
        repeats_until: '2027-12-28',
      });
      const article = data.id;
      // At most one letter an hour is sent: each is waited for, and hours after the one before.
      service.clock.offset += 5 * hourMs;
      await editor.publish_article({ settlement, article });
      await readLetter(title);
      const edit = (change: object) => editor.edit_article({ settlement, article, ...change });
      await edit({ occurrence: { on: '2027-03-30', cancelled: true } });
      await edit({ occurrence: { on: '2027-11-02', starts_at: at('2027-11-03', '20:00') } });
      await edit({ repeats_until: '2027-11-16' });
      // The board may tell of a change again after some hours.
      service.clock.offset += 5 * hourMs;
      await edit({ place: 'У ворот', tell_again: true });
      const expected: string[] = [];
      for (
        let moment = Date.parse('2027-02-23');
        moment <= Date.parse('2027-11-16');
        moment += 7 * 24 * hourMs
      ) {
        const day = new Date(moment).toISOString().slice(0, 10);
        if (day === '2027-03-30') continue;
        expected.push(day === '2027-11-02' ? '2027-11-03 20:00–20:45' : `${day} 18:30–19:15`);
      }
      const local = (moment: string) =>
        new Date(moment).toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
      const feed = await (await fetch(await makeLink())).text();
      const file = (await resident.get(fillPath(paths.dayFile, { settlement, article: data.slug }))).html;
      const sequence = Math.max(...readOccurrences(file).map((one) => one.sequence ?? 0));
      const letter = await readLetter(title, sequence);
      const uids = new Set<string>();
      for (const [door, text] of Object.entries({ feed, file, letter })) {
        const read = readOccurrences(text).filter((one) => one.title === title);
        assert.deepEqual(
          read.map(({ startsAt, endsAt }) => `${local(startsAt)}–${local(endsAt).slice(11)}`),
          expected,
          `${door} in ${zone}`,
        );
        for (const { uid, place, status } of read) {
          uids.add(uid);
          assert.deepEqual([place, status], ['У ворот', 'CONFIRMED'], door);
        }
      }
      assert.equal(uids.size, 1, 'one event, whichever door it came through');
      await edit({ cancelled: true });
      const off = readOccurrences(await (await fetch(await makeLink())).text()).filter(
        (one) => one.title === title,
      );
      assert.ok(off.length > 0 && off.every(({ status }) => status === 'CANCELLED'));
      assert.ok(off.every((one) => (one.sequence ?? 0) > sequence));
    });

  it('is in no feed whose address was ended, at any door of it', async () => {
    const address = await makeLink();
    assert.equal((await fetch(address)).status, 200);
    const revoke = fillPath(paths.revokeVillageCalendarLink, { settlement });
    assert.equal((await resident.submit(await resident.get(page), revoke)).status, 303);
    for (const init of [{}, { method: 'HEAD' }, { headers: { 'if-none-match': '*' } }]) {
      const { status } = await fetch(address, init);
      assert.ok([404, 410].includes(status), `${JSON.stringify(init)}: ${status}`);
    }
  });
});
