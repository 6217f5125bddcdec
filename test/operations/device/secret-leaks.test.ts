import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readBackup } from '../../../src/background/backup/read-backup.ts';
import { pollDueConnections } from '../../../src/background/jobs/device-polling.ts';
import { createPollResultWriter } from '../../../src/background/jobs/poll-result-writer.ts';
import { createGuard } from '../../../src/engines/outbound/guard.ts';
import { type FakeHomeAssistant, startFakeHomeAssistant } from '../../devices/fake-home-assistant.ts';
import { loopbackGuard } from '../../devices/provider-harness.ts';
import { collectBackup, openBytes } from '../../harness/backups.ts';
import { storingDependenciesOf } from '../../harness/jobs.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

const secret = 'Planted.Secret~Token_4711';

/** The secret as it could appear: plain, encoded, inside something longer, escaped, reversed. */
function formsOf(value: string): Buffer[] {
  const plain = Buffer.from(value);
  const wide = Buffer.from(value, 'utf16le');
  const texts = [
    plain.toString('hex'),
    plain.toString('hex').toUpperCase(),
    encodeURIComponent(value),
    [...value].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
    [...value].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join(''),
    [...value].reverse().join(''),
  ];
  // Inside a longer text base64 depends on the offset; its ends depend on the adjacent bytes.
  for (const bytes of [plain, wide]) {
    for (const before of [0, 1, 2]) {
      const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
      const middle = encoded.slice(before === 0 ? 0 : 4, -4);
      texts.push(middle, middle.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return [plain, wide, Buffer.from(wide).swap16(), ...texts.map((text) => Buffer.from(text))];
}

const forms = formsOf(secret);
const isIn = (place: Buffer | string): boolean => {
  const bytes = typeof place === 'string' ? Buffer.from(place) : place;
  return forms.some((form) => bytes.includes(form));
};

describe('the secret of a device', () => {
  let service: TestService;
  let village: Village;
  let echo: FakeHomeAssistant;
  const answers: [number, Record<string, string>, (given: string) => string][] = [
    [200, {}, (given) => `not json ${given}`],
    [401, { 'www-authenticate': `Bearer ${secret}` }, (given) => given],
    [302, { location: `http://127.0.0.1/${secret}` }, (given) => given],
    [500, {}, (given) => `Traceback ${given}`],
  ];
  let turn = 0;

  before(async () => {
    service = await startService({ LOG_LEVEL: 'trace' }, { deviceGuard: loopbackGuard });
    village = await buildVillage(service);
    // A source that echoes what it was given, in every way it can fail.
    echo = await startFakeHomeAssistant({
      states: [],
      onRequest: (request, reply) => {
        const [status, headers, body] = answers[turn % answers.length] as (typeof answers)[0];
        turn += 1;
        reply.writeHead(status, headers).end(body(String(request.headers.authorization)));
      },
    });
  });
  after(() => echo.close());

  it('would be found in any of its forms', () => {
    const around = (bytes: Buffer) => Buffer.concat([Buffer.from('..{"a":"'), bytes, Buffer.from('"}..')]);
    for (const form of forms) assert.ok(isIn(around(form)));
    for (const before of ['', 'x', 'xy', 'xyz']) {
      assert.ok(isIn(Buffer.from(`${before}${secret}tail`).toString('base64')));
      assert.ok(isIn(Buffer.from(`${before}${secret}tail`, 'utf16le').toString('base64url')));
    }
    assert.ok(!isIn('nothing of the kind'));
  });

  it('is in no reply, error, log line, table or backup', async () => {
    const places: Record<string, string | Buffer> = {};
    const wish = { parcel: village.plots.resident, name: 'House', secret } as const;
    const made = await village.clients.resident.connect_device({
      ...wish,
      provider: 'home_assistant',
      settings: { url: echo.url },
    });
    const basic = await village.clients.resident.connect_device({
      ...wish,
      provider: 'json_http',
      settings: {
        url: `${echo.url}/values`,
        auth: { kind: 'bearer' },
        device: { name: 'Tank' },
        sensors: [{ key: 'level', path: '$.level' }],
      },
    });
    const refusal = await assertRefused(
      village.clients.resident.connect_device({ ...wish, provider: 'mqtt', settings: { host: '' } } as never),
      422,
    );
    places.refusal = JSON.stringify(refusal.body);
    const now = () => new Date();
    const base = storingDependenciesOf(service, now);
    for (let round = 0; round < answers.length; round += 1) {
      await service.db`update device_connection set next_poll_at = now() - interval '1 second'`;
      const asked = await pollDueConnections(
        {
          ...base,
          secrets: service.app.services.devices.secrets,
          guard: createGuard({ allowPrivate: false, allowLoopback: true }),
          signal: new AbortController().signal,
          storing: createPollResultWriter(base),
        },
        new Date(Date.now() + 500),
      );
      assert.equal(asked, 2);
      places[`list ${round}`] = JSON.stringify(await village.clients.resident.list_my_devices({}));
    }
    assert.ok(turn >= 2 * answers.length);
    places.edited = JSON.stringify(
      await village.clients.resident.edit_device_connection({ connection: made.data.id, secret }),
    );
    places.made = JSON.stringify([made, basic]);
    places.log = service.log.join('');
    places.metrics = await (await fetch(`${service.url}/metrics`)).text();
    for (const table of ['device_connection', 'job', 'notification', 'idempotency_reply'])
      places[table] = JSON.stringify(await service.db`select t::text as line from ${service.db(table)} t`);

    const backup = await collectBackup(service.pool, service.app.services.media.store);
    const rows: string[] = [];
    await readBackup(await openBytes(backup)(), undefined, {
      rows: async (_table, batch) => void rows.push(...batch),
    });
    places.backup = rows.join('\n');
    const [row] = await service.db<{ secret: Buffer }[]>`
      select secret from device_connection where id = ${made.data.id}`;
    assert.ok(
      places.backup.includes(row?.secret.toString('hex') as string),
      'the sealed envelope is in the backup, so the place was looked at',
    );
    assert.ok(places.log.length > 0);
    for (const [name, place] of Object.entries(places)) assert.ok(!isIn(place), name);
  });
});
