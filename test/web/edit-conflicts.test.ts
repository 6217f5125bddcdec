import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Db } from '../../src/base/db/connect.ts';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { waitForLockWaiters } from '../db/lock-waiters.ts';
import { startService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { solid } from '../media/sample-pictures.ts';
import type { Browser, Page } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import {
  addHouseholdMember,
  homeAssistantAt,
  makeDevice,
  recordReadings,
  thermometer,
} from '../operations/device/device-fixtures.ts';
import { signIn, visibleText } from './sign-in.ts';

/** An edit form that is opened in two tabs. */
interface EditCase {
  /** The user; the resident by default. */
  who?: Persona;
  /** Page of the form, and its action. */
  at: string;
  action: string;
  /** Posted fields for a typed text. */
  fields(typed: string): Record<string, string>;
  /** Reads the stored value. */
  stands(): Promise<string>;
  /** Locks the row. */
  take(db: Db): Promise<unknown>;
  /** Makes the conflicting change, when it is not the same form in another tab. */
  otherwise?(typed: string): Promise<unknown>;
}

describe('concurrent edits of one thing in two tabs', () => {
  let actors: OAuthTestClient;
  let village: Village;
  let cases: Record<string, EditCase>;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    village = actors.village;
    await addHouseholdMember(actors.service, village);
    cases = await prepare();
  });

  async function prepare(): Promise<Record<string, EditCase>> {
    const { resident, editor } = village.clients;
    const settlement = village.settlement.slug;
    const plot = village.plots.resident;
    const { data: task } = await resident.write_task({ settlement, title: 'Дело' });
    const { data: object } = await resident.write_parcel_object({
      parcel: plot,
      kind: 'tree',
      title: 'Яблоня',
    });
    const { data: contact } = await editor.write_contact({
      settlement,
      name: 'Электрик',
      category: 'trade',
      phones: ['+7 916 000-00-01'],
    });
    const { data: entry } = await resident.write_article({
      settlement,
      kind: 'diary',
      parcel_id: plot,
      title: 'Запись',
      body: 'Было',
    });
    const bytes = await solid(20, 20).png().toBuffer();
    const { data: uploaded } = await resident.upload_media({
      subject_type: 'parcel',
      subject_id: plot,
      visibility: 'residents',
      data: bytes.toString('base64'),
    });
    const photo = uploaded.media?.id ?? '';
    const { data: connected } = await resident.connect_device({
      parcel: plot,
      name: 'Дом',
      ...homeAssistantAt('https://ha.example.org'),
      secret: 'x',
    });
    const connection = connected.id;
    await recordReadings(actors.service, connection, [makeDevice('d1', [thermometer])], []);
    const devices = async () => {
      const { data } = await resident.list_my_devices({});
      return data.find(({ id }) => id === connection);
    };
    const device = (await devices())?.devices[0];
    const sensor = device?.sensors[0]?.id ?? '';
    const [ofTask, ofContact] = [{ task: task.id }, { settlement, contact: contact.slug }];
    const ofObject = { plot, object: object.id };
    const edited = fillPath(paths.editArticle, { settlement, article: entry.id });
    const medal = fillPath(paths.contactMedal, ofContact);
    const correct = fillPath(paths.correctContact, ofContact);
    const takeContact = (db: Db) => db`select 1 from contact where id = ${contact.id} for no key update`;
    const takeConnection = (db: Db) =>
      db`select 1 from device_connection where id = ${connection} for no key update`;
    return {
      task: {
        at: fillPath(paths.editTask, ofTask),
        action: fillPath(paths.editTask, ofTask),
        fields: (title) => ({ title, body: '', due_on: '', remind_before: '', repeats: '' }),
        stands: async () => (await resident.show_task({ task: task.id })).data.title,
        take: (db) => db`select 1 from task where id = ${task.id} for no key update`,
      },
      'diary entry': {
        at: edited,
        action: edited,
        fields: (body) => ({ title: 'Запись', body, visibility: 'residents', about_on: '', do: 'draft' }),
        stands: async () => (await resident.show_article({ settlement, article: entry.id })).data.body,
        take: (db) => db`select 1 from article where id = ${entry.id} for no key update`,
      },
      photograph: {
        at: `${fillPath(paths.plotPhotos, { plot })}?photo=${photo}`,
        action: fillPath(paths.editPlotPhoto, { plot, photo }),
        fields: (caption) => ({ caption, place: '', visibility: 'residents' }),
        stands: async () => {
          const { media } = await resident.list_media({ settlement, media: photo });
          return media.find(({ id }) => id === photo)?.caption ?? '';
        },
        take: (db) => db`select 1 from media where id = ${photo} for no key update`,
      },
      object: {
        at: fillPath(paths.plotObject, ofObject),
        action: fillPath(paths.editPlotObject, ofObject),
        fields: (title) => ({ kind: 'tree', title, begun_on: '', notes: '' }),
        stands: async () =>
          (await resident.show_parcel_object({ parcel: plot, object: object.id })).data.title,
        take: (db) => db`select 1 from parcel_object where id = ${object.id} for no key update`,
      },
      verdict: {
        at: medal,
        action: medal,
        fields: (body) => ({ medal: 'gold', body, visibility: 'residents' }),
        stands: async () =>
          (
            await resident.list_reviews({
              settlement,
              subject_type: 'contact',
              subject_id: contact.id,
              mine: true,
            })
          ).reviews[0]?.body ?? '',
        take: takeContact,
      },
      'names of devices': {
        at: fillPath(paths.deviceConnection, { connection }),
        action: fillPath(paths.editDeviceConnection, { connection }),
        fields: (name) => ({ name: 'Дом', [`device.${device?.id}`]: name }),
        stands: async () => (await devices())?.devices[0]?.given_name ?? '',
        take: takeConnection,
      },
      'settings of a sensor': {
        at: fillPath(paths.sensor, { sensor }),
        action: fillPath(paths.sensorSettings, { sensor }),
        fields: (name) => ({ name, visibility: 'private', is_enabled: 'true' }),
        stands: async () => (await devices())?.devices[0]?.sensors[0]?.name ?? '',
        take: takeConnection,
      },
      profile: {
        at: paths.account,
        action: paths.accountProfile,
        fields: (display_name) => ({ display_name, language: 'ru' }),
        stands: async () => (await resident.show_me({})).data.display_name,
        take: (db) => db`select 1 from account where id = ${village.accounts.resident} for no key update`,
      },
      'card of a company': {
        who: 'company',
        at: fillPath(paths.companyCard, { company: 'kolodtsy' }),
        action: fillPath(paths.companyCard, { company: 'kolodtsy' }),
        fields: (hours) => ({
          name: 'Колодцы и скважины',
          trades: 'wells',
          description: '',
          phones: '',
          address: '',
          hours,
          site: '',
        }),
        async stands() {
          const { data } = await resident.show_company({ company: 'kolodtsy' });
          return data.hours;
        },
        take: (db) => db`select 1 from company where id = ${village.companyId} for no key update`,
      },
      'correction of a contact': {
        at: correct,
        action: correct,
        fields: (hours) => ({ name: 'Электрик', category: 'trade', phones: '+7 916 000-00-01', hours }),
        otherwise: (hours) => editor.edit_contact({ settlement, contact: contact.id, hours }),
        stands: async () => {
          const { proposals } = await resident.list_my_change_proposals({});
          const [proposed] = proposals;
          if (proposed) return String(proposed.proposed.hours);
          const { contacts } = await resident.list_contacts({ settlement, contact: contact.id });
          return contacts[0]?.hours ?? '';
        },
        take: takeContact,
      },
    };
  }

  const names = [
    'task',
    'diary entry',
    'object',
    'verdict',
    'names of devices',
    'settings of a sensor',
    'profile',
    'correction of a contact',
    'card of a company',
  ];
  for (const name of names)
    it(`${name}: the second edit is a conflict that shows both versions and can be resolved`, async () => {
      const it = cases[name] as EditCase;
      const browser: Browser = await signIn(actors.service, it.who ?? 'resident', 'ru');
      const [first, second] = [await browser.get(it.at), await browser.get(it.at)];
      const send = (page: Page, typed: string) => browser.submit(page, it.action, it.fields(typed));
      if (it.otherwise) await it.otherwise('Первое');
      else {
        const done = await send(first, 'Первое');
        assert.equal(done.status, 303, visibleText(done.html).slice(0, 600));
        const again = await send(first, 'Первое');
        assert.equal(again.status, 303, 'the same form twice is no conflict');
      }
      assert.equal(await it.stands(), 'Первое');

      const late = await send(second, 'Второе');
      assert.equal(late.status, 422);
      const words = visibleText(late.html);
      assert.match(words, /Пока вы писали/);
      const main = late.html.slice(late.html.indexOf('<main'));
      assert.ok(main.includes('Первое'), 'what stands there');
      assert.ok(main.includes('Второе'), 'what was typed');
      assert.equal(await it.stands(), 'Первое', 'nothing was written over unseen');

      const decided = await send(late, 'Второе');
      assert.equal(decided.status, 303, visibleText(decided.html).slice(0, 600));
      assert.equal(await it.stands(), 'Второе');
    });

  /** Sends all requests while the row is locked, and releases it once all of them wait for the lock. */
  async function sendAtOnce<Reply>(
    it: EditCase,
    sending: readonly (() => Promise<Reply>)[],
  ): Promise<Reply[]> {
    let replies: Promise<Reply[]> = Promise.resolve([]);
    await actors.service.pool.begin(async (held) => {
      await it.take(held);
      replies = Promise.all(sending.map((send) => send()));
      replies.catch(() => {});
      await waitForLockWaiters(held, sending.length);
    });
    return replies;
  }

  for (const name of names.filter((each) => each !== 'correction of a contact'))
    it(`${name}: of two simultaneous edits one succeeds, the other is a conflict that shows both`, async () => {
      const it = cases[name] as EditCase;
      const browser = await signIn(actors.service, it.who ?? 'resident', 'ru');
      const pages = [await browser.get(it.at), await browser.get(it.at)];
      const typed = ['Понедельник', 'Среда'];
      const replies = await sendAtOnce(
        it,
        pages.map((page, n) => () => browser.submit(page, it.action, it.fields(typed[n] ?? ''))),
      );
      assert.deepEqual(replies.map(({ status }) => status).sort(), [303, 422]);
      const won = replies.findIndex(({ status }) => status === 303);
      const loser = replies[1 - won] as Page;
      assert.equal(await it.stands(), typed[won]);
      assert.match(visibleText(loser.html), /Пока вы писали/);
      const main = loser.html.slice(loser.html.indexOf('<main'));
      for (const text of typed) assert.ok(main.includes(text), text);
      assert.equal((await browser.submit(loser, it.action, it.fields(typed[1 - won] ?? ''))).status, 303);
      assert.equal(await it.stands(), typed[1 - won]);
    });

  it('a correction proposed during an edit by the board is a conflict or based on the old value', async () => {
    const it = cases['correction of a contact'] as EditCase;
    const { resident } = village.clients;
    const browser = await signIn(actors.service, 'resident', 'ru');
    await it.otherwise?.('Было');
    const page = await browser.get(it.at);
    const before = (await resident.list_my_change_proposals({})).proposals.length;
    const [, reply] = await sendAtOnce<unknown>(it, [
      () => it.otherwise?.('Стало') ?? Promise.resolve(),
      () => browser.submit(page, it.action, it.fields('Предложено')),
    ]);
    const { status, html } = reply as Page;
    const { proposals } = await resident.list_my_change_proposals({});
    if (status === 303) assert.equal(proposals[0]?.before.hours, 'Было');
    else {
      assert.match(visibleText(html), /Пока вы писали, здесь записали: Стало/);
      assert.ok(html.includes('Предложено'));
      assert.equal(proposals.length, before);
    }
  });

  it('alerts added in two tabs at the same moment are both saved', async () => {
    const it = cases['settings of a sensor'] as EditCase;
    const { sensor = '' } = /\/sensors\/(?<sensor>\d+)/.exec(it.at)?.groups ?? {};
    const browser = await signIn(actors.service, 'resident', 'ru');
    const pages = [await browser.get(it.at), await browser.get(it.at)];
    const action = fillPath(paths.sensorLimitAlert, { sensor });
    const replies = await sendAtOnce(
      it,
      pages.map((page, n) => () => browser.submit(page, action, { kind: 'below', value: String(n + 3) })),
    );
    assert.deepEqual(
      replies.map(({ status }) => status),
      [303, 303],
    );
    const { data } = await village.clients.resident.list_my_devices({});
    const alerts = data
      .flatMap(({ devices }) => devices.flatMap(({ sensors }) => sensors))
      .flatMap(({ alerts }) => alerts);
    assert.deepEqual(alerts.map(({ value }) => value).sort(), [3, 4]);
  });

  it('a change of another field made elsewhere is not overwritten', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const page = await browser.get(paths.account);
    await village.clients.resident.edit_profile({ language: 'en' });
    const saved = await browser.submit(page, paths.accountProfile, { display_name: 'Ольга', language: 'ru' });
    assert.equal(saved.status, 303);
    const { data } = await village.clients.resident.show_me({});
    assert.deepEqual([data.display_name, data.language], ['Ольга', 'en']);
    await village.clients.resident.edit_profile({ language: 'ru' });
  });

  it('a form refused for another reason still shows the conflict', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    for (const [name, wrong] of [
      ['task', { title: '' }],
      ['object', { title: '' }],
      ['profile', { display_name: '' }],
    ] as const) {
      const it = cases[name] as EditCase;
      const page = await browser.get(it.at);
      await browser.submit(await browser.get(it.at), it.action, it.fields(`Пока ${name}`));
      const refused = await browser.submit(page, it.action, { ...it.fields('Моё'), ...wrong });
      assert.equal(refused.status, 422, name);
      assert.match(visibleText(refused.html), /Пока вы писали/, name);
      assert.ok(refused.html.includes(`Пока ${name}`), name);
    }
  });
});
