import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Secret } from '../../src/base/encryption/secret-box.ts';
import { checkKey } from '../../src/features/installation/doctor/key-check.ts';
import { sealSetting } from '../../src/features/installation/installation.ts';
import {
  describeUnopened,
  findUnopenedSecrets,
  nameKeyPlace,
} from '../../src/features/installation/unopened-secrets.ts';
import { createDeviceBox, createSettingsBox } from '../../src/settings-box.ts';
import { startService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';

const [before, after] = ['the secret key before a restore, 32+', 'the secret key after a restore, 32+'];
const boxes = (key: string, former: readonly string[] = []) => ({
  settings: createSettingsBox({ secretKeysFormer: former }, key),
  devices: createDeviceBox({ secretKeysFormer: former }, key),
});

describe('secrets that no key opens', () => {
  it('are counted after the key was changed, named with what to do, and open again with the former key', async () => {
    const service = await startService();
    const { db, pool } = service;
    const { accounts, plots } = await buildVillage(service);
    await db`insert into installation_setting values
      ('smtp_url', ${sealSetting(boxes(before).settings, 'smtp_url', 'smtp://a:b@mail.example')}, now()),
      ('service_url', ${sealSetting(boxes(before).settings, 'service_url', 'http://127.0.0.1:1')}, now())`;
    const id = service.newId();
    const sealed = boxes(before).devices.seal(new Secret('password'), id);
    await db`insert into device_connection (id, account_id, parcel_id, name, provider, state, secret, next_poll_at, created_at)
      values (${id}, ${accounts.resident}, ${plots.resident}, 'Насос', 'home_assistant', 'paused', ${Buffer.from(sealed)}, now(), now())`;
    assert.deepEqual(await findUnopenedSecrets(pool, boxes(before)), { settings: [], connections: 0 });
    const unopened = await findUnopenedSecrets(pool, boxes(after));
    assert.deepEqual(unopened, { settings: ['smtp_url'], connections: 1 });
    const said = describeUnopened(unopened);
    assert.match(
      said?.en ?? '',
      /the mail server, the passwords of 1 device connections.*SECRET_KEYS_FORMER/,
    );
    assert.match(said?.ru ?? '', /почтовый сервер, пароли датчиков \(подключений: 1\).*SECRET_KEYS_FORMER/);
    const place = nameKeyPlace({ dataDir: '/srv/data' });
    assert.equal((await checkKey(pool, boxes(after), place)).state, 'fault');
    const fine = await checkKey(pool, boxes(after, [before]), place);
    assert.equal(fine.state, 'ok');
    assert.match(fine.text, /\/srv\/data\/secret-key/);
  });
});
