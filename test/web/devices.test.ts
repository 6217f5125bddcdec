import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { after, before, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import type { SensorDescription } from '../../src/engines/devices/provider.ts';
import { exampleJson } from '../../src/entry/web/pages/devices/connection-settings.ts';
import { findAssetByPath } from '../../src/entry/web/ui/assets.ts';
import { loopbackGuard } from '../devices/provider-harness.ts';
import { startService } from '../harness/service.ts';
import { type Browser, hiddenFields, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import {
  addHouseholdMember,
  homeAssistantAt,
  makeDevice,
  makeReading,
  recordReadings,
  thermometer,
} from '../operations/device/device-fixtures.ts';
import { type Listener, listen } from '../outbound/listeners.ts';
import { listOpeningTags } from './html-parser.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const pump: SensorDescription = {
  key: 'pump',
  rawKey: 'pump',
  kind: 'pump_state',
  valueType: 'boolean',
  aggregation: 'last',
  unit: '',
};

let actors: OAuthTestClient;
let device: Listener & { seen: (string | undefined)[] };
before(async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, reply) => {
    seen.push(request.headers.authorization);
    if (request.headers.authorization !== 'Bearer planted-device-key') return reply.writeHead(401).end();
    reply.writeHead(200, { 'content-type': 'application/json' }).end(exampleJson);
  });
  device = { ...(await listen(server)), seen };
  actors = await prepareOAuthTestClient(await startService({}, { deviceGuard: loopbackGuard }));
  await addHouseholdMember(actors.service, actors.village);
});
after(() => device.close());

async function signIn(email: string): Promise<Browser> {
  const browser = openBrowser(actors.service, actors.service.url, 'ru');
  const done = await browser.submit(await browser.get('/login'), '/login', { email, password });
  assert.equal(done.status, 303);
  await browser.get('/today?lang=ru');
  return browser;
}

/** A connection of the resident with a thermometer and a pump, and the URLs of their pages. */
async function connect(values: readonly (readonly [key: string, ago: number, value: number])[] = []) {
  const { service, village } = actors;
  const { data } = await village.clients.resident.connect_device({
    parcel: village.plots.resident,
    name: 'Насосная',
    ...homeAssistantAt('https://ha.example.org'),
    secret: 'x',
  });
  const now = Date.now() + service.clock.offset;
  await recordReadings(
    service,
    data.id,
    [makeDevice('d1', [thermometer, pump])],
    values.map(([key, ago, value]) => makeReading(key, new Date(now - ago), value)),
  );
  const listed = (await village.clients.resident.list_my_devices({})).data.find(({ id }) => id === data.id);
  const idOf = (key: string) =>
    listed?.devices.flatMap(({ sensors }) => sensors).find((each) => each.key === key)?.id as string;
  return {
    connection: data.id,
    page: fillPath(paths.deviceConnection, { connection: data.id }),
    temperature: idOf('temperature'),
    pump: idOf('pump'),
    sensorPage: (key: string) => fillPath(paths.sensor, { sensor: idOf(key) }),
  };
}

const follow = async (browser: Browser, shown: { location: string | null }) =>
  (await browser.get(shown.location ?? '')).html;

describe('device pages', () => {
  it('show the value and age of each sensor, and that a sensor is stale', async () => {
    const browser = await signIn('resident@example.org');
    await connect([
      ['temperature', 5 * minute, -3.5],
      ['pump', 3 * day, 1],
    ]);
    const { html } = await browser.get(paths.devices);
    assert.match(html, /Температура: −3,5\u00a0°C/);
    assert.match(html, /5 минут назад/);
    assert.match(html, /Нет связи: Насос/);
    assert.match(html, /последнее: включён, 3 дня назад/);
  });

  it('draw and describe a day, a week, a month and a year', async () => {
    const browser = await signIn('resident@example.org');
    // Noon UTC is the same day in Moscow.
    const noon = Math.floor(Date.now() / day) * day - day + 12 * hour;
    const ago = (at: number) => Date.now() - at;
    const made = await connect([
      ...Array.from(
        { length: 48 },
        (_, index) => ['pump', ago(noon - 24 * hour + index * 30 * minute), 0] as const,
      ),
      ['pump', ago(noon + minute), 1],
      ['pump', ago(noon + 43 * minute), 0],
      ['pump', ago(noon + 60 * minute), 1],
      ['pump', ago(noon + 70 * minute), 0],
      ['temperature', ago(noon), 20],
      ['temperature', ago(noon + 20 * minute), -4],
    ]);
    const week = (await browser.get(made.sensorPage('pump'))).html;
    assert.match(week, /За неделю насос включался 2\u00a0раза, дольше всего 42\u00a0минуты, во?\u00a0/);
    assert.match(week, /class="c-on"/);
    assert.match(week, /aria-current="page"[^>]*>Неделя</);
    const yesterday = new Date(noon).toISOString().slice(0, 10);
    const one = (await browser.get(`${made.sensorPage('pump')}?period=day&day=${yesterday}`)).html;
    assert.match(
      one,
      /За день насос включался 2\u00a0раза, дольше всего 42\u00a0минуты, в 15:01/,
      'by the settlement’s clock',
    );
    assert.doesNotMatch(week, /хотя бы раз/);
    for (const period of ['month', 'year']) {
      const { html } = await browser.get(`${made.sensorPage('pump')}?period=${period}`);
      assert.match(html, /насос включался 1\u00a0день/, period);
      assert.match(html, /Насос: включён хотя бы раз/, 'a day in which it ran is no day of running');
    }
    const cold = (await browser.get(made.sensorPage('temperature'))).html;
    assert.match(cold, /За неделю: от −4 до 20\u00a0°C, в среднем 8\u00a0°C/);
    assert.match(cold, /<details[^>]*class="fold-box"[\s\S]*?−4[\s\S]*?<\/details>/, 'as a table too');
    assert.match(
      cold,
      /<td class="num" data-label="[^"]+">/,
      'cells that say what they are where rows are folded',
    );
    const empty = (await browser.get(`${made.sensorPage('temperature')}?period=day&day=2001-02-03`)).html;
    assert.match(empty, /За это время показаний нет/);
    for (const odd of ['?period=century', '?day=2001-02-31', '?day=9999-01-01', "?day='"])
      assert.equal((await browser.get(made.sensorPage('temperature') + odd)).status, 200, odd);
  });

  it('stay below 60 kB compressed with a year of readings', async (context: TestContext) => {
    const browser = await signIn('resident@example.org');
    const values = [
      ...Array.from({ length: 4 * 364 }, (_, index) => minute + index * 6 * hour),
      ...Array.from({ length: 29 * 24 }, (_, index) => 2 * minute + index * hour),
    ].flatMap((ago, index) => [
      ['temperature', ago, Math.round(1000 * Math.sin(index / 9)) / 100 - 3] as const,
      ['pump', ago, index % 3 === 0 ? 1 : 0] as const,
    ]);
    const made = await connect(values);
    for (const key of ['temperature', 'pump'])
      for (const period of ['day', 'week', 'month', 'year']) {
        const { html } = await browser.get(`${made.sensorPage(key)}?period=${period}`);
        const files = listOpeningTags(html, 'link', 'script').flatMap(({ name, attributes }) => {
          const asset = findAssetByPath(attributes.get(name === 'script' ? 'src' : 'href') ?? '');
          return asset ? [asset.encoded.br.length] : [];
        });
        const document = brotliCompressSync(html).length;
        const whole = document + files.reduce((sum, size) => sum + size, 0);
        context.diagnostic(`${key}, ${period}: ${document} of ${whole} bytes`);
        assert.ok(whole <= 60_000, `${key}, ${period}: ${document} of ${whole}`);
      }
  });

  it('let the owner of a connection rename a sensor, share it with the plot and set alerts', async () => {
    const browser = await signIn('resident@example.org');
    const made = await connect([['temperature', minute, 20]]);
    const address = made.sensorPage('temperature');
    const post = async (path: string, fields: Record<string, string>) =>
      browser.submit(
        await browser.get(address),
        fillPath(path as typeof paths.sensor, { sensor: made.temperature }),
        fields,
      );
    const family = await signIn('company@example.org');
    assert.equal((await family.get(address)).status, 404);

    const named = await post(paths.sensorSettings, {
      name: 'Парная',
      visibility: 'residents',
      is_enabled: 'true',
    });
    assert.match(await follow(browser, named), /<h1>Парная<\/h1>/);
    const seen = await family.get(address);
    assert.equal(seen.status, 200);
    assert.doesNotMatch(seen.html, /<form[^>]*(settings|alerts)/, 'to be read, not to be set');

    const wrong = await post(paths.sensorLimitAlert, { kind: 'below', value: 'много' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /Напишите число/);
    assert.match(wrong.html, /value="много"/);
    assert.match(
      await follow(browser, await post(paths.sensorLimitAlert, { kind: 'below', value: '−5,5' })),
      /Меньше −5,5\u00a0°C/,
    );
    assert.match(
      await follow(browser, await post(paths.sensorSilenceAlert, { minutes: '3', unit: '60' })),
      /Нет связи дольше 3\u00a0часов/,
    );
    const short = await post(paths.sensorSilenceAlert, { minutes: '2', unit: '1' });
    assert.equal(short.status, 422);
    assert.match(short.html, /не раньше чем через 5 минут/);
    const twice = await post(paths.sensorLimitAlert, { kind: 'below', value: '-5.5' });
    assert.equal(twice.status, 422);
    assert.match(twice.html, /Такое оповещение указано дважды/);
    const alerts = async () =>
      (await actors.village.clients.resident.list_my_devices({})).data
        .flatMap(({ devices }) => devices.flatMap(({ sensors }) => sensors))
        .find(({ id }) => id === made.temperature)
        ?.alerts.map(({ kind, value, minutes }) => [kind, value, minutes]);
    assert.deepEqual(await alerts(), [
      ['below', -5.5, null],
      ['silent', null, 180],
    ]);
    await post(paths.removeSensorAlert, { kind: 'below', value: '-5.5', minutes: '' });
    assert.deepEqual(await alerts(), [['silent', null, 180]], 'the other stays');

    const token = hiddenFields((await family.get(paths.more)).html, '/logout').csrf ?? '';
    for (const path of [paths.sensorSettings, paths.sensorLimitAlert, paths.removeSensorAlert]) {
      const to = fillPath(path, { sensor: made.temperature });
      const refused = await family.post(to, { csrf: token, name: 'x', kind: 'below', value: '1' });
      assert.equal(refused.status, 403, path);
    }
  });

  it('test a connection before saving it, keep its secret sealed in between, and explain errors', async () => {
    const browser = await signIn('resident@example.org');
    const address = `${paths.connectDevice}?kind=json_http`;
    const fields = {
      name: 'Погода',
      'settings.url': `http://127.0.0.1:${device.port}/now.json`,
      'settings.auth': 'bearer',
      sample: exampleJson,
    };
    const form = await browser.get(address);
    const wrong = await browser.submit(form, paths.connectDevice, { ...fields, secret: 'wrong', do: 'try' });
    assert.equal(wrong.status, 200);
    assert.match(wrong.html, /Создайте новый токен или проверьте имя и пароль/);
    assert.match(wrong.html, /value="Погода"/, 'what was typed is still there');
    const tried = await browser.submit(wrong, paths.connectDevice, {
      ...fields,
      secret: 'planted-device-key',
      do: 'try',
    });
    assert.match(tried.html, /Связь есть: 2 датчика/);
    assert.match(
      tried.html,
      /<title>Подключить устройство/,
      'nothing is wrong, and the title says nothing of an error',
    );
    assert.match(tried.html, /Температура: 21,5\u00a0°C/);
    assert.doesNotMatch(tried.html, /planted-device-key/, 'a password never travels back');
    assert.deepEqual(
      (await actors.village.clients.resident.list_my_devices({})).data.filter(
        ({ name }) => name === 'Погода',
      ),
      [],
    );

    const other = { ...fields, 'settings.url': 'http://127.0.0.1:9/', do: 'save' };
    const elsewhere = await browser.submit(tried, paths.connectDevice, other);
    assert.equal(elsewhere.status, 422);
    assert.match(elsewhere.html, /введите ключ или пароль ещё раз/);
    const stranger = await signIn('neighbour@example.org');
    const kept = hiddenFields(tried.html, paths.connectDevice).kept_secret ?? '';
    assert.notEqual(kept, '');
    const stolen = await stranger.submit(await stranger.get(address), paths.connectDevice, {
      ...fields,
      kept_secret: kept,
      do: 'save',
    });
    assert.equal(stolen.status, 422, 'sealed for the session it was typed in');

    const done = await browser.submit(tried, paths.connectDevice, { ...fields, do: 'save' });
    assert.equal(done.status, 303);
    const saved = (await actors.village.clients.resident.list_my_devices({})).data.find(
      ({ name }) => name === 'Погода',
    );
    assert.equal(saved?.has_secret, true, 'the key of the trial went along');
    assert.equal(done.location, fillPath(paths.deviceConnection, { connection: saved?.id ?? '' }));
    const again = await browser.submit(tried, paths.connectDevice, { ...fields, do: 'save' });
    assert.equal(again.location, done.location, 'sent twice, connected once');

    const broken = await browser.submit(form, paths.connectDevice, {
      ...fields,
      sample: '{"a": ',
      do: 'try',
    });
    assert.equal(broken.status, 422);
    assert.match(broken.html, /Это не JSON/);
    const long = await browser.submit(form, paths.connectDevice, {
      ...fields,
      sample: `{"a":[${'1,'.repeat(20_000)}1]}`,
      do: 'try',
    });
    assert.equal(long.status, 422);
    assert.match(long.html, /Пример слишком большой/);
    const home = await browser.submit(
      await browser.get(`${paths.connectDevice}?kind=mqtt`),
      paths.connectDevice,
      {
        name: 'Дом',
        'settings.host': '192.168.1.5',
        'settings.port': '1883',
        do: 'save',
      },
    );
    assert.equal(home.status, 422);
    assert.match(home.html, /только внутри домашней сети/);
    assert.match(home.html, /value="192.168.1.5"/);
  });

  it('show the token of a push device once, with a curl command that works', async () => {
    const browser = await signIn('resident@example.org');
    const sample = `{"temperature": 7.25, "note": "it's"}`;
    const form = await browser.get(`${paths.connectDevice}?kind=push`);
    const tried = await browser.submit(form, paths.connectDevice, { name: 'Погреб', sample, do: 'try' });
    assert.match(tried.html, /Мы поймём: 2 датчика/);
    const done = await browser.submit(tried, paths.connectDevice, { name: 'Погреб', sample, do: 'save' });
    const shown = await follow(browser, done);
    const command = decode(/id="push-curl">([^<]*)</.exec(shown)?.[1] ?? '');
    assert.match(command, /^curl -X POST http:\S+\/devices\/push -H 'Authorization: Bearer stl_dp_/);
    await promisify(execFile)('sh', ['-c', `${command} --fail --silent`]);
    assert.doesNotMatch((await browser.get(done.location ?? '')).html, /stl_dp_/, 'only this once');
    const list = (await browser.get(paths.devices)).html;
    assert.match(list, /Температура: 7,3\u00a0°C/);

    const page = await browser.get(done.location ?? '');
    const connection = (done.location ?? '').split('/').at(-1) as string;
    const renewed = await browser.submit(page, fillPath(paths.deviceSecret, { connection }), {});
    assert.match(await follow(browser, renewed), /stl_dp_/);
    await assert.rejects(
      promisify(execFile)('sh', ['-c', `${command} --fail --silent`]),
      'the old key has ended',
    );
  });

  it('rename, pause, resume and disconnect a connection', async () => {
    const browser = await signIn('resident@example.org');
    const made = await connect([['temperature', minute, 20]]);
    const path = (to: string) =>
      fillPath(to as typeof paths.deviceConnection, { connection: made.connection });
    const post = async (to: string, fields: Record<string, string> = {}) =>
      follow(browser, await browser.submit(await browser.get(made.page), path(to), fields));
    const state = async () =>
      (await actors.village.clients.resident.list_my_devices({})).data.find(
        ({ id }) => id === made.connection,
      );
    const deviceId = (await state())?.devices[0]?.id;
    await post(paths.editDeviceConnection, { name: 'Дача', [`device.${deviceId}`]: 'Колодец' });
    assert.deepEqual([(await state())?.name, (await state())?.devices[0]?.given_name], ['Дача', 'Колодец']);
    assert.match(await post(paths.pauseDeviceConnection), /На паузе/);
    assert.equal((await state())?.state, 'paused');
    assert.match(await post(paths.pauseDeviceConnection), /Возобновили/);
    assert.equal((await state())?.state, 'new');
    assert.match((await browser.get(made.page)).html, /Вернуть нельзя/, 'what it means is said before');
    assert.match(await post(paths.disconnectDevice), /История осталась/);
    assert.equal((await state())?.state, 'revoked');
    const ended = (await browser.get(made.page)).html;
    assert.doesNotMatch(ended, new RegExp(`action="${path(paths.editDeviceConnection)}"`));
    assert.equal(
      (await browser.get(made.sensorPage('temperature'))).status,
      200,
      'what was measured is kept',
    );
  });

  it('are visible to the plot only: not to a neighbour, the board or a former resident', async () => {
    const made = await connect([['temperature', minute, 20]]);
    const { resident } = actors.village.clients;
    await resident.edit_device_connection({
      connection: made.connection,
      sensors: [{ id: made.temperature, visibility: 'residents' }],
    });
    const open = async (who: string) => {
      const browser = await signIn(`${who}@example.org`);
      return Promise.all(
        [made.sensorPage('temperature'), made.page].map(async (to) => (await browser.get(to)).status),
      );
    };
    assert.deepEqual(await open('company'), [200, 200], 'the family');
    for (const who of ['neighbour', 'editor', 'outsider', 'newcomer'])
      assert.deepEqual(await open(who), [404, 404], who);
    await actors.service.db`
      update membership set state = 'ended' where account_id = ${actors.village.accounts.company}`;
    assert.deepEqual(await open('company'), [404, 404], 'whoever has left');
    const nobody = await (await signIn('newcomer@example.org')).get(paths.devices);
    assert.match(nobody.html, /Сначала участок/);
  });
});

function decode(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<');
}
