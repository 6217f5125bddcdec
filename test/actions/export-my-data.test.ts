import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { dataExportWorker } from '../../src/background/jobs/data-export.ts';
import { export_my_data } from '../../src/features/actions/export_my_data.ts';
import { deleteAccount } from '../../src/store/accounts/credentials.ts';
import { exportedTables, hiddenColumns } from '../../src/store/accounts/exported-tables.ts';
import { withClockOffset } from '../harness/clock.ts';
import { drainQueue } from '../harness/jobs.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import type { Village } from '../harness/village.ts';
import { type Browser, hiddenFields } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { findWorker, listBlobs, makeRenditions, upload } from '../operations/media/uploads.ts';

const day = 86_400_000;
const form = '/account/data/export';
const file = '/account/data/file';

describe('personal data export', () => {
  let service: TestService;
  let actors: OAuthTestClient;
  let village: Village;
  before(async () => {
    service = await startService();
    actors = await prepareOAuthTestClient(service);
    village = actors.village;
  });
  const make = (ahead = 0) =>
    drainQueue(
      service,
      dataExportWorker(() => service.app.services),
      ahead,
    );
  const ask = (account: string, via: 'session' | 'personal' = 'session') =>
    refusalKindOf(runActionAs(service, account, export_my_data, { password }, via));
  async function download(browser: Browser, given: string) {
    const page = await browser.get('/account/data');
    const response = await fetch(service.url + file, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...hiddenFields(page.html, file), password: given }),
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  }

  it('needs the password for request and download, notifies by email, and is for that account only', async () => {
    const { resident } = village.clients;
    const plot = { subject_type: 'parcel', subject_id: village.plots.resident } as const;
    const { id } = await upload(resident, { ...plot, file_name: 'сад.jpg' });
    await makeRenditions(service);
    const { data: entry } = await resident.write_article({
      settlement: 'berezka',
      parcel_id: '1',
      title: 'Посадил яблоню',
      body: 'Сегодня.',
    });
    await resident.send_message({ to: 'person', account: village.accounts.neighbour, body: 'Мои слова' });
    await village.clients.neighbour.send_message({
      to: 'person',
      account: village.accounts.resident,
      body: 'Чужие слова',
    });

    const browser = await actors.signIn();
    const page = await browser.get('/account/data');
    const wrong = await browser.submit(page, form, { password: 'guess' });
    assert.equal(wrong.status, 422);
    const asked = await browser.submit(page, form, { password });
    assert.deepEqual([asked.status, asked.location], [303, '/account/data']);
    assert.doesNotMatch((await browser.get('/account/data')).html, new RegExp(`action="(${form}|${file})"`));
    assert.equal(await ask(village.accounts.resident), 'invalid', 'one at a time');
    assert.equal(await make(), 1);
    const [letter] = await service.db<{ to: string; text: string }[]>`
      select to_address as "to", body_text as text from letter where account_id = ${village.accounts.resident} order by id desc limit 1`;
    assert.equal(letter?.to, 'resident@example.org');
    assert.match(letter?.text ?? '', /\/account\/data/);
    assert.equal(await ask(village.accounts.resident), 'invalid', 'one a day');

    const refused = await download(browser, 'guess');
    assert.deepEqual(
      [refused.response.status, refused.response.headers.get('location')],
      [303, '/account/data'],
    );
    const { response, bytes } = await download(browser, password);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/zip');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const files = unzipSync(bytes);
    const json = (name: string) => JSON.parse(Buffer.from(files[`data/${name}.json`] ?? []).toString());
    for (const { name } of exportedTables) assert.ok(Array.isArray(json(name)), name);
    assert.deepEqual(
      json('message').map(({ body }: { body: string }) => body),
      ['Мои слова'],
    );
    assert.equal(json('account')[0].email, 'resident@example.org');
    const all = Object.values(files)
      .map((content) => Buffer.from(content).toString('latin1'))
      .join('');
    const [secrets] = await service.db<{ hash: string }[]>`
      select password_hash as hash from account where id = ${village.accounts.resident}`;
    assert.ok(!all.includes(secrets?.hash ?? ''));
    for (const column of hiddenColumns) assert.ok(!all.includes(`"${column}"`), column);
    assert.match(
      Buffer.from(files[`articles/${entry.id}-${entry.slug}.md`] ?? []).toString(),
      /^# Посадил яблоню\n\nСегодня\.\n$/,
    );
    const picture = files[`files/${id}-сад.jpg`] ?? new Uint8Array();
    assert.deepEqual([...picture.subarray(0, 2)], [0xff, 0xd8], 'a JPEG');
    assert.deepEqual(json('files-left-out'), []);
  });

  it('is refused to tokens, to other accounts and without the form of the page', async () => {
    assert.equal(await ask(village.accounts.neighbour, 'personal'), 'unauthenticated');
    const bare = await fetch(service.url + file, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ password }),
    });
    assert.equal(bare.status, 403);
    assert.equal((await fetch(service.url + file, { redirect: 'manual' })).status, 404);
  });

  it('is stored for a week, survives the sweep that long, and goes with a deleted account', async () => {
    const sweep = async (ahead: number) => {
      await service.app.jobs.add(service.pool, { queue: 'media_sweep' });
      await drainQueue(service, findWorker(service, 'media_sweep'), ahead);
    };
    const stored = async () => {
      const [row] = await service.db<
        { hash: string }[]
      >`select encode(sha256, 'hex') as hash from data_export where state = 'ready'`;
      return row?.hash ?? '';
    };
    const hash = await stored();
    await sweep(3 * day);
    assert.ok((await listBlobs(service)).includes(hash));
    await withClockOffset(service, 8 * day, async () => {
      const rows =
        await service.db`select 1 from data_export where expires_at > ${new Date(Date.now() + 8 * day)}`;
      assert.equal(rows.length, 0);
    });
    assert.equal(
      await refusalKindOf(
        withClockOffset(service, 2 * day, () =>
          runActionAs(service, village.accounts.resident, export_my_data, { password }),
        ),
      ),
      '',
    );
    await service.pool.begin((db) => deleteAccount(db, village.accounts.resident, new Date()));
    assert.equal((await service.db`select 1 from data_export`).length, 0);
    assert.equal(await make(2 * day), 1, 'and the job makes nothing of it');
    assert.equal(await stored(), '');
    await sweep(3 * day);
    assert.ok(!(await listBlobs(service)).includes(hash));
  });

  it('succeeds once for concurrent requests', async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => ask(village.accounts.outsider)));
    assert.equal(outcomes.filter((outcome) => outcome === '').length, 1);
  });

  it('keeps no transaction open while a photograph is copied, which may take long', async () => {
    const { neighbour } = village.clients;
    await upload(neighbour, { subject_type: 'parcel', subject_id: village.plots.neighbour });
    await makeRenditions(service);
    assert.equal(await ask(village.accounts.neighbour), '');
    const { media } = service.app.services;
    const open: number[] = [];
    const store = {
      ...media.store,
      async open(sha256: string) {
        const rows = await service.db`
          select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
        open.push(rows.length);
        return media.store.open(sha256);
      },
    };
    const services = { ...service.app.services, media: { ...media, store } };
    await drainQueue(
      service,
      dataExportWorker(() => services),
    );
    assert.deepEqual(open, [0]);
  });
});
