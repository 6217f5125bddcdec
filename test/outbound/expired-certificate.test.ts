import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import { setOperator } from '../../src/store/accounts/accounts.ts';
import { loopbackGuard } from '../devices/provider-harness.ts';
import { addFileCleanup } from '../harness/file-cleanup.ts';
import { startService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { startMailServer } from '../mail/smtp-test-server.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { requestUploadUrl, send, smallPicture } from '../operations/media/uploads.ts';
import { signIn, visibleText } from '../web/sign-in.ts';
import { makeCertificate } from './certificate.ts';

/** Storage, mail server and a house whose certificates ran out in 2021. */
describe('certificates of other servers that ran out', () => {
  let actors: OAuthTestClient;
  let house: string;
  let requests = 0;
  before(async () => {
    const expired = makeCertificate('127.0.0.1', '210101000000Z');
    const server = createServer(expired, (_request, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    addFileCleanup(() => new Promise((done) => server.close(() => done())));
    house = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const mail = await startMailServer(expired);
    const service = await startService(
      { MEDIA_URL: `s3://key:secret@photographs?endpoint=${house}&region=eu-test-1`, SMTP_URL: mail.url },
      { deviceGuard: loopbackGuard, jobs: true },
    );
    actors = await prepareOAuthTestClient(service);
    await setOperator(service.db, actors.village.accounts.editor, true);
  });

  it('lose nothing: uploads are told to come again, letters wait, devices are tried again', async () => {
    const { service, village } = actors;
    const address = await requestUploadUrl(village.clients.resident, {
      subject_type: 'parcel',
      subject_id: village.plots.resident,
    });
    const refused = await send(address, await smallPicture());
    assert.equal(refused.status, 503, JSON.stringify(refused.body));
    await service.db`
      insert into letter (id, to_address, message_id, subject, body_text, body_html, send_at, created_at)
      values (${service.newId()}, 'somebody@example.org', '<1@x>', 's', 'text', 'html', now(), now())`;
    await service.app.jobs.add(service.pool, { queue: 'mail' });
    await waitUntil(
      'the letter was tried',
      async () => (await service.db`select 1 from letter where last_error is not null`).length > 0,
    );
    const [letter] =
      await service.db`select state, attempts, last_error as error, body_text as text from letter`;
    assert.deepEqual([letter?.state, letter?.attempts, letter?.text], ['waiting', 1, 'text']);
    assert.match(String(letter?.error), /certificate has expired/);
    await service.db`
      insert into device_connection (id, account_id, parcel_id, name, provider, settings, next_poll_at, created_at)
      values (1, ${village.accounts.resident}, ${village.plots.resident}, 'House', 'json_http',
              ${service.db.json({ url: house, device: { name: 'A' }, sensors: [{ key: 'a', path: '$.a', unit: 'm' }] })}, now(), now())`;
    await waitUntil(
      'the device was tried',
      async () => (await service.db`select 1 from device_connection where last_error is not null`).length > 0,
    );
    const [device] =
      await service.db`select last_error->>'en' as error, next_poll_at > now() as again from device_connection`;
    assert.match(String(device?.error), /check the certificate/);
    assert.equal(device?.again, true);
    assert.equal(requests, 0, 'nothing was sent to a server that could not prove who it is');
  });

  it('are named on the operator’s page in both languages', async () => {
    const english = visibleText((await (await signIn(actors.service, 'editor')).get('/operator')).html);
    assert.match(english, /Photographs and files The check failed: .*certificate of that server has run out/);
    assert.match(
      english,
      /Mail server The server says: certificate has expired\. The certificate of that server has run out/,
    );
    assert.match(english, /s…@example\.org · will be tried again certificate has expired/);
    assert.match(english, /check the certificate/, 'the reason of the devices');
    assert.match(english, /Storage of files S3 HEAD failed: no reply CERT_HAS_EXPIRED/);
    const russian = visibleText((await (await signIn(actors.service, 'editor', 'ru')).get('/operator')).html);
    assert.match(russian, /Фотографии и файлы Проверить не удалось: .*кончился сертификат/);
  });
});
