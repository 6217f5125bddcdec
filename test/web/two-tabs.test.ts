import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/site/paths.ts';
import { startService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { type Actors, prepareActors } from '../oauth/actors.ts';
import type { Browser, Page } from '../oauth/browser.ts';
import {
  describeDevice,
  homeAssistantAt,
  moveIn,
  record,
  thermometer,
} from '../operations/device/neighbourhood.ts';
import { signIn, wordsOf } from './sign-in.ts';

/** A form that changes something, opened twice. */
interface Case {
  /** Who writes; the resident when it is not said. */
  who?: Persona;
  /** The page with the form, and where that is sent to. */
  at: string;
  action: string;
  /** What the form sends for a text that was typed into it. */
  fields(typed: string): Record<string, string>;
  /** What stands there now. */
  stands(): Promise<string>;
  /** Somebody else is quicker, when that is not the same form in another tab. */
  otherwise?(typed: string): Promise<unknown>;
}

describe('one thing changed in two tabs', () => {
  let actors: Actors;
  let village: Village;
  let cases: Record<string, Case>;
  before(async () => {
    actors = await prepareActors(await startService());
    village = actors.village;
    await moveIn(actors.service, village);
    cases = await prepare();
  });

  async function prepare(): Promise<Record<string, Case>> {
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
    const { data: connected } = await resident.connect_device({
      parcel: plot,
      name: 'Дом',
      ...homeAssistantAt('https://ha.example.org'),
      secret: 'x',
    });
    const connection = connected.id;
    await record(actors.service, connection, [describeDevice('d1', [thermometer])], []);
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
    return {
      task: {
        at: fillPath(paths.editTask, ofTask),
        action: fillPath(paths.editTask, ofTask),
        fields: (title) => ({ title, body: '', due_on: '', remind_before: '', repeats: '' }),
        stands: async () => (await resident.show_task({ task: task.id })).data.title,
      },
      'diary entry': {
        at: edited,
        action: edited,
        fields: (body) => ({ title: 'Запись', body, visibility: 'residents', about_on: '', do: 'draft' }),
        stands: async () => (await resident.show_article({ settlement, article: entry.id })).data.body,
      },
      object: {
        at: fillPath(paths.plotObject, ofObject),
        action: fillPath(paths.editPlotObject, ofObject),
        fields: (title) => ({ kind: 'tree', title, begun_on: '', notes: '' }),
        stands: async () =>
          (await resident.show_parcel_object({ parcel: plot, object: object.id })).data.title,
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
      },
      'names of devices': {
        at: fillPath(paths.deviceConnection, { connection }),
        action: fillPath(paths.editDeviceConnection, { connection }),
        fields: (name) => ({ name: 'Дом', [`device.${device?.id}`]: name }),
        stands: async () => (await devices())?.devices[0]?.given_name ?? '',
      },
      'settings of a sensor': {
        at: fillPath(paths.sensor, { sensor }),
        action: fillPath(paths.sensorSettings, { sensor }),
        fields: (name) => ({ name, visibility: 'private', is_enabled: 'true' }),
        stands: async () => (await devices())?.devices[0]?.sensors[0]?.name ?? '',
      },
      profile: {
        at: paths.account,
        action: paths.accountProfile,
        fields: (display_name) => ({ display_name, language: 'ru' }),
        stands: async () => (await resident.show_me({})).data.display_name,
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
    it(`${name}: the second is told, shown both, and decides`, async () => {
      const it = cases[name] as Case;
      const browser: Browser = await signIn(actors.service, it.who ?? 'resident', 'ru');
      const [first, second] = [await browser.get(it.at), await browser.get(it.at)];
      const send = (page: Page, typed: string) => browser.submit(page, it.action, it.fields(typed));
      if (it.otherwise) await it.otherwise('Первое');
      else {
        const done = await send(first, 'Первое');
        assert.equal(done.status, 303, wordsOf(done.html).slice(0, 600));
        const again = await send(first, 'Первое');
        assert.equal(again.status, 303, 'the same form twice is no conflict');
      }
      assert.equal(await it.stands(), 'Первое');

      const late = await send(second, 'Второе');
      assert.equal(late.status, 422);
      const words = wordsOf(late.html);
      assert.match(words, /Пока вы писали/);
      const main = late.html.slice(late.html.indexOf('<main'));
      assert.ok(main.includes('Первое'), 'what stands there');
      assert.ok(main.includes('Второе'), 'what was typed');
      assert.equal(await it.stands(), 'Первое', 'nothing was written over unseen');

      const decided = await send(late, 'Второе');
      assert.equal(decided.status, 303, wordsOf(decided.html).slice(0, 600));
      assert.equal(await it.stands(), 'Второе');
    });

  it('a form that came back for another reason does not hide that something moved', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    for (const [name, wrong] of [
      ['task', { title: '' }],
      ['object', { title: '' }],
      ['profile', { display_name: '' }],
    ] as const) {
      const it = cases[name] as Case;
      const page = await browser.get(it.at);
      await browser.submit(await browser.get(it.at), it.action, it.fields(`Пока ${name}`));
      const refused = await browser.submit(page, it.action, { ...it.fields('Моё'), ...wrong });
      assert.equal(refused.status, 422, name);
      assert.match(wordsOf(refused.html), /Пока вы писали/, name);
      assert.ok(refused.html.includes(`Пока ${name}`), name);
    }
  });
});
