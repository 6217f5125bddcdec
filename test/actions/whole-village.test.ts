import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import writeXlsxFile from 'write-excel-file/node';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { landWarnings } from '../../src/domain/rules/land-warnings.ts';
import { apply_land_import } from '../../src/features/actions/apply_land_import.ts';
import { import_land } from '../../src/features/actions/import_land.ts';
import { import_residents } from '../../src/features/actions/import_residents.ts';
import { invite_people } from '../../src/features/actions/invite_people.ts';
import { list_invitations } from '../../src/features/actions/list_invitations.ts';
import { list_plots_to_visit } from '../../src/features/actions/list_plots_to_visit.ts';
import { print_people_letters } from '../../src/features/actions/print_people_letters.ts';
import { record_visit } from '../../src/features/actions/record_visit.ts';
import { show_land_import } from '../../src/features/actions/show_land_import.ts';
import { deliverAnnouncements } from '../../src/features/notify/announcement-delivery.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { drainQueue } from '../harness/jobs.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

const settlement = 'berezka';
const [plots, others, people, withEmail, joining] = [600, 5, 400, 130, 40] as const;
/** Four plots were there, two of them with an owner who has an account. */
const [wereThere, hadAccounts] = [4, 2] as const;
const dwellings = wereThere + plots - others;

describe('a village of 600 plots from a treasurer’s spreadsheet', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService({ SMTP_URL: 'smtp://127.0.0.1:1' });
    village = await buildVillage(service);
  });
  const act = <Reply>(definition: AnyDefinition<Reply>, input: object = {}) =>
    runActionAs(service, village.accounts.editor, definition, { settlement, ...input });
  const sheetOf = (rows: (string | number | null)[][]) =>
    writeXlsxFile(rows.map((row) => row.map((value) => ({ value: value ?? undefined })) as never)).toBuffer();
  const show = async (article: string) =>
    (await village.clients.editor.show_article({ settlement, article })).data;
  let announcement: string;

  it('takes the plots in by number alone, without cadastral numbers', async () => {
    const file = await sheetOf([
      ['СНТ «Берёзка»: участки на 2026 год'],
      ['№ п/п', 'Участок', 'Улица', 'Площадь, сот.', 'Вид участка'],
      ...Array.from({ length: plots }, (_, at) => [
        at + 1,
        `уч. ${101 + at}`,
        `Улица ${1 + Math.floor(at / 40)}`,
        6,
        at < others ? 'дорога' : 'жилой',
      ]),
    ]);
    const sent = { kind: 'plots', file_name: 'участки.xlsx', file: file.toString('base64') };
    const { import: id } = await act(import_land, sent);
    const work = () =>
      drainQueue(
        service,
        landImportWorker(() => service.app.services),
      );
    await work();
    const looked = await act(show_land_import, { import: id });
    assert.deepEqual([looked.state, looked.report?.added, looked.report?.refused], ['checked', plots, 0]);
    await act(apply_land_import, { import: id, rename: false, accept: landWarnings, seen: looked.outcome });
    await work();
    assert.equal((await act(show_land_import, { import: id })).state, 'applied');
    const [stored] = await service.db`
      select count(*)::int as all, count(*) filter (where kind = 'dwelling')::int as dwellings, count(cadastral_number)::int as cadastral
        from parcel where settlement_id = ${village.settlement.id}`;
    assert.deepEqual({ ...stored }, { all: wereThere + plots, dwellings, cadastral: wereThere });
  });

  it('takes in a list of 400 people as it was tried', async () => {
    const file = await sheetOf([
      ['Участок', 'ФИО', 'Почта', 'Телефон', 'Собственник'],
      ...Array.from({ length: people }, (_, at) => [
        String(101 + others + at),
        `Житель Номер${at}`,
        at < withEmail ? `zhitel${at}@example.org` : '',
        `+7 916 ${String(1_000_000 + at)}`,
        null,
      ]),
    ]);
    const list = { file: file.toString('base64') };
    const tried = await act(import_residents, list);
    assert.equal(tried.applied, null);
    assert.equal(tried.plan.lines.filter(({ outcome }) => outcome === 'refused').length, 0);
    assert.ok((await act(import_residents, { ...list, tried: tried.mark })).applied);
    const [recorded] = await service.db`
      select count(*)::int as people, count(email_key)::int as addresses from recorded_person`;
    assert.deepEqual({ ...recorded }, { people, addresses: withEmail });
  });

  it('invites all of them: a letter where there is an address, a sheet for the others', async () => {
    const { counts } = await act(list_invitations);
    assert.deepEqual([counts.letter, counts.sheet, counts.invited], [withEmail, people - withEmail, 0]);
    assert.deepEqual(await act(invite_people), { sent: withEmail, left: 0 });
    let sheets = 0;
    for (let left = 1; left > 0; ) {
      const printed = await act(print_people_letters);
      sheets += printed.letters.length;
      left = printed.left;
    }
    assert.equal(sheets, people - withEmail);
    const after = (await act(list_invitations)).counts;
    assert.deepEqual([after.letter, after.sheet, after.invited], [0, 0, people]);
  });

  it('joins who uses the code of their letter', async () => {
    const letters = await service.db<{ to: string; text: string }[]>`
      select to_address as to, body_text as text from letter order by id`;
    assert.equal(letters.length, withEmail);
    for (const { to, text } of letters.slice(0, joining)) {
      const [, plot, code] = /plot=([^&\s]+)\S*?code=([2-9A-HJKMNP-Z-]{11})/.exec(text) ?? assert.fail(text);
      const id = service.newId();
      const now = new Date();
      await insertAccount(service.db, {
        ...{ id, email: to, displayName: 'Житель', language: 'ru', passwordHash: null },
        ...{ emailConfirmedAt: now, createdAt: now },
      });
      const member = await service.as(id);
      const { data } = await member.request_residency({
        settlement,
        parcel: plot as string,
        role: 'owner',
        code,
      });
      assert.equal(data.state, 'confirmed', plot);
    }
  });

  it('says before it is published whom an announcement reaches, and tells exactly these', async () => {
    const { data } = await village.clients.editor.write_article({
      ...{
        settlement,
        kind: 'announcement',
        title: 'Собрание',
        body: 'В субботу в 12',
        visibility: 'residents',
      },
    });
    announcement = data.id;
    const households = joining + hadAccounts;
    const reach = { households_in_all: dwellings, households, nobody: dwellings - households };
    assert.deepEqual((await show(announcement)).would_tell, {
      ...reach,
      people: households,
      letters: households,
    });
    await village.clients.editor.publish_article({ settlement, article: announcement });
    await deliverAnnouncements({
      ...{ pool: service.pool, signal: new AbortController().signal, now: () => new Date() },
      ...{ newId: service.newId, sendsEmail: true },
    });
    const { told } = await show(announcement);
    assert.deepEqual(
      [told?.sending, told?.households, told?.people, told?.letters_in_all, told?.households_in_all],
      [false, households, households, households, dwellings],
    );
  });

  it('tells the others at the door, until nobody is left', async () => {
    const paper = dwellings - joining - hadAccounts;
    let visited = 0;
    for (;;) {
      const { plots: left } = await act(list_plots_to_visit, { article: announcement });
      if (left.length === 0) break;
      for (const { id } of left) {
        await act(record_visit, { article: announcement, parcel: id, outcome: 'told' });
        visited += 1;
      }
    }
    assert.equal(visited, paper);
    const { told } = await show(announcement);
    assert.deepEqual([told?.doors, told?.households], [paper, dwellings]);
  });
});
