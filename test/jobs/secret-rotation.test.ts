import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deviceMaintenanceWorker } from '../../src/background/jobs/device-maintenance.ts';
import { pollDueConnections } from '../../src/background/jobs/device-polling.ts';
import { createPollResultWriter } from '../../src/background/jobs/poll-result-writer.ts';
import { resealSecrets } from '../../src/background/jobs/secret-rotation.ts';
import { createSecretBox, Secret, type SecretBox } from '../../src/base/encryption/secret-box.ts';
import { createGuard } from '../../src/engines/outbound/guard.ts';
import { rotateSecrets } from '../../src/entry/commands/secret-commands.ts';
import { deriveKey } from '../../src/secret-key.ts';
import { type FakeHomeAssistant, startFakeHomeAssistant, token } from '../devices/fake-home-assistant.ts';
import { loopbackGuard } from '../devices/provider-harness.ts';
import { createJobContext, storingDependenciesOf } from '../harness/jobs.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

const [oldKey, newKey, lostKey] = ['old', 'new', 'lost'].map(
  (name) => `the ${name} key of an operator with 32 or more`,
) as [string, string, string];
const boxOf = (key: string, former: string[] = []): SecretBox => {
  const [own, ...others] = [key, ...former].map((one) => deriveKey(one, 'devices').toString('base64url'));
  return createSecretBox(own as string, others);
};

describe('rotation of the device secret key', () => {
  let service: TestService;
  let village: Village;
  let home: FakeHomeAssistant;

  before(async () => {
    service = await startService(
      { SECRET_KEY: newKey, SECRET_KEYS_FORMER: `${oldKey}, ${'x'.repeat(40)}` },
      { deviceGuard: loopbackGuard },
    );
    village = await buildVillage(service);
    home = await startFakeHomeAssistant({
      states: [
        { entity_id: 'switch.pump', state: 'on', attributes: {}, last_reported: new Date().toISOString() },
      ],
    });
  });
  after(() => home.close());

  /** A connection whose secret was sealed under another key. */
  const connect = async (key: string) => {
    const { data } = await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      name: 'House',
      provider: 'home_assistant',
      settings: { url: home.url },
      secret: token,
    });
    const envelope = boxOf(key).seal(new Secret(token), data.id);
    await service.db`update device_connection set secret = ${Buffer.from(envelope)} where id = ${data.id}`;
    return data.id;
  };
  const envelopeOf = async (id: string) => {
    const [row] = await service.db<
      { secret: Buffer }[]
    >`select secret from device_connection where id = ${id}`;
    return row?.secret.toString('utf8') ?? '';
  };
  const poll = () => {
    const now = () => new Date();
    const base = storingDependenciesOf(service, now);
    return pollDueConnections(
      {
        ...base,
        secrets: service.app.services.devices.secrets,
        guard: createGuard({ allowPrivate: false, allowLoopback: true }),
        signal: new AbortController().signal,
        storing: createPollResultWriter(base),
      },
      new Date(Date.now() + 1000),
    );
  };
  const stateOf = async (id: string) => {
    const found = (await village.clients.resident.list_my_devices({})).data.find((one) => one.id === id);
    return [found?.state, found?.last_error];
  };
  const quiet = { update() {}, end() {} };

  it('opens secrets of a former key, and re-encrypts them under the new one', async () => {
    const id = await connect(oldKey);
    await poll();
    assert.deepEqual(await stateOf(id), ['ok', null]);
    assert.throws(() => boxOf(newKey).open('', id));
    const before = await envelopeOf(id);
    assert.throws(() => boxOf(newKey).open(before, id));
    const { secrets } = service.app.services.devices;
    assert.deepEqual(await resealSecrets(service.pool, secrets), {
      resealed: 1,
      unreadable: [],
      unreadableCount: 0,
    });
    assert.equal(
      boxOf(newKey)
        .open(await envelopeOf(id), id)
        .reveal(),
      token,
    );
    assert.equal((await resealSecrets(service.pool, secrets)).resealed, 0, 'a second run changes nothing');
    await service.db`update device_connection set next_poll_at = now()`;
    await poll();
    assert.deepEqual(await stateOf(id), ['ok', null]);
    await village.clients.resident.disconnect_device({ connection: id });
  });

  it('reports unreadable secrets to owner and operator, and continues with the others', async () => {
    const lost = await connect(lostKey);
    const known = await connect(oldKey);
    await service.db`update device_connection set next_poll_at = now() where state <> 'revoked'`;
    await poll();
    assert.deepEqual((await stateOf(known))[0], 'ok');
    const [state, words] = await stateOf(lost);
    assert.equal(state, 'failing');
    assert.match(words ?? '', /can no longer be read. Enter it again/);
    const lines: string[] = [];
    const { secrets } = service.app.services.devices;
    const before = await envelopeOf(lost);
    assert.equal(await rotateSecrets(service.pool, secrets, quiet, (line) => void lines.push(line)), 1);
    assert.match(
      lines.join(),
      new RegExp(`1 can be opened with none of the keys.*SECRET_KEYS_FORMER.*${lost}`),
    );
    assert.equal(await envelopeOf(lost), before, 'an unreadable secret is not changed');
    assert.equal(
      boxOf(newKey)
        .open(await envelopeOf(known), known)
        .reveal(),
      token,
    );
    // With the lost key configured again.
    const rest = boxOf(newKey, [lostKey]);
    assert.equal(await rotateSecrets(service.pool, rest, quiet, (line) => void lines.push(line)), 0);
    assert.match(lines.at(-1) ?? '', /SECRET_KEYS_FORMER can be taken away/);
    assert.equal(
      boxOf(newKey)
        .open(await envelopeOf(lost), lost)
        .reveal(),
      token,
    );
    for (const connection of [lost, known]) await village.clients.resident.disconnect_device({ connection });
  });

  it('runs in resumable batches, also in the maintenance job, and keeps a secret entered meanwhile', async () => {
    const count = 450;
    const ids = Array.from({ length: count }, () => service.newId());
    const old = boxOf(oldKey);
    const envelopes = ids.map((id) => old.seal(new Secret(`${token}-${id}`), id));
    await service.db`
      insert into device_connection (id, account_id, parcel_id, name, provider, state, secret, next_poll_at, created_at)
      select v.id, ${village.accounts.resident}, ${village.plots.resident}, 'x', 'home_assistant', 'paused', convert_to(v.secret, 'UTF8'), now(), now()
        from unnest(${ids}::bigint[], ${envelopes}::text[]) v (id, secret)`;
    const { secrets } = service.app.services.devices;
    const meddled = ids[7] as string;
    const meddling: SecretBox = {
      ...secrets,
      reseal(envelope, id) {
        if (id === meddled)
          changed ??=
            service.db`update device_connection set secret = ${Buffer.from(secrets.seal(new Secret('newer'), id))} where id = ${id}`.finally();
        return secrets.reseal(envelope, id);
      },
    };
    let changed: Promise<unknown> | undefined;
    const seen: [number, number][] = [];
    // Stopped after the first batch, as on shutdown.
    const stop = new AbortController();
    const first = await resealSecrets(service.pool, meddling, {
      signal: stop.signal,
      onProgress: (done, all) => {
        seen.push([done, all]);
        stop.abort();
      },
    });
    await changed;
    assert.deepEqual([first.resealed, seen], [200, [[200, count]]]);
    const worker = deviceMaintenanceWorker({ keepDays: 400, secrets, resealSettings: async () => {} });
    await worker.handle({}, createJobContext(service));
    const alone = boxOf(newKey);
    for (const id of ids)
      assert.equal(
        alone.open(await envelopeOf(id), id).reveal(),
        id === meddled ? 'newer' : `${token}-${id}`,
      );
    await service.db`delete from device_connection where id = any(${ids}::bigint[])`;
  });
});
