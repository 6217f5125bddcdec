import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  findServiceUrl,
  openInstallation,
  readSettings,
  rememberSetting,
} from '../../src/features/installation/installation.ts';
import { formatSmtpUrl, parseSmtpUrl } from '../../src/features/installation/mail-settings.ts';
import { createSettingsBox } from '../../src/settings-box.ts';
import { startService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

const [first, second] = [
  'the first secret key of an installation',
  'the second secret key of an installation',
];
const box = (current: string, former: readonly string[] = []) =>
  createSettingsBox({ secretKeysFormer: former }, current);
const unset = { baseUrl: 'http://127.0.0.1:3000', isBaseUrlSet: false, smtpUrl: undefined };

describe('settings of the installation', () => {
  it('follow the change of SECRET_KEY: opened by the former key, sealed anew, then by the new one alone', async () => {
    const { pool, db } = await startService();
    const value = 'smtp://a:b@mail.example';
    const open = (key: string, former: readonly string[] = []) =>
      openInstallation(pool, unset, box(key, former), { clock: Date.now, onError: assert.ifError });
    const old = await open(first);
    await db`insert into installation_setting values ('smtp_url', ${old.seal('smtp_url', value)}, now())`;
    assert.equal((await open(second)).smtpUrl, undefined, 'counts as not set');
    const both = await open(second, [first]);
    assert.equal(both.smtpUrl, value);
    await both.reseal();
    assert.equal((await open(second)).smtpUrl, value);
    assert.equal((await open(first)).smtpUrl, undefined);
  });

  it('an envelope copied to another name does not open', async () => {
    const { pool, db } = await startService();
    const installation = await openInstallation(pool, unset, box(first), {
      clock: Date.now,
      onError: assert.ifError,
    });
    await db`insert into installation_setting values
      ('base_url', ${installation.seal('smtp_url', 'https://evil.example')}, now())`;
    assert.deepEqual(await readSettings(pool, box(first)), {});
  });

  it('are read again by another instance within seconds of use, without a restart', async () => {
    const { pool, db } = await startService();
    let time = 1_000_000;
    const other = await openInstallation(pool, unset, box(first), {
      clock: () => time,
      onError: assert.ifError,
    });
    await db`insert into installation_setting values
      ('base_url', ${other.seal('base_url', 'https://village.example')}, now())`;
    assert.equal(other.baseUrl, unset.baseUrl);
    time += 10_001;
    assert.equal(other.baseUrl, unset.baseUrl, 'answers with what it knows while it reads');
    await waitUntil('the setting is read', () => other.baseUrl !== unset.baseUrl);
    assert.equal(other.baseUrl, 'https://village.example');
  });

  it('tell commands where the service is: the environment, the setting, the last start', async () => {
    const { pool, db } = await startService();
    const key = box(first);
    assert.equal(await findServiceUrl(pool, unset, key), unset.baseUrl);
    await rememberSetting(pool, key, 'service_url', 'http://127.0.0.1:4000');
    assert.equal(await findServiceUrl(pool, unset, key), 'http://127.0.0.1:4000');
    const installation = await openInstallation(pool, unset, key, {
      clock: Date.now,
      onError: assert.ifError,
    });
    await db`insert into installation_setting values
      ('base_url', ${installation.seal('base_url', 'https://village.example')}, now())`;
    assert.equal(await findServiceUrl(pool, unset, key), 'https://village.example');
    const set = { ...unset, baseUrl: 'https://set.example', isBaseUrlSet: true };
    assert.equal(await findServiceUrl(pool, set, key), 'https://set.example');
  });

  it('a mail server survives the way into SMTP_URL and back, with every character of a password', () => {
    for (const password of ['simple', 'p@ss:w/o#r?d%', 'пароль из слов', ''])
      for (const security of ['tls', 'starttls'] as const) {
        const settings = {
          host: 'smtp.example.org',
          port: 2525,
          security,
          username: 'board@example.org',
          password,
          from: 'Board+1@example.org',
        };
        assert.deepEqual(parseSmtpUrl(formatSmtpUrl(settings)), settings);
      }
    assert.equal(parseSmtpUrl('smtps://mail.example').port, 465);
    assert.equal(parseSmtpUrl('smtp://mail.example').port, 587);
  });
});
