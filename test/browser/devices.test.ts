import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import { texts as connectTexts } from '../../src/entry/web/pages/devices/connect-device.tsx';
import { examples } from '../../src/entry/web/pages/devices/connect-fields.tsx';
import { texts as trialTexts } from '../../src/entry/web/pages/devices/connection-test-result.tsx';
import { periodTexts } from '../../src/entry/web/pages/devices/period.ts';
import { texts as plotTexts } from '../../src/entry/web/pages/plot/plot.tsx';
import { texts as cardTexts } from '../../src/entry/web/pages/today/device-card.tsx';
import { kindTexts } from '../../src/entry/web/words/connection-kinds.ts';
import { account, type Broker } from '../devices/broker.ts';
import { startFakeHomeAssistant, token } from '../devices/fake-home-assistant.ts';
import { findBrokers } from '../devices/mosquitto.ts';
import { loopbackGuard } from '../devices/provider-harness.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import {
  makeDevice,
  makeReading,
  recordReadings,
  thermometer,
} from '../operations/device/device-fixtures.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('DEVICE PAGES WERE NOT TESTED');

const phones: readonly Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 360, colorScheme: 'dark' },
];
const minute = 60_000;
const pump = {
  key: 'pump',
  rawKey: 'pump',
  kind: 'pump_state',
  valueType: 'boolean',
  aggregation: 'last',
  unit: '',
} as const;
const level = { ...thermometer, key: 'level', rawKey: 'level', kind: 'water_level', unit: 'm' } as const;

describe('device pages on a phone', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await stage.openWithActors({}, { deviceGuard: loopbackGuard });
    const { service, village } = actors;
    const { data } = await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      name: 'Насосная',
      provider: 'push',
      settings: { device: { name: 'x' }, sensors: [{ key: 'a', path: '$.a' }] },
    });
    const now = Date.now();
    const times = Array.from({ length: 7 * 24 * 4 }, (_, index) => now - minute - index * 15 * minute);
    const isOn = (at: number) => Math.floor(at / (15 * minute)) % 24 === 0;
    await recordReadings(
      service,
      data.id,
      [makeDevice('d1', [level, pump])],
      // A gap of half a day in the middle.
      times
        .filter((_, index) => index < 300 || index > 350)
        .flatMap((at) => [
          makeReading('level', new Date(at), 10 + Math.sin(at / 3e7)),
          makeReading('pump', new Date(at), isOn(at) ? 1 : 0),
        ]),
    );
  });

  async function openPhone(
    look: Look,
  ): Promise<BrowserWindow & { taps(): number; tap(name: string | RegExp): Promise<void> }> {
    const window = await stage.openWindow(look);
    const { page } = window;
    // Leaving a page during its view transition is reported as an error by the browser.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(window, 'resident');
    let count = 0;
    return {
      ...window,
      taps: () => count,
      async tap(name) {
        const found = page.getByRole('link', { name }).or(page.getByRole('button', { name }));
        await found.locator('visible=true').first().tap();
        count += 1;
        await page.waitForLoadState();
      },
    };
  }

  for (const look of phones)
    it(`show the pump state on Today, and its week within two taps: ${look.language}`, async () => {
      const { language } = look;
      const phone = await openPhone(look);
      const { page } = phone;
      await page
        .getByText(language === 'ru' ? /выключен|включён/ : /^(off|on)$/)
        .first()
        .waitFor();
      await phone.inspect('devices-today');
      await phone.tap(language === 'ru' ? /^Насос / : /^(Pump|Насос) /);
      await page
        .getByText(language === 'ru' ? /За неделю насос включался \d+/ : /Over the week the pump came on \d+/)
        .first()
        .waitFor();
      assert.ok(phone.taps() <= 2, `${phone.taps()} taps`);
      await phone.inspect('devices-week');
      const readout = page.locator('output.readout');
      const last = (await readout.textContent()) ?? '';
      const area = page.locator('.chart .area');
      await area.scrollIntoViewIfNeeded();
      const box = await area.boundingBox();
      assert.ok(box);
      await area.tap({ position: { x: box.width / 4, y: box.height / 2 } });
      await page.locator('output.readout').filter({ hasNotText: last }).waitFor();
      assert.doesNotMatch((await readout.textContent()) ?? '', /\(.*0 .* 0\)/);
      for (const period of ['day', 'month', 'year'] as const) {
        await phone.tap(periodTexts[period][language]);
        await page
          .locator('[aria-current=page]')
          .filter({ hasText: periodTexts[period][language] })
          .waitFor();
        await phone.inspect(`devices-${period}`);
      }
      await phone.close();
    });

  /** From Today to a saved connection in six taps at most. */
  async function connect(
    phone: Awaited<ReturnType<typeof openPhone>>,
    kind: 'mqtt' | 'home_assistant',
    fill: () => Promise<void>,
  ) {
    const { page, look } = phone;
    const { language } = look;
    const plot = actors.village.plots.resident;
    await page.goto(paths.today);
    const begun = phone.taps();
    await phone.tap(cardTexts.open[language]);
    await page.waitForURL(`**/plots/${plot}`);
    await phone.tap(plotTexts.connect[language]);
    await phone.inspect('devices-kinds');
    await phone.tap(kindTexts[kind].title[language]);
    await fill();
    await phone.inspect(`devices-${kind}`);
    await phone.tap(connectTexts.try[language]);
    await page.getByText(new RegExp(`^${trialTexts.works[language]}`)).waitFor();
    await phone.inspect(`devices-${kind}-tried`);
    await phone.tap(connectTexts.save[language]);
    await page.waitForURL('**/devices/connections/*');
    await phone.inspect(`devices-${kind}-saved`);
    assert.ok(phone.taps() - begun <= 6, `${phone.taps() - begun} taps`);
  }

  const brokers = findBrokers();
  for (const look of phones)
    it(`connect to a real MQTT broker by the example shown on the page: ${look.language}`, async () => {
      const kind = brokers.find(({ name }) => name === 'Mosquitto') ?? brokers[0];
      assert.ok(kind);
      const broker: Broker = await kind.start();
      try {
        // The example of the page, published to this broker.
        for (const line of examples.mqtt.split('\n')) {
          const [, topic = '', message = ''] = / -t (\S+) -m '(.*)'$/.exec(line) ?? [];
          await broker.publish(topic, message, true);
        }
        const phone = await openPhone(look);
        const { page } = phone;
        await connect(phone, 'mqtt', async () => {
          await page.locator('[name="settings.host"]').fill('127.0.0.1');
          await page.locator('[name="settings.port"]').fill(String(broker.port));
          await page.locator('[name="settings.tls"]').uncheck();
          await page.locator('[name="settings.username"]').fill(account.username);
          await page.locator('[name="secret"]').fill(account.password);
        });
        await phone.close();
      } finally {
        await broker.close();
      }
    });

  it('connect to Home Assistant, and explain a wrong token', async () => {
    const home = await startFakeHomeAssistant({
      states: [
        {
          entity_id: 'sensor.bath',
          state: '64.5',
          attributes: { friendly_name: 'Баня', device_class: 'temperature', unit_of_measurement: '°C' },
          last_reported: new Date().toISOString(),
        },
      ],
    });
    try {
      const phone = await openPhone(phones[0] as Look);
      const { page } = phone;
      await page.goto(`${paths.connectDevice}?kind=home_assistant`);
      const fill = async (key: string) => {
        await page.locator('[name="settings.url"]').fill(home.url);
        await page.locator('[name="secret"]').fill(key);
      };
      await fill('wrong');
      await phone.tap(connectTexts.try.ru);
      await page.getByText('Создайте новый токен или проверьте имя и пароль').waitFor();
      await phone.inspect('devices-wrong-key');
      await connect(phone, 'home_assistant', () => fill(token));
      await phone.close();
    } finally {
      await home.close();
    }
  });
});
