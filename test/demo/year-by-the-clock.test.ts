import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { confirm_document_reading } from '../../src/features/actions/confirm_document_reading.ts';
import { import_fees } from '../../src/features/actions/import_fees.ts';
import { list_fee_tables } from '../../src/features/actions/list_fee_tables.ts';
import { list_meters } from '../../src/features/actions/list_meters.ts';
import { list_own_fees } from '../../src/features/actions/list_own_fees.ts';
import { remind_of_meters } from '../../src/features/actions/remind_of_meters.ts';
import { show_document_reading } from '../../src/features/actions/show_document_reading.ts';
import { readCalendarPart, readOccurrences } from '../harness/calendar-reader.ts';
import { refusalKindOf } from '../harness/page-actions.ts';
import { forgePdf } from '../media/sample-pictures.ts';
import { hiddenFields } from '../oauth/browser.ts';
import { dayOf, draw, inMoscow, monthAfter, tuesdays, written } from './year-figures.ts';
import { prepareYear, slug, type YearStage } from './year-stage.ts';
import { checkLoss, checkTreasurer } from './year-treasurer.ts';
import { type Household, plotCount } from './year-village.ts';

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
    assert.match(await seeText('resident', '/'), /Пора снять показания .*Вода, участок 7/);
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
      /Вода, участок 7/.test(await seeText('resident', '/')),
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
    for (const house of when('after the email'))
      await typeIn(house, house.account === null ? inMoscow(month, 28, 12) : inMoscow(month, 28, 18, 5));
    const unread = await service.db<{ account: string }[]>`
      select distinct account_id as account from notification
       where key = 'notifications.meter_due' and ended_at is null and happened_at > ${new Date(inMoscow(month, 26, 0))}`;
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
    const { goTo, act, editor, first, service, seeText, deliver, browsers } = stage;
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
      title: 'Вывоз мусора',
      place: 'Площадка у ворот',
      starts_at: time(days[0] ?? '', '07:00'),
      ends_at: time(days[0] ?? '', '08:00'),
      repeats: 'weekly',
      repeats_until: days.at(-1),
    });
    assertToldOnce(await deliverByMorning(), 'Вывоз мусора');
    const link = await browsers.resident.submit(await browsers.resident.get(calendar), `${calendar}/link`);
    assert.equal(link.status, 303);
    const feed = /<code id="calendar-address">([^<]+)<\/code>/.exec(
      (await browsers.resident.get(calendar)).html,
    )?.[1];
    /** What stands in the feed, by its title: moments, and whether it is off. */
    const inFeed = async (title: string) =>
      readOccurrences(await (await fetch(feed ?? '')).text())
        .filter((one) => one.title === title)
        .map(({ startsAt, status }) => (status === 'CANCELLED' ? `${startsAt} off` : startsAt));
    const moment = (day: string, at: string) => new Date(time(day, at)).toISOString();
    const rubbishDays = new Map(days.map((day) => [day, moment(day, '07:00')]));
    const meetings: { title: string; expected: string; at: number }[] = [];
    let document = '';
    const problems: string[] = [];
    const confirmed = new Set<Household>();
    const fees: { period: string; asked: number; paid: Map<string, number> }[] = [];

    for (let count = 0; count <= months; count += 1) {
      const month = monthAfter(first, count);
      goTo(inMoscow(month, 3, 12));
      if (count === 3) {
        const title = 'Общее собрание';
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
        assert.match(await seeText('resident', '/'), /В посёлке на неделе.*Общее собрание/);
      }
      if (count === 6) {
        const title = 'Субботник';
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
        const today = await seeText('resident', '/');
        const line = /Субботник.{0,60}/.exec(today.slice(today.indexOf('В посёлке на неделе')))?.[0] ?? '';
        assert.ok(line === '' || /Отмен/.test(line), `Today does not invite to it: ${line}`);
      }
      if (count === 9) {
        // The lorry does not come in one week, and a day later in another.
        const [off, moved] = days.filter((day) => day > `${month}-05`);
        await edit(rubbish, { occurrence: { on: off, cancelled: true } });
        const next = dayOf(Date.parse(`${moved}T12:00:00Z`) + 24 * hour);
        await edit(rubbish, { occurrence: { on: moved, starts_at: time(next, '09:00') } });
        rubbishDays.delete(off ?? '');
        rubbishDays.set(moved ?? '', moment(next, '09:00'));
      }
      if (count === 2) document = await addDocument();
      if (count === 1 || count === 7) fees.push(await takeFees(count, month));
      if (document !== '') await checkDocument(count);
      for (const [index] of fees.entries()) await checkFees(index);
      assert.deepEqual(
        await inFeed('Вывоз мусора'),
        [...rubbishDays.values()].sort(),
        `${month}: rubbish days in the feed`,
      );
      for (const { title, expected, at } of meetings) {
        // Half a year back.
        const isKept = at > stage.now().getTime() - 180 * 24 * hour;
        assert.deepEqual(await inFeed(title), isKept ? [expected] : [], `${month}: ${title}`);
      }
      const listed = await seeText('resident', `${calendar}?as=list&month=${month}`);
      const ahead = [...rubbishDays.keys()].filter(
        (day) => day >= `${month}-03` && day < `${monthAfter(month, 3)}-01`,
      );
      const shown = listed.split('Вывоз мусора').length - 1;
      assert.ok(
        shown >= Math.min(ahead.length, 3) - 1,
        `${month}: ${shown} of ${ahead.length} days in the list`,
      );
      await readMeters(count, month).catch((error: unknown) => problems.push(`${month}: ${error}`));
    }
    assert.deepEqual(problems, []);
    assert.equal((await meterDue()).size, 6, 'of 37 households');

    async function addDocument(): Promise<string> {
      const path = `/settlements/${slug}/documents`;
      const data = new FormData();
      const fields = { title: 'Правила посёлка', day: dayOf(stage.now().getTime()), asks_reading: 'true' };
      for (const [name, value] of Object.entries({
        ...hiddenFields((await browsers.editor.get(path)).html, path),
        ...fields,
      }))
        data.append(name, value);
      data.append('file', new Blob([forgePdf() as Uint8Array<ArrayBuffer>]), 'правила.pdf');
      const cookie = [...browsers.editor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const reply = await fetch(service.url + path, {
        method: 'POST',
        body: data,
        redirect: 'manual',
        headers: { cookie },
      });
      assert.equal(reply.status, 303);
      const [row] = await service.db<
        { id: string }[]
      >`select id from settlement_document where title = 'Правила посёлка'`;
      return row?.id ?? '';
    }
    async function checkDocument(count: number): Promise<void> {
      // Every month some more, until half of the plots have read it: those with an account.
      for (const house of typing)
        if (!confirmed.has(house) && (count >= 8 || draw(`${house.plot} reads ${count}`, 4) === 0)) {
          await act(house.account ?? '', confirm_document_reading, {
            settlement: slug,
            document,
            version: 1,
          });
          for (const same of typing) if (same.account === house.account) confirmed.add(same);
        }
      const reading = await act(editor, show_document_reading, { settlement: slug, document });
      const left = stage.households.filter((house) => !confirmed.has(house));
      assert.deepEqual([reading.all, reading.read], [plotCount, confirmed.size]);
      assert.deepEqual(
        reading.plots.map(({ number, nobody }) => `${number} ${nobody}`).sort(),
        left.map(({ plot, account }) => `${plot} ${account === null}`).sort(),
      );
      const page = await seeText('editor', `/settlements/${slug}/documents/${document}/reading`);
      assert.ok(
        page.includes(`Прочитали ${confirmed.size} Ещё не прочитали ${left.length}`),
        page.slice(0, 600),
      );
      if (count >= 8) assert.equal(left.length, plotCount / 2, 'half the village has not read it');
    }
    async function takeFees(count: number, month: string) {
      const asked = 6000 + count * 500;
      const paid = new Map(
        stage.households.map(({ plot }) => [plot, draw(`${plot} pays ${month}`, 3) * (asked / 2)]),
      );
      const period = `Взнос за ${month}`;
      const lines = [...paid].map(([plot, sum]) => `${plot};${asked};${sum};${asked - sum}`);
      const csv = ['Участок;Начислено;Оплачено;Осталось', ...lines].join('\n');
      const { mark } = await act(editor, import_fees, { settlement: slug, period, csv });
      await act(editor, import_fees, { settlement: slug, period, csv, tried: mark });
      return { period, asked, paid };
    }
    async function checkFees(index: number): Promise<void> {
      const { period, asked, paid } = fees[index] ?? assert.fail();
      const { tables } = await act(editor, list_fee_tables, { settlement: slug });
      const sum = [...paid.values()].reduce((all, each) => all + each, 0);
      const table = tables.find((one) => one.period === period);
      assert.deepEqual(
        [table?.asked, table?.paid, table?.remaining],
        [plotCount * asked, sum, plotCount * asked - sum],
      );
      for (const house of typing.slice(0, 8)) {
        const { lines } = await act(house.account ?? '', list_own_fees, { parcel: house.parcel });
        const line = lines.find((one) => one.period === period);
        assert.deepEqual(
          [line?.asked, line?.paid],
          [asked, paid.get(house.plot)],
          `plot ${house.plot}, ${period}`,
        );
        const next = typing.find(({ account }) => account !== house.account);
        assert.deepEqual(await act(next?.account ?? '', list_own_fees, { parcel: house.parcel }), []);
      }
      const [home] = typing.filter(({ plot }) => plot === '7');
      const page = await seeText('resident', `/plots/${home?.parcel}/fees`);
      assert.ok(page.includes(`${period} Начислено ${written(asked)}`), page.slice(0, 500));
    }
  });
});
