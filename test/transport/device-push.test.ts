import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { claimDueConnections } from '../../src/store/devices/device-polls.ts';
import { maxReadingsPerDay } from '../../src/store/devices/sensors.ts';
import { assertRefused } from '../harness/refusals.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../harness/village.ts';
import { addHouseholdMember } from '../operations/device/device-fixtures.ts';
import { pickHostileJson, toJsonText } from '../security/hostile-values.ts';
import { createRandom } from '../security/seeded-random.ts';

const mapping = {
  device: { name: 'Бак' },
  time_path: '$.at',
  sensors: [
    { key: 'level', path: '$.tank.level', unit: 'm', device_class: 'distance' },
    { key: 'pump', path: '$.pump', value_type: 'boolean' },
    { key: 'word', path: '$.word', value_type: 'text' },
  ],
};

describe('a device that pushes readings', () => {
  let service: TestService;
  let village: Village;

  const connect = async (who: Persona = 'resident', settings: Record<string, unknown> = mapping) => {
    const parcel = who === 'neighbour' ? village.plots.neighbour : village.plots.resident;
    const wish = { parcel, provider: 'push', name: 'Бак', settings } as const;
    const { data, push } = await village.clients[who].connect_device(wish);
    return { id: data.id, token: push?.token as string, url: push?.url as string, data };
  };
  const send = (
    token: string | undefined,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) =>
    fetch(`${service.url}/devices/push`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body,
    });
  const say = (token: string | undefined, value: unknown) => send(token, JSON.stringify(value));
  /** A second later for the service, without waiting. */
  const later = (ms = 1000) => {
    service.clock.offset += ms;
  };
  const show = async (id: string, who: Persona = 'resident') =>
    (await village.clients[who].list_my_devices({})).data.find((one) => one.id === id);

  before(async () => {
    service = await startService({ LOG_LEVEL: 'trace' });
    village = await buildVillage(service);
    await addHouseholdMember(service, village);
  });

  it('gets a URL and a token that is shown once and stored only as a hash', async () => {
    const { id, token, url, data } = await connect();
    assert.match(token, /^stl_dp_[\w-]{43}$/);
    assert.equal(url, `${service.url}/devices/push`);
    assert.deepEqual([data.state, data.has_secret, data.polled_at], ['new', true, null]);
    assert.equal((await say(token, { tank: { level: 1 } })).status, 200);
    const tables = await service.db`
      select c::text as line from device_connection c union all select r::text from idempotency_reply r`;
    const places = [JSON.stringify(await show(id)), JSON.stringify(tables), service.log.join('')];
    for (const place of places) assert.ok(!place.includes(token.slice(8)));
    const asBearer = service.client(token);
    await assertRefused(asBearer.list_my_devices({}), 401);
    await assertRefused(asBearer.list_settlements({}), 401);
    await village.clients.resident.disconnect_device({ connection: id });
  });

  it('does not show the token again to a repeated request with the same key', async () => {
    const key = await service.token(village.accounts.resident);
    const request = () =>
      fetch(`${service.url}/api/v1/devices/connections`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': 'push-once',
        },
        body: JSON.stringify({
          parcel: village.plots.resident,
          provider: 'push',
          name: 'x',
          settings: mapping,
        }),
      });
    const reply = async () =>
      (await (await request()).json()) as {
        data: { id: string };
        push: { url: string; token: string | null };
      };
    const [first, second] = [await reply(), await reply()];
    assert.equal(second.data.id, first.data.id);
    assert.deepEqual([typeof first.push.token, second.push.token], ['string', null]);
    const kept = JSON.stringify(await service.db`select r::text as line from idempotency_reply r`);
    assert.ok(!kept.includes((first.push.token as string).slice(8)));
    await village.clients.resident.disconnect_device({ connection: first.data.id });
  });

  it('adds so many readings a day to the history of an account; beyond that only the latest value is kept', async () => {
    const full = await connect();
    const other = await connect();
    const stored = async (token: string, level: number) => {
      later();
      const reply = await say(token, { tank: { level } });
      return ((await reply.json()) as { data: { stored: number } }).data.stored;
    };
    await service.db`update device_connection set recorded = 0`;
    assert.equal(await stored(full.token, 1), 1);
    await service.db`update device_connection set recorded = ${maxReadingsPerDay - 1} where id = ${full.id}`;
    assert.equal(await stored(full.token, 2), 1);
    assert.equal(await stored(full.token, 3), 0);
    const sensor = (await show(full.id))?.devices[0]?.sensors.find(({ key }) => key === 'level');
    assert.equal(sensor?.number, 3);
    assert.equal(await stored(other.token, 1), 0, 'another connection of the same account');
    later(86_400_000);
    assert.equal(await stored(full.token, 4), 1, 'the next day');
    for (const { id } of [full, other]) await village.clients.resident.disconnect_device({ connection: id });
  });

  it('stores the mapped readings like those of a polled device', async () => {
    const { id, token } = await connect();
    const at = new Date(Date.now() + service.clock.offset - 60_000).toISOString();
    const reply = await say(token, { at, tank: { level: 1.25 }, pump: 'on', word: 'тихо', other: [1] });
    assert.deepEqual([reply.status, await reply.json()], [200, { data: { stored: 3, left_out: 0 } }]);
    const shown = await show(id);
    assert.deepEqual([shown?.state, shown?.devices[0]?.operator], ['ok', 'push']);
    const sensors = shown?.devices[0]?.sensors ?? [];
    assert.deepEqual(
      sensors.map(({ key, number, text, measured_at }) => [key, number, text, measured_at]),
      [
        ['level', 1.25, null, `${at.slice(0, 19)}+00:00`],
        ['pump', 1, null, `${at.slice(0, 19)}+00:00`],
        ['word', null, 'тихо', `${at.slice(0, 19)}+00:00`],
      ],
    );
    later();
    assert.deepEqual(await (await say(token, { at, tank: { level: 1.25 } })).json(), {
      data: { stored: 0, left_out: 0 },
    });
    const to = new Date(Date.now() + service.clock.offset + 1000).toISOString();
    const history = await village.clients.resident.list_sensor_readings({
      sensor: sensors[0]?.id as string,
      to,
    });
    assert.equal(history.data.readings.length, 1, 'the same moment twice is one reading');
    await village.clients.resident.disconnect_device({ connection: id });
  });

  it('may push once a second, also in parallel', async () => {
    const [one, other] = [await connect(), await connect()];
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => say(one.token, { tank: { level: n } })),
    );
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 429, 429, 429, 429, 429, 429, 429]);
    assert.equal(replies.find(({ status }) => status === 429)?.headers.get('retry-after'), '1');
    assert.equal((await say(other.token, { tank: { level: 1 } })).status, 200, 'each by its own token');
    later();
    assert.equal((await say(one.token, { tank: { level: 3 } })).status, 200);
    later();
    // Of two concurrent requests, the one that read the clock later may be written first.
    await service.db`update device_connection set polled_at = ${new Date(Date.now() + service.clock.offset + 500)} where id = ${one.id}`;
    assert.equal((await say(one.token, { tank: { level: 4 } })).status, 429, 'half a second ahead');
    later(-3_600_000);
    assert.equal((await say(one.token, { tank: { level: 3 } })).status, 200, 'a clock that went back');
    later(3_600_000);
    for (const { id } of [one, other]) await village.clients.resident.disconnect_device({ connection: id });
  });

  it('gets errors for invalid data, which its owner sees too', async () => {
    const { id, token } = await connect();
    for (const [body, pattern] of [
      ['{"tank":', /not JSON/],
      ['{"tank":{}}', /None of the described values/],
      [`${'['.repeat(40)}${']'.repeat(40)}`, /nested too deeply/],
      [new Uint8Array([0x22, 0xff, 0xfe, 0x22]), /not JSON/],
    ] as const) {
      later();
      const reply = await send(token, body);
      assert.equal(reply.status, 422);
      const said = (await reply.json()) as { errors: { body: string[] } };
      assert.match(said.errors.body[0] ?? '', pattern);
      const shown = await show(id);
      assert.equal(shown?.state, 'failing');
      assert.match(shown?.last_error ?? '', pattern);
    }
    later();
    assert.equal((await send(token, '')).status, 422);
    assert.equal((await send(token, '{}', { 'content-encoding': 'gzip' })).status, 415);
    assert.equal((await send(token, JSON.stringify({ x: 'x'.repeat(65 * 1024) }))).status, 413);
    const full = JSON.stringify({ tank: { level: 2 }, x: '' });
    const padded = full.replace('""', `"${'x'.repeat(64 * 1024 - full.length)}"`);
    assert.equal(Buffer.byteLength(padded), 64 * 1024);
    assert.equal((await send(token, padded, { 'content-type': 'text/plain' })).status, 200);
    const well = await show(id);
    assert.deepEqual([well?.state, well?.last_error, well?.failure_count], ['ok', null, 0]);
    await village.clients.resident.disconnect_device({ connection: id });
  });

  it('is authenticated only by its own token, until that is replaced or the connection ends', async () => {
    const { id, token } = await connect();
    const body = { tank: { level: 1 } };
    const edit = (change: Record<string, unknown>, who: Persona = 'resident') =>
      village.clients[who].edit_device_connection({ connection: id, ...change });
    for (const wrong of [undefined, '', 'stl_dp_', `stl_dp_${'x'.repeat(43)}`, `${token}x`, 'stl_pat_x'])
      assert.equal((await say(wrong, body)).status, 401);
    const personal = await service.token(village.accounts.resident);
    assert.equal((await say(personal, body)).status, 401);
    await assertRefused(edit({ secret: 'mine' }), 422, 'secret');
    await assertRefused(edit({ secret: null }, 'company'), 404);
    const next = (await edit({ secret: null })).push?.token as string;
    assert.notEqual(next, token);
    assert.equal((await say(token, body)).status, 401);
    assert.equal((await say(next, body)).status, 200);
    later();
    await edit({ is_paused: true });
    assert.equal((await say(next, body)).status, 403);
    const resumed = await edit({ is_paused: false });
    assert.deepEqual([resumed.data.state, resumed.push], ['new', undefined]);
    assert.equal((await say(next, body)).status, 200);
    const due = new Date(Date.now() + 400 * 86_400_000);
    const wanted = { now: due, lockedUntil: due, limit: 10, perAccount: 4, busyAccounts: [] };
    assert.deepEqual(await claimDueConnections(service.pool, wanted), [], 'nobody asks it');
    later();
    await village.clients.resident.disconnect_device({ connection: id });
    assert.equal((await say(next, body)).status, 401);
  });

  it('is refused when its owner has left the plot, also between the first check and the lock', async () => {
    const { id, token } = await connect('neighbour');
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.neighbour}`;
    assert.equal((await say(token, { tank: { level: 1 } })).status, 403);
    await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.neighbour}`;
    const [membership] = await service.db<{ id: string }[]>`
      select id from membership where account_id = ${village.accounts.neighbour} and state = 'confirmed'`;
    await Promise.all([
      say(token, { tank: { level: 1 } }),
      village.clients.editor.remove_resident({
        settlement: village.settlement.id,
        resident: membership?.id as string,
        reason: 'Sold.',
      }),
    ]);
    later();
    assert.equal((await say(token, { tank: { level: 1 } })).status, 401);
    assert.equal((await show(id, 'neighbour'))?.state, 'revoked');
  });

  it('can be tested without being connected', async () => {
    const wish = { parcel: village.plots.resident, provider: 'push', name: 'x', settings: mapping } as const;
    const { data, trial, push } = await village.clients.resident.connect_device({ ...wish, dry_run: true });
    assert.deepEqual([data.id, trial?.is_ok, push], ['0', true, undefined]);
    await assertRefused(village.clients.resident.connect_device({ ...wish, secret: 'mine' }), 422, 'secret');
    const open = { ...mapping, url: 'https://x.example' };
    await assertRefused(
      village.clients.resident.connect_device({ ...wish, settings: open }),
      422,
      'settings.url',
    );
  });

  it('causes no server error, whatever it sends', async () => {
    const { id, token } = await connect();
    const random = createRandom(4711);
    for (let round = 0; round < 150; round += 1) {
      later();
      const value = () => pickHostileJson(random);
      const body = random.chance(0.2)
        ? toJsonText(value())
        : toJsonText({ at: value(), tank: { level: value() }, pump: value(), word: value() });
      const cut = random.chance(0.2) ? body.slice(0, random.below(body.length + 1)) : body;
      const reply = await send(token, cut);
      assert.ok([200, 413, 422].includes(reply.status), `${reply.status} for ${cut.slice(0, 200)}`);
    }
    later();
    assert.equal((await say(token, { tank: { level: 1 } })).status, 200);
    assert.ok(!service.log.some((line) => line.includes('incident')));
    await village.clients.resident.disconnect_device({ connection: id });
  });

  it('is rate limited when it guesses tokens', async () => {
    const strict = await startService({ RATE_LIMITS: 'api_public=3' });
    const guess = () => fetch(`${strict.url}/devices/push`, { method: 'POST', body: '{}' });
    for (let turn = 0; turn < 3; turn += 1) assert.equal((await guess()).status, 401);
    const reply = await guess();
    assert.equal(reply.status, 429);
    assert.ok(Number(reply.headers.get('retry-after')) >= 1);
  });
});
