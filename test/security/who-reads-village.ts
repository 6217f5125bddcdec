import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { add_meter } from '../../src/features/actions/add_meter.ts';
import { add_plots } from '../../src/features/actions/add_plots.ts';
import { import_fees } from '../../src/features/actions/import_fees.ts';
import { list_meters } from '../../src/features/actions/list_meters.ts';
import { name_keeper } from '../../src/features/actions/name_keeper.ts';
import { share_meter } from '../../src/features/actions/share_meter.ts';
import { type_meter_reading } from '../../src/features/actions/type_meter_reading.ts';
import { insertAccount, setOperator } from '../../src/store/accounts/accounts.ts';
import { endMembership, insertMembership } from '../../src/store/land/residents.ts';
import { deleteSettlementRole, insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { runActionAs } from '../harness/page-actions.ts';
import type { TestService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { forgePdf, noise } from '../media/sample-pictures.ts';
import { type Browser, hiddenFields } from '../oauth/browser.ts';
import { password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { quickHash } from '../oauth/quick-hash.ts';
import { signIn } from '../web/sign-in.ts';

/** What one reads of the village’s year, each with a word and a number that stand nowhere else and are like no other. */
export const things = {
  'a meter kept to oneself': { word: 'Жмыхоед', number: 7391846.5 },
  'a household’s meter': { word: 'Тайнасемье', number: 7391847.5 },
  'the photograph of its dial': { word: '', number: 0 },
  'a meter let to the board': { word: 'Тайнаказначею', number: 7391848.5 },
  'one that the board keeps': { word: 'Тайнаведомости', number: 7391849.5 },
  'one of people on paper': { word: 'Тайнабумаги', number: 7391850.5 },
  'the main meter': { word: 'Тайнавводу', number: 7391851.5 },
  'the fee of a plot': { word: 'Тайнавзноса', number: 7391852.5 },
  'a document for residents': { word: 'Тайнаустава', number: 0 },
  'a document for owners': { word: 'Тайнасобственников', number: 0 },
  'a document of the board': { word: 'Тайнаправления', number: 0 },
} as const;
export type Thing = keyof typeof things;

/** Accounts by the part that they have in the village. */
export const extraPeople = [
  'passer-by',
  'member',
  'tenant',
  'former',
  'auditor',
  'former-editor',
  'operator',
  'keeper',
] as const;
type Extra = (typeof extraPeople)[number];

export async function buildReadingVillage(service: TestService) {
  const { village } = await prepareOAuthTestClient(service);
  const { db } = service;
  const settlement = village.settlement.slug;
  const now = new Date();
  const past = new Date(now.getTime() - 100 * 86_400_000);
  const extra = {} as Record<Extra, string>;
  for (const name of extraPeople) {
    extra[name] = service.newId();
    const email = `${name}@example.org`;
    const shown = { displayName: name, language: 'en', passwordHash: await quickHash(password) } as const;
    await insertAccount(db, { id: extra[name], email, ...shown, emailConfirmedAt: past, createdAt: past });
  }
  const accounts = { ...village.accounts, ...extra };
  const join = async (who: Extra, parcelId: string, role: 'family' | 'tenant') => {
    const id = service.newId();
    const state = { state: 'confirmed', isPrimary: true, decidedBy: accounts.editor, now: past } as const;
    await insertMembership(db, { id, accountId: accounts[who], parcelId, role, ...state });
    return { id, accountId: accounts[who], parcelId };
  };
  const { resident: home, neighbour: next } = village.plots;
  await join('member', home, 'family');
  await join('tenant', home, 'tenant');
  await join('keeper', next, 'family');
  const left = await join('former', home, 'family');
  await db`update membership set created_at = ${past}, decided_at = ${past} where state = 'confirmed'`;
  await village.clients.newcomer.request_residency({ settlement, parcel: '1', role: 'family' });
  await insertSettlementRole(db, village.settlement.id, extra.auditor, 'auditor', past);
  await insertSettlementRole(db, village.settlement.id, extra['former-editor'], 'editor', past);
  await setOperator(db, extra.operator, true);
  const act = <Reply>(who: keyof typeof accounts, action: AnyDefinition<Reply>, input: object) =>
    runActionAs<Reply>(service, accounts[who], action, { ...input });
  await act('editor', name_keeper, { settlement, account: extra.keeper, is_named: true });
  await act('editor', add_plots, { settlement, numbers: '900', kind: 'common' });

  const day = new Date(now.getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
  const type = (who: 'resident' | 'editor' | 'former-editor', meter: string, thing: Thing) =>
    act(who, type_meter_reading, { meter, number: things[thing].number, on: day });
  const sensors: string[] = [];
  const connect = async (thing: Thing): Promise<string> => {
    const { word } = things[thing];
    const { data } = await village.clients.resident.connect_device({
      parcel: home,
      provider: 'manual',
      name: word,
      settings: {},
    });
    const sensor = data.devices[0]?.sensors[0]?.id ?? '';
    sensors.push(sensor);
    if (thing === 'a meter kept to oneself')
      await village.clients.resident.edit_device_connection({
        connection: data.id,
        sensors: [{ id: sensor, visibility: 'private' }],
      } as never);
    const own = await act('resident', list_meters, { parcel: home });
    const meter = own.find(({ name }) => name === word)?.id ?? '';
    return meter;
  };
  await type('resident', await connect('a meter kept to oneself'), 'a meter kept to oneself');
  const household = await connect('a household’s meter');
  const shared = await connect('a meter let to the board');
  await act('resident', share_meter, { meter: shared, for_board: true });
  await type('resident', shared, 'a meter let to the board');
  // What an editor typed and put in does not leave with who is none any more.
  for (const [thing, parcel, is_main, by] of [
    ['one that the board keeps', '1', false, 'editor'],
    ['one of people on paper', '3', false, 'former-editor'],
    ['the main meter', '900', true, 'former-editor'],
  ] as const) {
    const kept = { settlement, parcel, kind: 'energy', name: things[thing].word, is_main };
    const { meter } = await act(by, add_meter, kept);
    await type(by, meter, thing);
  }
  const { word: note, number: asked } = things['the fee of a plot'];
  const csv = `Участок;Начислено;Оплачено;Осталось;Примечание\n1;${asked};0;${asked};${note}`;
  const { mark } = await act('editor', import_fees, { settlement, period: 'Взнос', csv });
  await act('editor', import_fees, { settlement, period: 'Взнос', csv, tried: mark });

  const photograph = await typeWithPhotograph(service, home, household);
  const documents: Record<string, string> = {};
  for (const [thing, readers, by] of [
    ['a document for residents', 'residents', 'editor'],
    ['a document for owners', 'owners', 'editor'],
    ['a document of the board', 'editors', 'former-editor'],
  ] as const) {
    const path = `/settlements/${settlement}/documents`;
    const fields = { title: things[thing].word, day, readers };
    await post(service, await signIn(service, by as Persona), {
      page: path,
      action: path,
      fields,
      name: 'file',
      bytes: forgePdf(),
    });
    const [row] = await db<{ id: string }[]>`
      select id from settlement_document where title = ${things[thing].word} and readers = ${readers}`;
    documents[thing] = `${path}/${row?.id}`;
  }
  // Who was on the board, or of the household, when all of it was there already.
  await endMembership(db, left, { reason: null, decidedBy: accounts.editor, now });
  await deleteSettlementRole(db, village.settlement.id, extra['former-editor'], 'editor');
  await waitUntil('pictures are made', async () => {
    const rows = await db`select 1 from media where state = 'processing'`;
    return rows.length === 0;
  });
  return { village, accounts, settlement, home, sensors, photograph, documents };
}

/** Types a reading of the resident’s meter with a picture of its dial; returns the address of that. */
async function typeWithPhotograph(service: TestService, plot: string, meter: string): Promise<string> {
  const page = `/plots/${plot}/meters`;
  const action = `${page}/${meter}/readings`;
  const fields = { number: String(things['a household’s meter'].number) };
  const bytes = await noise(80, 60).jpeg().toBuffer();
  await post(service, await signIn(service, 'resident'), { page, action, fields, name: 'photograph', bytes });
  const [row] = await service.db<{ id: string }[]>`
    select id from meter_reading where meter_id = ${meter} and media_id is not null`;
  return `/meters/${meter}/readings/${row?.id}/photograph`;
}

/** Of several forms with one address, the one with the field. */
const findForm = (html: string, { action, name }: { action: string; name: string }) =>
  html
    .match(/<form\b[\s\S]*?<\/form>/g)
    ?.find((each) => each.includes(`action="${action}"`) && each.includes(`name="${name}"`)) ?? '';

/** Submits a form with a file, as a browser without JavaScript does. */
async function post(
  service: TestService,
  browser: Browser,
  form: { page: string; action: string; fields: Record<string, string>; name: string; bytes: Uint8Array },
): Promise<void> {
  const data = new FormData();
  const { html } = await browser.get(form.page);
  for (const [name, value] of Object.entries({
    ...hiddenFields(findForm(html, form), form.action),
    ...form.fields,
  }))
    data.append(name, value);
  data.append(form.name, new Blob([new Uint8Array(form.bytes)]), form.name === 'file' ? 'a.pdf' : 'dial.jpg');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const reply = await fetch(service.url + form.action, {
    method: 'POST',
    body: data,
    redirect: 'manual',
    headers: { cookie },
  });
  if (reply.status !== 303)
    throw new Error(`${form.action}: ${reply.status} ${(await reply.text()).slice(0, 500)}`);
}
