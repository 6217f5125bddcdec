import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { notifyAlerts, sensorAlertsWorker } from '../../src/background/jobs/sensor-alerts.ts';
import { formatTroubleNow, formatTroubleTitle } from '../../src/domain/rules/trouble-texts.ts';
import type { SensorDescription } from '../../src/engines/devices/provider.ts';
import { list_household_devices } from '../../src/features/actions/list_household_devices.ts';
import { formatNotification } from '../../src/features/notify/notification-texts.ts';
import { drainQueue } from '../harness/jobs.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { assertRefused } from '../harness/refusals.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../harness/village.ts';
import {
  addHouseholdMember,
  homeAssistantAt,
  makeDevice,
  makeReading,
  plantedSecret,
  recordReadings,
  thermometer,
} from '../operations/device/device-fixtures.ts';

const minute = 60_000;
const pump: SensorDescription = {
  key: 'pump',
  rawKey: 'pump_1',
  kind: 'pump_state',
  valueType: 'boolean',
  aggregation: 'last',
  unit: '',
};

describe('sensor alerts', () => {
  let service: TestService;
  let village: Village;
  const now = () => new Date(Date.now() + service.clock.offset);
  const later = (ms: number) => {
    service.clock.offset += ms;
  };

  /** A connection of the resident with a thermometer and a pump that have reported. */
  const connect = async (visibility: 'private' | 'residents' = 'private') => {
    const { data } = await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      name: 'House',
      ...homeAssistantAt('https://ha.example.org'),
      secret: plantedSecret,
    });
    const hear = (number: number, key = 'temperature', at = now()) =>
      recordReadings(
        service,
        data.id,
        [makeDevice('d1', [thermometer, pump])],
        [makeReading(key, at, number)],
      );
    await hear(20);
    await hear(0, 'pump');
    const list = async (who: Persona = 'resident') =>
      (await village.clients[who].list_my_devices({})).data.find(({ id }) => id === data.id)?.devices[0]
        ?.sensors ?? [];
    const [temperature, switched] = (await list()).map(({ id }) => id) as [string, string];
    const edit = (sensors: Record<string, unknown>[], who: Persona = 'resident') =>
      village.clients[who].edit_device_connection({ connection: data.id, sensors } as never);
    await edit([temperature, switched].map((id) => ({ id, visibility })));
    const watch = (alerts: Record<string, unknown>[], id = temperature, who: Persona = 'resident') =>
      edit([{ id, alerts }], who);
    const end = () => village.clients.resident.disconnect_device({ connection: data.id });
    return { id: data.id, temperature, switched, hear, list, edit, watch, end };
  };
  const tell = () => {
    const { signal } = new AbortController();
    return notifyAlerts({
      pool: service.pool,
      services: service.app.services,
      signal,
      now,
      newId: service.newId,
    });
  };
  /** Sensor notifications of an account, oldest first. */
  const toldTo = async (who: Persona) =>
    await service.db<{ key: string; topic: string; replacements: Record<string, string>; url: string }[]>`
      select key, topic, replacements, url from notification
       where account_id = ${village.accounts[who]} and key like 'notifications.sensor%' order by id`;
  const forget = () => service.db`delete from notification`;

  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    await addHouseholdMember(service, village);
  });

  it('notify once when a bound is crossed, with value and time, until the value has recovered', async () => {
    const { temperature, hear, list, watch, end } = await connect();
    await watch([{ kind: 'below', value: 5 }]);
    assert.deepEqual((await list())[0]?.alerts, [
      {
        kind: 'below',
        value: 5,
        margin: 0.5,
        minutes: null,
        is_raised: false,
        since: null,
        raised_value: null,
      },
    ]);
    await hear(4.96, 'temperature', new Date(now().getTime() - minute));
    assert.equal(await tell(), 0, 'a late reading raises no alert');
    later(1000);
    const crossed = now();
    await hear(4.26, 'temperature', crossed);
    const jobs = await service.db`select 1 from job where queue = 'sensor_alerts'`;
    assert.equal(jobs.length, 0, 'recordSnapshots itself enqueues no job');
    const shown = (await list())[0]?.alerts[0];
    assert.deepEqual([shown?.is_raised, shown?.since], [true, `${crossed.toISOString().slice(0, 19)}+00:00`]);
    assert.equal(await tell(), 1);
    const [told] = await toldTo('resident');
    assert.deepEqual(
      [told?.topic, told?.key, told?.url],
      ['reminders', 'notifications.sensor_below', `/devices/sensors/${temperature}`],
    );
    assert.deepEqual(
      [told?.replacements.value, told?.replacements.bound, told?.replacements.sensor],
      ['4.3 °C', '5 °C', 'Device d1'],
    );
    assert.match(told?.replacements.since ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+03:00$/);
    const sayIn = (language: 'en' | 'ru') => formatNotification(told as never, language);
    assert.match(
      sayIn('en'),
      /^Too cold: Device d1 — 4\.3\u00a0°C\. You asked to be told if it is below 5\u00a0°C\. Began at \d\d:\d\d, \d+ \p{L}+\.$/u,
    );
    assert.match(
      sayIn('ru'),
      /^Слишком холодно: Device d1 — 4,3\u00a0°C\. Вы просили сказать, если меньше 5\u00a0°C\. Началось в \d\d:\d\d, \d+ \p{L}+\.$/u,
    );

    for (const number of [3, 5.2, 5.4, 2]) {
      later(15 * minute);
      await hear(number);
      assert.equal(await tell(), 0, `not notified again at ${number}`);
    }
    later(15 * minute);
    await hear(5.6);
    assert.equal((await list())[0]?.alerts[0]?.is_raised, false);
    later(15 * minute);
    await hear(4);
    assert.equal(await tell(), 1);
    await hear(10, 'temperature', new Date(now().getTime() + 1));
    await hear(4, 'temperature', new Date(now().getTime() + 2));
    assert.equal(await tell(), 0, 'no second notification within the quiet period');
    later(15 * minute);
    assert.equal(await tell(), 1, 'notified after the quiet period');
    assert.equal((await list())[0]?.id, temperature);
    await forget();
    await end();
  });

  it('notify when a switch is on for too long, and when a sensor stops reporting', async () => {
    const { switched, hear, list, edit, watch, end } = await connect();
    await watch([{ kind: 'on', minutes: 30 }], switched);
    await watch([{ kind: 'silent', minutes: 60 }]);
    await edit([{ id: switched, name: 'Насос' }]);
    await hear(1, 'pump', new Date(now().getTime() + 1));
    later(20 * minute);
    await hear(1, 'pump');
    assert.equal(await tell(), 0);
    later(11 * minute);
    assert.equal(await tell(), 1);
    later(30 * minute);
    assert.equal(await tell(), 1, 'no reading of the thermometer for an hour');
    const told = await toldTo('resident');
    assert.deepEqual(
      told.map(({ key, replacements }) => [key, replacements.sensor]),
      [
        ['notifications.sensor_on', 'Насос'],
        ['notifications.sensor_silent', 'Device d1'],
      ],
    );
    assert.match(formatNotification(told[0] as never, 'ru'), /^Насос работает: Насос\. Началось в /);
    assert.match(
      formatNotification(told[1] as never, 'ru'),
      /^Нет связи: Device d1, температура\. Проверьте/,
    );
    later(60 * minute);
    assert.equal(await tell(), 0);
    await hear(0, 'pump');
    await hear(21);
    const states = (await list()).map(({ alerts }) => alerts[0]?.is_raised);
    assert.deepEqual(states, [false, false]);
    assert.equal(await tell(), 0);
    await forget();
    await end();
  });

  it('notify only accounts that may see the sensor at that time', async () => {
    const { temperature, hear, edit, watch, end } = await connect('residents');
    const everybody = ['resident', 'company', 'neighbour', 'editor', 'moderator', 'outsider'] as const;
    const heardBy = async () => {
      const heard: Persona[] = [];
      for (const who of everybody) if ((await toldTo(who)).length > 0) heard.push(who);
      await forget();
      return heard;
    };
    const cross = async () => {
      later(20 * minute);
      await hear(20);
      later(minute);
      await hear(1);
      await tell();
      return heardBy();
    };
    await watch([{ kind: 'below', value: 5 }]);
    assert.deepEqual(await cross(), ['resident', 'company']);
    await edit([{ id: temperature, visibility: 'private' }]);
    assert.deepEqual(await cross(), ['resident']);
    await edit([{ id: temperature, visibility: 'residents' }]);
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.company}`;
    assert.deepEqual(await cross(), ['resident']);
    await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.company}`;
    await village.clients.company.set_notification_preferences({
      topics: { reminders: { in_app: false, mail: false } },
    } as never);
    assert.deepEqual(await cross(), ['resident']);
    await end();
  });

  it('can be set only by the owner of the connection, and are validated', async () => {
    const { switched, list, watch, end } = await connect('residents');
    await assertRefused(watch([{ kind: 'silent', minutes: 60 }], undefined, 'company'), 403);
    await assertRefused(watch([], undefined, 'outsider'), 404);
    const place = 'sensors.0.alerts.0';
    await assertRefused(watch([{ kind: 'below' }]), 422, `${place}.value`);
    await assertRefused(watch([{ kind: 'on', minutes: 5 }]), 422, `${place}.kind`);
    await assertRefused(watch([{ kind: 'above', value: 1 }], switched), 422, `${place}.kind`);
    await assertRefused(watch([{ kind: 'silent', minutes: 1 }]), 422, `${place}.minutes`);
    await assertRefused(watch([{ kind: 'silent', minutes: 43_201 }]), 422, `${place}.minutes`);
    await assertRefused(watch([{ kind: 'below', value: 1e16 }]), 422, `${place}.value`);
    await assertRefused(watch([{ kind: 'loud', value: 1 }]), 422, `${place}.kind`);
    await assertRefused(watch([{ kind: 'below', value: 1, colour: 'red' }]), 422, `${place}.colour`);
    const two = [1, 1].map((value) => ({ kind: 'below', value }));
    await assertRefused(watch(two), 422, 'sensors.0.alerts.1');
    const many = (count: number) => Array.from({ length: count }, (_, value) => ({ kind: 'below', value }));
    await assertRefused(watch(many(11)), 422, 'sensors.0.alerts');
    await watch(many(10));
    assert.equal((await list('company'))[0]?.alerts.length, 10);
    await watch([]);
    assert.deepEqual((await list())[0]?.alerts, []);
    await end();
  });

  it('keep their state when saved again, are reset when disabled, and are deleted with the connection', async () => {
    const { id, temperature, switched, hear, list, edit, watch, end } = await connect();
    const alert = { kind: 'below', value: 5 };
    await watch([alert]);
    later(minute);
    await hear(1);
    await watch([{ kind: 'silent', minutes: 60 }, alert]);
    const raised = async () =>
      (await list())[0]?.alerts.filter((one) => one.is_raised).map(({ kind }) => kind);
    assert.deepEqual(await raised(), ['below']);
    assert.equal(await tell(), 1);
    await edit([{ id: temperature, is_enabled: false }]);
    assert.deepEqual(await raised(), []);
    later(120 * minute);
    assert.equal(await tell(), 0, 'a disabled sensor raises no silent alert');
    await edit([{ id: temperature, is_enabled: true }]);
    await village.clients.resident.edit_device_connection({ connection: id, is_paused: true });
    assert.equal(await tell(), 0, 'a paused connection raises no silent alert');
    await village.clients.resident.edit_device_connection({ connection: id, is_paused: false });
    assert.equal(await tell(), 1);
    await watch([{ kind: 'on', minutes: 5 }], switched);
    await end();
    const left = await service.db`
      select 1 from sensor_alert union all select 1 from sensor where has_alerts`;
    assert.equal(left.length, 0);
    assert.equal(await tell(), 0);
    await forget();
  });

  it('notify once with several instances and a concurrent reading', async () => {
    const { hear, watch, end } = await connect();
    await watch([
      { kind: 'below', value: 5 },
      { kind: 'below', value: 3 },
    ]);
    later(minute);
    await hear(1);
    const counts = await Promise.all([
      tell(),
      tell(),
      tell(),
      hear(0.5, 'temperature', new Date(now().getTime() + 1)),
    ]);
    assert.equal(
      counts.slice(0, 3).reduce((sum, count) => sum + count, 0),
      2,
    );
    assert.equal((await toldTo('resident')).length, 2);
    await forget();
    await end();
  });

  it('notify soon after a push of a device', async () => {
    const { data, push } = await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      name: 'Tank',
      provider: 'push',
      settings: { device: { name: 'Tank' }, sensors: [{ key: 'level', path: '$.level', unit: 'm' }] },
    });
    const send = (level: number) => {
      later(1000);
      return fetch(`${service.url}/devices/push`, {
        method: 'POST',
        headers: { authorization: `Bearer ${push?.token}` },
        body: JSON.stringify({ level }),
      });
    };
    await send(2);
    const shown = (await village.clients.resident.list_my_devices({})).data.find(({ id }) => id === data.id);
    const id = shown?.devices[0]?.sensors[0]?.id as string;
    const sensors = [{ id, alerts: [{ kind: 'below' as const, value: 1 }] }];
    await village.clients.resident.edit_device_connection({ connection: data.id, sensors });
    const worker = sensorAlertsWorker(() => service.app.services);
    // Alerts of other tests that were raised when they were set.
    await drainQueue(service, worker);
    assert.equal((await send(1.5)).status, 200);
    assert.equal(await drainQueue(service, worker), 0);
    assert.equal((await send(0.5)).status, 200);
    assert.equal(await drainQueue(service, worker), 1);
    assert.equal((await toldTo('resident')).length, 1);
    await forget();
    await village.clients.resident.disconnect_device({ connection: data.id });
  });

  it('are judged when they are set, and told in one sentence by bell, tool, Today and page', async () => {
    const { hear, watch, list, temperature, end } = await connect();
    await hear(3.8);
    await watch([{ kind: 'below', value: 4.5 }]);
    assert.deepEqual(
      (await list())[0]?.alerts.map(({ is_raised, raised_value }) => [is_raised, raised_value]),
      [[true, 3.8]],
    );
    assert.equal(await tell(), 1);
    later(minute);
    await hear(3.3);
    const sentences = {
      en: ['Too cold: Greenhouse — 3.8 °C', 'You asked to be told if it is below 4.5 °C', 'Now it is 3.3 °C'],
      ru: ['Слишком холодно: Greenhouse — 3,8 °C', 'Вы просили сказать, если меньше 4,5 °C', 'Сейчас 3,3 °C'],
    } as const;
    for (const language of ['en', 'ru'] as const) {
      const [title, reason, present] = sentences[language];
      const headers = { 'accept-language': language };
      const plain = (text = '') => text.replaceAll('\u00a0', ' ');
      const { notifications } = await village.clients.resident.list_notifications({}, { headers });
      const told = plain(notifications.find(({ url }) => url.endsWith(temperature))?.text);
      const name = title.slice(title.indexOf(': ') + 2, title.indexOf(' —'));
      const shown = (await village.clients.resident.list_my_devices({}, { headers })).data
        .flatMap(({ devices }) => devices)
        .find(({ sensors }) => sensors.some(({ id }) => id === temperature));
      const said = (text: string) => text.replace(name, shown?.name ?? '');
      assert.ok(told.startsWith(`${said(title)}. ${reason}.`), told);
      assert.deepEqual(shown?.troubles.map(plain), [`${said(title)}. ${reason}. ${present}.`]);
      const caller = village.accounts.resident;
      const { troubles } = await runActionAs(service, caller, list_household_devices, {});
      const found = troubles.find(({ sensor }) => sensor?.id === temperature);
      assert.equal(found && plain(formatTroubleTitle(found, language)), said(title));
      assert.equal(found && plain(formatTroubleNow(found, language) ?? ''), present);
    }
    await watch([{ kind: 'below', value: 3 }]);
    assert.equal((await list())[0]?.alerts[0]?.is_raised, false, 'not below this one');
    later(120 * minute);
    await watch([{ kind: 'below', value: 4 }]);
    assert.equal((await list())[0]?.alerts[0]?.is_raised, false, 'an old value says nothing of now');
    await forget();
    await service.db`delete from job where queue = 'sensor_alerts'`;
    await end();
  });
});
