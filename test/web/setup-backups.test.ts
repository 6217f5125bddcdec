import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openFolder } from '../../src/background/backup/backup-place.ts';
import { readBackup } from '../../src/background/backup/read-backup.ts';
import { createSetupLink } from '../../src/features/installation/setup.ts';
import { listBackupRuns } from '../../src/store/system/backup-runs.ts';
import { addFileCleanup } from '../harness/file-cleanup.ts';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type S3Server, startS3Server } from '../media/s3-server.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { visibleText } from './sign-in.ts';

const person = { display_name: 'Анна', email: 'anna@example.org', password: 'три слова подряд' };

/** Half a day away, so that no daily backup is due while these run. */
const farTime = new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 16);

describe('setting up backups on a page', () => {
  let service: TestService;
  let home: string;
  let dataDir: string;
  let browser: Browser;
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'settlements-setup-backups-'));
    // After the services, whose last backup may still be written.
    addFileCleanup(() => rm(home, { recursive: true, force: true }));
    dataDir = join(home, 'data');
    service = await startService({ DATA_DIR: dataDir, BACKUP_AT: farTime }, { jobs: true });
    browser = await signInOperator(service);
  });
  after(async () => {
    await waitUntil('no backup is being written', async () => {
      const running = await service.db`select 1 from job where queue = 'backup' and failed_at is null`;
      return running.length === 0;
    });
  });
  beforeEach(async () => {
    await service.db`delete from installation_setting`;
    await service.db`delete from backup`;
    await service.app.services.installation.reload();
  });
  const save = async (place: 'folder' | 'bucket', fields: Record<string, string>) =>
    browser.submit(await browser.get('/setup/backups'), `/setup/backups/${place}`, {
      encryption: 'new_key',
      ...fields,
    });
  const shownKey = (html: string) => /id="backup-key"[^>]*>([^<]+)</.exec(html)?.[1] ?? '';
  const listProven = async (place: 'folder' | 's3') =>
    waitUntil('a verdict', async () => {
      const runs = (await listBackupRuns(service.pool, 5)).filter((run) => run.place === place);
      return runs.length > 0 && runs.every(({ verdict }) => verdict !== null) && runs;
    });
  const place = () => service.app.services.installation.backup?.to;

  it('tries the folder, shows the key once, makes the first backup, which that key opens, and proves it', async () => {
    const folder = join(home, 'first');
    const saved = await save('folder', { folder });
    const key = shownKey(saved.html);
    assert.match(key, /^[\w-]{32}$/);
    assert.match(visibleText(saved.html), /secret|SECRET_KEY/);
    const [run, ...others] = await listProven('folder');
    assert.deepEqual([others.length, run?.verdict, run?.encrypted], [0, 'good', true]);
    const shown = await browser.get('/setup/backups');
    assert.ok(!shown.html.includes(key), 'shown once');
    assert.match(visibleText(shown.html), /Restored as a test/);
    assert.match(visibleText((await browser.get('/setup')).html), /the last one restored for a trial/);
    const [name = '', ...more] = await readdir(folder);
    assert.equal(more.length, 0, 'nothing is left of the trial of the folder');
    await readBackup(await openFolder(folder).open(name), key);
    await assert.rejects(readBackup(await openFolder(folder).open(name), 'another key than that one'));
    const [setting] = await service.db<{ sealed: string }[]>`select sealed from installation_setting`;
    assert.ok(!String(setting?.sealed).includes(key));
    assert.ok(service.log.every((line) => !line.includes(key)));
  });

  it('saves nothing when the place cannot be used, and says what to do', async () => {
    const file = join(home, 'a file');
    await writeFile(file, '');
    for (const [folder, said] of [
      [file, /not a folder/],
      [join(file, 'below'), /not a folder/],
      ['backups', /whole path/],
      [join(dataDir, 'backups'), /inside the data folder/],
    ] as const) {
      const refused = await save('folder', { folder });
      assert.equal(refused.status, 422, folder);
      assert.match(visibleText(refused.html), said);
    }
    assert.equal((await service.db`select 1 from installation_setting`).length, 0);
    assert.equal(
      (await service.db`select 1 from job where queue = 'backup' and key = 'asked for'`).length,
      0,
    );
  });

  it('asks for the password once there is a place: whoever has the session alone cannot send a copy elsewhere', async () => {
    await save('folder', { folder: join(home, 'mine') });
    const elsewhere = { folder: join(home, 'theirs') };
    assert.equal((await save('folder', elsewhere)).status, 422);
    assert.equal(place(), join(home, 'mine'));
    const kept = await save('folder', {
      ...elsewhere,
      encryption: 'known_key',
      own_password: person.password,
    });
    assert.equal(kept.location, '/setup/backups', 'no key to show');
    assert.equal(place(), join(home, 'theirs'));
  });

  it('two operators at once: one place stays, and its key is the one that was shown for it', async () => {
    const [last] = await service.db<{ id: string | null }[]>`select max(id) as id from audit_entry`;
    const form = await browser.get('/setup/backups');
    const submit = (folder: string) =>
      browser.submit(form, '/setup/backups/folder', { folder: join(home, folder), encryption: 'new_key' });
    const pages = await Promise.all(['left', 'right'].map(submit));
    const at = place()?.endsWith('left') ? 0 : 1;
    const keys = pages.map(({ html }) => shownKey(html)).filter((key) => key !== '');
    assert.equal(service.app.services.installation.backupKey, shownKey(pages[at]?.html ?? ''));
    const audited = await service.db<{ words: string }[]>`
      select e::text as words from audit_entry e where action = 'configure_backups' and id > ${last?.id ?? 0}`;
    assert.equal(audited.length, keys.length, 'each that was saved is in the audit');
    for (const key of keys) assert.ok(audited.every(({ words }) => !words.includes(key)));
  });

  it('is for operators', async () => {
    await service.db`update account set is_operator = false`;
    assert.equal((await browser.get('/setup/backups')).status, 403);
    await service.db`update account set is_operator = true`;
  });

  describe('in a bucket', () => {
    let server: S3Server;
    before(async () => {
      server = await startS3Server();
    });
    after(() => server.close());

    it('takes the fields of the provider, keeps the secret to itself, and proves what lies there', async () => {
      const address = new URL(server.address('backups'));
      const fields = {
        name: address.hostname,
        endpoint: address.searchParams.get('endpoint') ?? '',
        region: address.searchParams.get('region') ?? '',
        key_id: decodeURIComponent(address.username),
        secret: decodeURIComponent(address.password),
      };
      const wrong = await save('bucket', { ...fields, secret: 'not this one at all' });
      assert.equal(wrong.status, 422);
      assert.match(visibleText(wrong.html), /S3 PUT failed: 403/);
      assert.equal((await service.db`select 1 from installation_setting`).length, 0);
      const saved = await save('bucket', { ...fields, encryption: 'none' });
      assert.equal(saved.location, '/setup/backups');
      const [run] = await listProven('s3');
      assert.deepEqual([run?.verdict, run?.encrypted, run?.place], ['good', false, 's3']);
      const shown = await browser.get('/setup/backups');
      assert.doesNotMatch(shown.html, /<input[^>]*name="secret"[^>]*value=/);
      assert.doesNotMatch(shown.html, /<input[^>]*value=[^>]*name="secret"/);
      const kept = await save('bucket', { ...fields, secret: '', own_password: person.password });
      assert.match(shownKey(kept.html), /./, 'the secret is kept, the backup gets a key');
    });
  });

  it('the environment wins: no form, its place named, a backup made at once all the same', async () => {
    const folder = join(home, 'by environment');
    const environment = {
      BACKUP_TO: folder,
      BACKUP_KEY: 'a key that the operator keeps',
      TRUSTED_HOSTS: '',
      BACKUP_AT: farTime,
    };
    const set = await startService(environment, { jobs: true });
    const operator = await signInOperator(set);
    const page = await operator.get('/setup/backups');
    assert.match(visibleText(page.html), /by environment.*BACKUP_TO/s);
    assert.doesNotMatch(page.html, /name="folder"|name="key_id"/);
    assert.equal((await operator.submit(page, '/setup/backups/now', {})).location, '/setup/backups');
    await waitUntil('a good backup', async () =>
      (await listBackupRuns(set.pool, 5)).some(({ verdict }) => verdict === 'good'),
    );
  });
});

async function signInOperator(service: TestService): Promise<Browser> {
  const browser = openBrowser(service);
  const link = (await createSetupLink(service.pool, new Date())) ?? '';
  assert.equal((await browser.submit(await browser.get(link), '/setup', person)).location, '/setup/mail');
  return browser;
}
