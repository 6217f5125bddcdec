import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { notifyAlerts } from '../../src/background/jobs/sensor-alerts.ts';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import type { SensorDescription } from '../../src/engines/devices/provider.ts';
import type { KindName } from '../../src/engines/devices/sensor-kinds.ts';
import { loadDevices } from '../../src/entry/web/pages/today/devices.ts';
import { findAssetByPath } from '../../src/entry/web/ui/assets.ts';
import { recordRepeatedStatements } from '../db/request-statements.ts';
import { startService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import {
  addHouseholdMember,
  homeAssistantAt,
  makeDevice,
  makeReading,
  recordReadings,
} from '../operations/device/device-fixtures.ts';
import { listOpeningTags } from './html-parser.ts';
import { signIn, visibleText } from './sign-in.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const describeSensor = (kind: KindName, unit = ''): SensorDescription => ({
  key: kind,
  rawKey: kind,
  kind,
  valueType: unit === '' ? 'boolean' : 'number',
  aggregation: unit === '' ? 'max' : 'mean',
  unit,
});

type Heard = readonly [kind: KindName, ago: number, value: number];
const units: Readonly<Record<string, string>> = { temperature: '°C', water_level: 'm', battery: '%' };

describe('Today', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    await addHouseholdMember(actors.service, actors.village);
  });

  const now = () => new Date(Date.now() + actors.service.clock.offset);

  /** A device of the resident that says what it heard; returns its sensors by kind. */
  async function connect(name: string, heard: readonly Heard[], visibility = 'residents') {
    const { service, village } = actors;
    const { resident } = village.clients;
    const { data } = await resident.connect_device({
      ...{ parcel: village.plots.resident, name, secret: 'x' },
      ...homeAssistantAt('https://ha.example.org'),
    });
    const kinds = [...new Set(heard.map(([kind]) => kind))];
    const device = {
      ...makeDevice(
        'd1',
        kinds.map((kind) => describeSensor(kind, units[kind])),
      ),
      name,
    };
    const hear = (values: readonly Heard[]) =>
      recordReadings(
        service,
        data.id,
        [device],
        values.map(([kind, ago, value]) => makeReading(kind, new Date(now().getTime() - ago), value)),
      );
    await hear(heard);
    const list = async () =>
      (await resident.list_my_devices({})).data.find(({ id }) => id === data.id)?.devices[0]?.sensors ?? [];
    const ids = Object.fromEntries((await list()).map(({ kind, id }) => [kind, id]));
    const edit = (sensors: Record<string, unknown>[]) =>
      resident.edit_device_connection({ connection: data.id, sensors } as never);
    await edit(Object.values(ids).map((id) => ({ id, visibility })));
    return { id: data.id, ids, hear, edit };
  }

  const open = async (persona: Persona = 'resident', path: string = paths.today) => {
    const { html } = await (await signIn(actors.service, persona, 'ru')).get(path);
    return { html, text: visibleText(html) };
  };

  it('says in one quiet line that the devices are well, and nothing of devices to who has none', async () => {
    assert.doesNotMatch((await open()).text, /Датчики отвечают/, 'there is nothing to answer');
    const calm = await connect('Дом', [
      ['leak', minute, 0],
      ['temperature', minute, 20],
    ]);
    const { text } = await open();
    assert.match(text, /Датчики отвечают, тревог нет\./);
    assert.match(text, /Дом: протечки нет/);
    assert.doesNotMatch(text, /Не всё в порядке/);
    assert.doesNotMatch((await open('neighbour')).text, /Датчики отвечают/);
    await actors.village.clients.resident.disconnect_device({ connection: calm.id });
  });

  it('lists every alarm and silence, worst first, each with a link, its value, its limit and since when', async () => {
    const { service, village } = actors;
    await connect('Баня', [
      ['temperature', 2 * day, 12],
      ['smoke', 3 * day, 0],
    ]);
    await connect('Теплица', [['temperature', 5 * hour, 4]]);
    const house = await connect('Дом', [
      ['temperature', 30 * day, 6],
      ['leak', minute, 0],
    ]);
    const well = await connect('Насосная', [['water_level', 8 * day, 13]]);
    await well.edit([
      { id: well.ids.water_level, name: 'Вода в скважине', alerts: [{ kind: 'below', value: 12 }] },
    ]);
    await well.hear([['water_level', 7 * day, 11.5]]);
    await well.hear([['water_level', minute, 11.12]]);
    const garage = await connect('Гараж', [['smoke', 3 * hour, 1]]);
    await garage.hear([['smoke', minute, 1]]);

    const { text, html } = await open();
    const order = [
      'Не всё в порядке',
      'Дым: Гараж',
      'Мало воды: Вода в скважине — 11,5 м',
      'Нет связи: Баня',
      'Нет связи: Теплица',
      'Нет связи: Дом, температура',
    ];
    const places = order.map((words) => text.indexOf(words));
    assert.ok(!places.includes(-1), `${order[places.indexOf(-1)]}: ${text}`);
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
    assert.match(text, /Вы просили сказать, если меньше 12 м\. Началось [^.]+, уже 7 дней\. Сейчас 11,1.м\./);
    assert.match(text, /Дым: Гараж Началось [^.]+, уже 3 часа\./, 'since the first reading, not the last');
    assert.match(text, /Проверьте розетку и Wi-Fi\. Последние данные: /);
    assert.doesNotMatch(text, /Датчики отвечают/);
    assert.doesNotMatch(text.slice(text.indexOf('Участок 1')), /Дом: протечки нет \d/, 'no calm line');
    for (const id of [well.ids.water_level, garage.ids.smoke, house.ids.temperature])
      assert.ok(html.includes(`href="${fillPath(paths.sensor, { sensor: id as string })}"`));
    assert.match(html, /href="\/devices#device-\d+"/, 'a device that is silent as a whole');

    const sensor = await open('resident', fillPath(paths.sensor, { sensor: well.ids.water_level as string }));
    const same = 'Мало воды: Вода в скважине — 11,5 м Вы просили сказать, если меньше 12 м. ';
    assert.ok(sensor.text.includes(same), sensor.text);
    assert.match(sensor.text, /Меньше 12 м сейчас, уже 7 дней\./);
    assert.doesNotMatch(sensor.text, /1 раз\b|всё в порядке/);
    const plot = await open('resident', fillPath(paths.plot, { plot: village.plots.resident }));
    assert.match(plot.text, /Нет связи: Температура Дом · /, 'a row names its device');
    const devices = await open('resident', paths.devices);
    for (const device of devices.html.matchAll(/id="device-(\d+)"/g)) assert.ok(device[1]);
    assert.match(devices.text, /Нет связи: Дым/);

    await notifyAlerts({
      ...{ pool: service.pool, services: service.app.services, signal: new AbortController().signal },
      ...{ now, newId: service.newId },
    });
    const bell = await open('resident', paths.notifications);
    assert.match(
      bell.text,
      /Мало воды: Вода в скважине — 11,5 м\. Вы просили сказать, если меньше 12 м\. Началось в /,
      'in the same words, with the same value',
    );
    const family = await open('company');
    for (const words of order) assert.ok(family.text.includes(words), `a member of the plot: ${words}`);
  });

  it('shows two troubles and the others in a fold that says how many they are, at most 20', async () => {
    const { service, village } = actors;
    const { data } = await village.clients.resident.connect_device({
      ...{ parcel: village.plots.resident, name: 'Датчики', secret: 'x' },
      ...homeAssistantAt('https://ha.example.org'),
    });
    const connectSilent = (count: number) => {
      const keys = Array.from({ length: count }, (_, index) => `silent${index}`);
      return recordReadings(
        service,
        data.id,
        keys.map((key) => makeDevice(key, [describeSensor('battery', '%')])),
        keys.map((key) => makeReading('battery', new Date(now().getTime() - 40 * day), 50, key)),
      );
    };
    await connectSilent(14);
    const rows = (html: string) =>
      html.slice(html.indexOf('id="troubles"'), html.indexOf('</section>', html.indexOf('id="troubles"')));
    const few = await open();
    assert.equal(rows(few.html).match(/<li /g)?.length, 19);
    await connectSilent(17);
    const many = await open();
    assert.equal(rows(many.html).match(/<li /g)?.length, 21);
    const fold = rows(many.html).indexOf('<details');
    assert.equal(rows(many.html).slice(0, fold).match(/<li /g)?.length, 2);
    assert.match(visibleText(rows(many.html).slice(fold)), /^\s*ещё 20 .*Все устройства/s);
  });

  it('shows no state of devices to strangers and former members', async () => {
    const { service, village } = actors;
    assert.doesNotMatch((await open('neighbour')).text, /Не всё в порядке|Нет связи/);
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.company}`;
    const former = await open('company');
    assert.doesNotMatch(former.text, /Не всё в порядке|Нет связи|Мало воды|Дым|Датчики отвечают/);
    await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.company}`;
    const { data } = await village.clients.resident.list_my_devices({});
    const garage = data.find(({ name }) => name === 'Гараж');
    const [smoke] = garage?.devices[0]?.sensors ?? [];
    await village.clients.resident.edit_device_connection({
      ...{ connection: garage?.id, sensors: [{ id: smoke?.id, visibility: 'private' }] },
    } as never);
    assert.doesNotMatch((await open('company')).text, /Дым: Гараж/, 'private is for who connected it');
    assert.match((await open()).text, /Дым: Гараж/);
  });

  it('puts an announcement of this week above the pump until the person has opened it', async () => {
    const { service, village } = actors;
    const { editor } = village.clients;
    const settlement = village.settlement.slug;
    await connect('Насос', [
      ['pump_state', 10 * minute, 0],
      ['pump_state', minute, 1],
    ]);
    const written = await editor.write_article({
      ...{ settlement, kind: 'announcement', title: 'Отключат свет', body: 'В четверг с 10 до 14.' },
      visibility: 'residents',
    } as never);
    await editor.publish_article({ settlement, article: written.data.id } as never);
    const isFirst = async (persona: Persona = 'resident') => {
      const { text } = await open(persona);
      assert.ok(text.includes('Отключат свет') && text.includes('Насос включён'), text);
      return text.indexOf('Отключат свет') < text.indexOf('Насос включён');
    };
    assert.equal(await isFirst(), true);
    await service.app.services.announcementReads.flush();
    assert.equal(await isFirst(), true, 'seen on Today is not opened');
    const browser = await signIn(service, 'resident', 'ru');
    const today = await browser.get(paths.today);
    const [, href = ''] = /<h2><a href="([^"]+)">Отключат свет/.exec(today.html) ?? [];
    assert.equal((await browser.get(href)).status, 200);
    await service.app.services.announcementReads.flush();
    assert.equal(await isFirst(), false);
    assert.equal(await isFirst('company'), true, 'another person of the household has not');
    await service.db`update article set published_at = published_at - interval '8 days' where id = ${written.data.id}`;
    assert.equal(await isFirst('company'), false, 'a week is over');
  });

  it('reads in the order that is seen, and nests no form in a phrase', async () => {
    const { village, service } = actors;
    const settlement = village.settlement.slug;
    const { data: entry } = await village.clients.neighbour.write_article({
      ...{ settlement, kind: 'diary', title: 'Забор', body: 'Поставили.' },
      ...{ visibility: 'residents', parcel_id: village.plots.neighbour },
    } as never);
    await village.clients.neighbour.publish_article({ settlement, article: entry.id } as never);
    await village.clients.resident.write_task({
      settlement,
      kind: 'reminder',
      title: 'Укрыть чеснок',
    } as never);
    const { text, html } = await open();
    const order = [
      'Не всё в порядке',
      'Насос включён',
      'Отключат свет',
      'Укрыть чеснок',
      'Участок 1 ',
      'Забор',
    ];
    const places = order.map((words) => text.indexOf(words));
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
      text,
    );
    for (const path of [paths.today, paths.tasks, paths.notifications]) {
      const shown = path === paths.today ? html : (await open('resident', path)).html;
      let spans = 0;
      for (const [tag] of shown.matchAll(/<\/?(?:span|form|div|p)\b/g)) {
        if (tag === '<span') spans += 1;
        else if (tag === '</span') spans -= 1;
        else if (!tag.startsWith('</')) assert.equal(spans, 0, `${path}: ${tag} in a span`);
      }
    }
    await service.app.services.announcementReads.flush();
  });

  it('takes few statements and at most 35 kB', async (context: TestContext) => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const {
      result: { html },
      statements,
    } = await recordRepeatedStatements(actors.service, () => browser.get(paths.today));
    assert.ok(statements.length <= 7, statements.join('\n'));
    const files = listOpeningTags(html, 'link', 'script').flatMap(({ name, attributes }) => {
      const asset = findAssetByPath(attributes.get(name === 'script' ? 'src' : 'href') ?? '');
      return asset
        ? [[attributes.get(name === 'script' ? 'src' : 'href'), asset.encoded.br.length] as const]
        : [];
    });
    const document = brotliCompressSync(html).length;
    const whole = document + files.reduce((sum, [, size]) => sum + size, 0);
    context.diagnostic(`${document} of ${whole} bytes: ${files.map((each) => each.join(' ')).join(', ')}`);
    assert.ok(whole <= 35_000, `${whole} bytes`);
  });

  it('begins its day at midnight also on the days when clocks change', async () => {
    const asked: (string | undefined)[] = [];
    const call = async (_: unknown, { pump }: { pump?: { from: string } }) => {
      asked.push(pump?.from);
      return { devices: [], common: [], troubles: [], pumpReadings: [] };
    };
    for (const noon of ['2026-03-29T12:00:00Z', '2026-10-25T12:00:00Z'])
      await loadDevices(
        call as never,
        { parcel: '1', settlement: undefined },
        { now: new Date(noon), timeZone: 'Europe/Berlin', language: 'ru' },
      );
    assert.deepEqual(asked, ['2026-03-28T23:00:00.000Z', '2026-10-24T22:00:00.000Z']);
  });

  it('is where `/` leads everybody who has a place; the register stays at its address', async () => {
    const resident = await signIn(actors.service, 'resident', 'ru');
    assert.equal((await resident.get('/')).location, paths.today);
    assert.match(visibleText((await resident.get(paths.settlements)).html), /Найти посёлок/);
    assert.match((await resident.get(paths.more)).html, new RegExp(`href="${paths.settlements}"`));
    assert.equal((await resident.get('/?q=Бер')).status, 200, 'links with a search still work');
    const stranger = await fetch(`${actors.service.url}/`, { redirect: 'manual' });
    assert.equal(stranger.status, 200);
  });
});
