import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { list_meters } from '../../src/features/actions/list_meters.ts';
import { remind_of_meters } from '../../src/features/actions/remind_of_meters.ts';
import { readCalendarPart, readOccurrences } from '../harness/calendar-reader.ts';
import { refusalKindOf } from '../harness/page-actions.ts';
import type { Browser } from '../oauth/browser.ts';
import { dayOf, draw, inMoscow, monthAfter, tuesdays } from './year-figures.ts';
import { addDocument, checkDocument, checkFees, type Fees, takeFees } from './year-papers.ts';
import { prepareYear, slug, type YearStage } from './year-stage.ts';
import { checkLoss, checkTreasurer } from './year-treasurer.ts';
import type { Household } from './year-village.ts';

const months = 12;
/** The month in which the first household on paper gets another meter. */
const changedIn = 5;
const hour = 3_600_000;

/** When a reading comes that did not come in time; the board copies those on paper. */
type Late = 'before the email' | 'after the email' | 'never';

describe('a year in a village of 74 plots', () => {
  let stage: YearStage;
  let typing: Household[] = [];
  let paper: Household[] = [];
  let late: Record<number, [Household, Late][]> = {};
  before(async () => {
    stage = await prepareYear();
    typing = stage.households.filter(({ account }) => account !== null);
    paper = stage.households.filter(({ account }) => account === null);
    const { id: resident } = stage.access.accounts.resident;
    const both = typing.filter(({ account }) => account === resident);
    assert.equal(both.length, 2, 'somebody has two plots');
    const others = typing.filter(({ account }) => account !== resident && account !== stage.editor);
    const pick = (place: number) => others[place] as Household;
    late = {
      2: [
        [pick(3), 'before the email'],
        [pick(4), 'after the email'],
        [paper[1] as Household, 'after the email'],
      ],
      4: [...both.map((house): [Household, Late] => [house, 'after the email']), [pick(5), 'never']],
      7: [[paper[2] as Household, 'never']],
      10: [[pick(6), 'never']],
      11: [
        [pick(6), 'never'],
        [pick(7), 'before the email'],
      ],
    };
  });

  const meterDue = async () => {
    const rows = await stage.service.db<{ account: string; count: number }[]>`
      select account_id as account, count(*)::int as count from notification
       where key = 'notifications.meter_due' group by account_id`;
    return new Map(rows.map(({ account, count }) => [account, count]));
  };
  const reminders = (letters: readonly { to: string; text: string }[]) =>
    letters.filter(({ text }) => text.includes('ждёт показания вашего счётчика')).map(({ to }) => to);
  const emailsOf = (houses: readonly Household[]) =>
    [...new Set(houses.map(({ email }) => email ?? ''))].sort();
  const isDue = async ({ account, meter }: Household) =>
    (await stage.act(account ?? '', list_meters, {})).find(({ id }) => id === meter)?.isDue;

  /** Everybody reads; those who are late are reminded once, and told nothing once they have typed. */
  async function readMeters(count: number, month: string): Promise<void> {
    const { goTo, typeIn, act, editor, seeText, service } = stage;
    const lateNow = late[count] ?? [];
    const inTime = (list: readonly Household[]) =>
      list.filter((house) => !lateNow.some(([one]) => one === house));
    goTo(inMoscow(month, 20, 8));
    for (const house of typing) assert.equal(await isDue(house), true, `plot ${house.plot} in ${month}`);
    assert.match(await seeText('resident', '/today'), /Пора снять показания .*Вода, участок 7/);
    const atOf = ({ plot, account }: Household) =>
      inMoscow(
        month,
        20 + draw(`${plot} ${month}`, 6),
        account === null ? 12 : 9 + draw(`${month} ${plot}`, 12),
      );
    for (const house of inTime(typing).sort((one, other) => atOf(one) - atOf(other)))
      await typeIn(house, atOf(house));
    goTo(inMoscow(month, 26, 10));
    for (const house of inTime(paper))
      await typeIn(house, atOf(house), count === changedIn && house === paper[0] ? 3 : undefined);
    await typeIn({ meter: stage.main, account: null }, inMoscow(month, 25, 12));

    goTo(inMoscow(month, 27, 12));
    for (const house of typing)
      assert.equal(
        await isDue(house),
        lateNow.some(([one]) => one === house),
        `plot ${house.plot} in ${month}`,
      );
    assert.equal(
      /Вода, участок 7/.test(await seeText('resident', '/today')),
      lateNow.some(([{ plot }]) => plot === '7'),
    );
    await checkTreasurer(stage, month, 0);
    const told = await meterDue();
    const missing = lateNow.map(([house]) => house);
    const reached = missing.filter(({ account }) => account !== null);
    const remind = () => act(editor, remind_of_meters, { settlement: slug, kind: 'water' });
    if (reached.length === 0)
      assert.equal(await refusalKindOf(remind()), 'invalid', 'there is nobody to remind');
    else {
      const done = await remind();
      assert.deepEqual(done, { plots: reached.length, withoutAccount: missing.length - reached.length });
      assert.equal(await refusalKindOf(remind()), 'invalid', 'reminded once a month');
    }
    for (const { account } of reached)
      told.set(
        account ?? '',
        (told.get(account ?? '') ?? 0) + 1 / reached.filter((one) => one.account === account).length,
      );
    assert.deepEqual(await meterDue(), told, 'those alone who are missing, each once');

    const when = (how: Late) => lateNow.filter(([, one]) => one === how).map(([house]) => house);
    for (const house of when('before the email')) await typeIn(house, inMoscow(month, 27, 12, 5));
    goTo(inMoscow(month, 27, 13));
    const waiting = reached.filter((house) => !when('before the email').includes(house));
    assert.deepEqual(
      reminders(await stage.deliver()).sort(),
      emailsOf(waiting),
      `reminded by email in ${month}`,
    );
    goTo(inMoscow(month, 28, 18));
    for (const house of when('after the email')) await typeIn(house, inMoscow(month, 28, 18));
    const unread = await service.db<{ account: string }[]>`
      select distinct account_id as account from notification
       where key = 'notifications.meter_due' and ended_at is null and created_at > ${new Date(inMoscow(month, 26, 0))}`;
    const never = when('never').flatMap(({ account }) => account ?? []);
    assert.deepEqual(
      unread.map(({ account }) => account).sort(),
      never.sort(),
      'a reminder ends with the reading',
    );
    goTo(inMoscow(month, 29, 9));
    assert.deepEqual(reminders(await stage.deliver()), [], 'nobody is told twice, nobody after he typed');
    await checkTreasurer(stage, month, 0);
    if (count > 0) await checkTreasurer(stage, monthAfter(month, -1), 0);
    if (count > 3) await checkLoss(stage, count, month);
  }

  it('is told as it happens: meters, rubbish days, meetings, a document and fees, month after month', async () => {
    const { goTo, editor, first, service, seeText, open, deliver, browsers } = stage;
    const client = await service.as(editor);
    const calendar = `/settlements/${slug}/calendar`;
    const start = inMoscow(monthAfter(first, -1), 28, 12);
    goTo(start);
    await deliver();
    const time = (day: string, at: string) => `${day}T${at}:00+03:00`;
    const announce = async (input: object) => {
      const { data } = await client.write_article({
        settlement: slug,
        kind: 'announcement',
        body: 'Подробности у сторожа.',
        visibility: 'residents',
        title: '',
        ...input,
      });
      await client.publish_article({ settlement: slug, article: data.id });
      return data.id;
    };
    const edit = (article: string, change: object) =>
      client.edit_article({ settlement: slug, article, ...change });
    /** Every household by email, each once; the editor wrote it. */
    const everybody = emailsOf(typing.filter(({ account }) => account !== editor));
    const assertToldOnce = (letters: Awaited<ReturnType<typeof deliver>>, title: string) => {
      const to = letters.filter(({ text }) => text.includes(title)).map((one) => one.to);
      assert.equal(new Set(to).size, to.length, `${title}: nobody twice`);
      assert.deepEqual(
        everybody.filter((email) => !to.includes(email)),
        [],
        `${title}: everybody`,
      );
    };
    /** With the summaries of the next morning, which some prefer. */
    const deliverByMorning = async () => {
      const atOnce = await deliver();
      goTo(stage.now().getTime() + 24 * hour);
      return [...atOnce, ...(await deliver())];
    };
    const days = tuesdays(dayOf(start + 24 * hour), dayOf(inMoscow(monthAfter(first, months), 28, 12)));
    const rubbish = await announce({
      title: 'Мусор забирают',
      place: 'Площадка у ворот',
      starts_at: time(days[0] ?? '', '07:00'),
      ends_at: time(days[0] ?? '', '08:00'),
      repeats: 'weekly',
      repeats_until: days.at(-1),
    });
    assertToldOnce(await deliverByMorning(), 'Мусор забирают');
    let feed = '';
    const makeFeed = async () => {
      const page = { html: await open('resident', calendar) } as Awaited<ReturnType<Browser['get']>>;
      assert.equal((await browsers.resident.submit(page, `${calendar}/link`)).status, 303);
      feed = /<code id="calendar-address">([^<]+)<\/code>/.exec(await open('resident', calendar))?.[1] ?? '';
    };
    await makeFeed();
    /** What stands in the feed, by its title: moments, and whether it is off. */
    const inFeed = async (title: string) =>
      readOccurrences(await (await fetch(feed)).text())
        .filter((one) => one.title === title)
        .map(({ startsAt, status }) => (status === 'CANCELLED' ? `${startsAt} off` : startsAt));
    const moment = (day: string, at: string) => new Date(time(day, at)).toISOString();
    const rubbishDays = new Map(days.map((day) => [day, moment(day, '07:00')]));
    const calledOff: string[] = [];
    const meetings: { title: string; expected: string; at: number }[] = [];
    let document = '';
    const problems: string[] = [];
    const confirmed = new Set<Household>();
    const fees: Fees[] = [];

    for (let count = 0; count <= months; count += 1) {
      const month = monthAfter(first, count);
      goTo(inMoscow(month, 3, 12));
      if (count === 3) {
        const title = 'Собрание о воде';
        const article = await announce({ title, starts_at: time(`${month}-16`, '12:00'), place: 'Клуб' });
        const told = await deliverByMorning();
        assertToldOnce(told, title);
        const [sent] = told.filter(({ text }) => text.includes(title));
        const [first] = readOccurrences((sent && readCalendarPart(sent.email)) ?? '');
        assert.deepEqual([first?.title, first?.startsAt], [title, moment(`${month}-16`, '12:00')]);
        goTo(inMoscow(month, 9, 12));
        await edit(article, { starts_at: time(`${month}-18`, '11:00'), tell_again: true });
        const again = await deliverByMorning();
        assertToldOnce(again, title);
        const [moved] = again.filter(({ text }) => text.includes(title));
        const [second] = readOccurrences((moved && readCalendarPart(moved.email)) ?? '');
        assert.deepEqual([second?.uid, second?.startsAt], [first?.uid, moment(`${month}-18`, '11:00')]);
        assert.ok((second?.sequence ?? 0) > (first?.sequence ?? 0));
        meetings.push({ title, expected: moment(`${month}-18`, '11:00'), at: inMoscow(month, 18, 12) });
        goTo(inMoscow(month, 15, 12));
        assert.match(await seeText('resident', '/today'), /В посёлке на неделе.*Собрание о воде/);
      }
      if (count === 6) {
        const title = 'Субботник у пруда';
        const article = await announce({ title, starts_at: time(`${month}-17`, '10:00') });
        assertToldOnce(await deliverByMorning(), title);
        goTo(inMoscow(month, 12, 12));
        await edit(article, { cancelled: true, tell_again: true });
        const off = await deliverByMorning();
        assertToldOnce(off, title);
        const [told] = off.filter(({ text }) => text.includes(title));
        assert.equal(readOccurrences((told && readCalendarPart(told.email)) ?? '')[0]?.status, 'CANCELLED');
        const expected = `${moment(`${month}-17`, '10:00')} off`;
        meetings.push({ title, expected, at: inMoscow(month, 17, 11) });
        const today = await seeText('resident', '/today');
        const line =
          /Субботник у пруда.{0,60}/.exec(today.slice(today.indexOf('В посёлке на неделе')))?.[0] ?? '';
        assert.ok(line === '' || /отмен/i.test(line), `Today does not invite to it: ${line}`);
      }
      if (count === 9) {
        // The lorry does not come in one week, and a day later in another.
        const [off, moved] = days.filter((day) => day > `${month}-05`);
        await edit(rubbish, { occurrence: { on: off, cancelled: true } });
        const next = dayOf(Date.parse(`${moved}T12:00:00Z`) + 24 * hour);
        await edit(rubbish, { occurrence: { on: moved, starts_at: time(next, '09:00') } });
        rubbishDays.delete(off ?? '');
        calledOff.push(off ?? '');
        rubbishDays.set(moved ?? '', moment(next, '09:00'));
      }
      // An address is good for a year.
      if (count === 6) await makeFeed();
      if (count === 2) document = await addDocument(stage);
      if (count === 1 || count === 7) fees.push(await takeFees(stage, count, month));
      if (document !== '') await checkDocument(stage, { document, confirmed, count });
      for (const period of fees) await checkFees(stage, period);
      assert.deepEqual(
        await inFeed('Мусор забирают'),
        [...rubbishDays.values()].sort(),
        `${month}: rubbish days in the feed`,
      );
      for (const { title, expected, at } of meetings) {
        // Half a year back.
        const isKept = at > stage.now().getTime() - 180 * 24 * hour;
        assert.deepEqual(await inFeed(title), isKept ? [expected] : [], `${month}: ${title}`);
      }
      const listed = await seeText('resident', `${calendar}?as=list&month=${month}`);
      const today = dayOf(stage.now().getTime());
      const end = `${monthAfter(month, 3)}-01`;
      const listedDays = [...[...rubbishDays.values()].map((at) => dayOf(Date.parse(at))), ...calledOff];
      const ahead = listedDays.filter((day) => day >= today && day < end).length;
      assert.equal(listed.split('Мусор забирают').length - 1, ahead, `${month}: rubbish days in the list`);
      await readMeters(count, month).catch((error: unknown) => problems.push(`${month}: ${error}`));
    }
    assert.deepEqual(problems, []);
    assert.equal((await meterDue()).size, 6, 'of 37 households');
  });
});
