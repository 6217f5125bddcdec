import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts as readingTexts } from '../../src/entry/web/forms/meter-reading.tsx';
import { texts as dueTexts } from '../../src/entry/web/pages/today/meters-due-card.tsx';
import { texts as outboxTexts } from '../../src/entry/web/ui/outbox.tsx';
import * as labels from '../../src/entry/web/words/labels.ts';
import { list_meters } from '../../src/features/actions/list_meters.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import { maxWaitMilliseconds, waitUntil } from '../harness/wait-until.ts';
import { noise } from '../media/sample-pictures.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import { launchPhone } from './chromium.ts';
import { type FlakyProxy, startFlakyProxy } from './connection-proxy.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('READINGS TYPED WITHOUT A CONNECTION WERE NOT TESTED');
const look = { language: 'ru', width: 360, colorScheme: 'light' } as const;

describe('readings typed where there is no connection', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  let line: FlakyProxy;
  let folder: string;
  let phone: BrowserContext;
  let page: Page;
  let at: string;

  before(async () => {
    line = await startFlakyProxy();
    const service = await startService({ BASE_URL: line.url }, { jobs: true });
    line.setTarget((service.app.server.server.address() as AddressInfo).port);
    actors = await prepareOAuthTestClient(service);
    const { resident: parcel } = actors.village.plots;
    at = fillPath(paths.plotMeters, { plot: parcel });
    const meter = { parcel, provider: 'manual', name: 'Счётчик в погребе', settings: {} } as const;
    await actors.village.clients.resident.connect_device(meter);
    // Readings are due around the board's day: today.
    await service.db`update settlement set meter_day = ${Math.min(28, new Date().getUTCDate())}`;
  });
  after(() => line?.close());
  beforeEach(async () => {
    line.reconnect();
    folder = await mkdtemp(join(tmpdir(), 'settlements-phone-'));
    await open();
    await signIn({ page, look }, 'resident');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  });
  afterEach(async () => {
    await phone.close();
    await rm(folder, { recursive: true, force: true });
    await actors.service.db`delete from meter_reading`;
  });

  async function open(): Promise<void> {
    phone = await launchPhone(stage.executable, folder, line.url);
    phone.setDefaultTimeout(maxWaitMilliseconds);
    page = phone.pages()[0] ?? (await phone.newPage());
  }
  const banner = (text: string) => page.locator('[data-outbox-banner]').getByText(text);
  const readings = async () =>
    (await runActionAs(actors.service, actors.village.accounts.resident, list_meters, {}))[0]?.readings ?? [];
  const field = () => page.getByRole('textbox', { name: readingTexts.shows.ru });

  it('wait on the phone with the photograph of the dial, and go once when there is a connection again', async () => {
    await page.goto(at);
    line.disconnect();
    await field().fill('1234,5');
    const buffer = await noise(320, 240).jpeg().toBuffer();
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'dial.jpg', mimeType: 'image/jpeg', buffer });
    await page.locator('.shot').first().waitFor();
    await page.getByRole('button', { name: readingTexts.save.ru, exact: true }).tap();
    await banner(outboxTexts.waits.ru).waitFor();
    await page.getByRole('link', { name: outboxTexts.show.ru }).tap();
    await page.getByText('Счётчик в погребе').waitFor();
    await page.getByText('1234,5').waitFor();
    await page.screenshot({ path: 'screenshots/ru-360-reading-waits.png', fullPage: true });
    await phone.close();
    await open();
    assert.deepEqual(await readings(), [], 'nothing has arrived');
    line.reconnect();
    await page.goto('/today');
    await banner('Записано: 1\u00a0234,5.').waitFor();
    await page.screenshot({ path: 'screenshots/ru-360-reading-arrived.png' });
    await waitUntil('its photograph is ready', async () => {
      const [reading, ...more] = await readings();
      return more.length === 0 && reading?.photograph === 'ready';
    });
    const [reading] = await readings();
    assert.equal(reading?.number, 1234.5);
    await page.goto(at);
    await page.goto('/outbox');
    await page.locator('[data-outbox-list]').waitFor({ state: 'hidden' });
    assert.equal((await readings()).length, 1, 'and it went once');
  });

  it('keep the day on which they were typed, if they wait until another one', async () => {
    await page.goto('/today');
    const typedAt = Date.now() - 2 * 86_400_000;
    await page.clock.install({ time: typedAt });
    const due = page.getByRole('region', { name: dueTexts.title.ru });
    await due.waitFor();
    line.disconnect();
    await page.reload();
    await due.getByRole('textbox').fill('77');
    await due.getByRole('button', { name: labels.save.ru, exact: true }).tap();
    await banner(outboxTexts.waits.ru).waitFor();
    await phone.close();
    await open();
    line.reconnect();
    await page.goto('/today');
    await banner('Записано: 77.').waitFor();
    const day = (at: number) => new Date(at + 3 * 3_600_000).toISOString().slice(0, 10);
    const local = new Date(typedAt).toLocaleDateString('sv');
    assert.deepEqual(
      (await readings()).map(({ number, at }) => [number, day(at)]),
      [[77, local]],
    );
  });

  it('from Today wait as well; one that is refused later leads back to its question', async () => {
    await page.goto('/today');
    const due = page.getByRole('region', { name: dueTexts.title.ru });
    await due.waitFor();
    line.disconnect();
    await page.reload();
    await due.getByRole('textbox').fill('90');
    await due.getByRole('button', { name: labels.save.ru, exact: true }).tap();
    await banner(outboxTexts.waits.ru).waitFor();
    // Somebody else of the household has typed a higher one meanwhile.
    const [row] = await actors.service.db<{ id: string }[]>`select id from meter limit 1`;
    const { resident } = actors.village.accounts;
    await actors.service.db`
      insert into meter_reading (id, meter_id, measured_at, number, typed_by, created_at)
      values (${actors.service.newId()}, ${row?.id ?? ''}, now() - interval '1 hour', 100, ${resident}, now())`;
    line.reconnect();
    await banner(outboxTexts.refused.ru).waitFor();
    await page.getByRole('link', { name: outboxTexts.show.ru }).tap();
    await page.getByRole('button', { name: outboxTexts.mend.ru }).tap();
    await page.getByRole('alert').waitFor();
    await page.screenshot({ path: 'screenshots/ru-360-reading-refused.png', fullPage: true });
    await field().fill('101');
    await page.getByRole('button', { name: readingTexts.save.ru, exact: true }).tap();
    await page.locator('[data-notice="done"]').waitFor();
    assert.deepEqual(
      (await readings()).map(({ number }) => number),
      [101, 100],
    );
  });
});
