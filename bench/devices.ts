/**
 * Devices: ingest rate of readings, list_my_devices with 200 sensors compared with a bare server, a year of readings,
 * and ten thousand connections polled every minute for DEVICE_SECONDS (60 by default).
 * DEVICE_PARTS=steady DEVICE_SECONDS=3600 DEVICE_RATE=5000 npm run bench -- devices: only readings at a steady rate.
 */
import { maintainReadings } from '../src/background/jobs/device-maintenance.ts';
import { createPersonalToken } from '../src/features/oauth/personal-tokens.ts';
import { type BenchService, compare, median, startReference } from './bench-harness.ts';
import { measureIngest } from './device-ingest.ts';
import { measurePolling } from './device-polling.ts';
import { connectionsFor, measureSteadyIngest, sensorsEach } from './device-steady.ts';

const day = 86_400_000;
const pollers = 10_000;
const owner = '7000001';

/** DEVICE_PARTS=ingest,year measures only those. */
const wants = (part: string) =>
  (process.env.DEVICE_PARTS ?? 'list,year,ingest,polling').split(',').includes(part);

export async function measureDevices(service: BenchService): Promise<void> {
  // The measured process must not poll the devices, too: its recurring jobs are set far into the future.
  await service.sql`
    insert into job_turn (queue, turn) values ('device_polls', 9000000000000), ('reading_counts', 9000000000000)
    on conflict (queue) do update set turn = excluded.turn`;
  await seedAccounts(service);
  await maintainReadings(service.sql, new Date(), 400);
  await seedConnections(service, { first: 8_000_000, connections: 4, sensors: 50, accounts: 1 });
  if (process.env.DEVICE_PARTS === 'steady') {
    const rate = Number(process.env.DEVICE_RATE ?? 5000);
    const first = 8_100_000;
    await seedConnections(service, {
      first,
      connections: connectionsFor(rate),
      sensors: sensorsEach,
      accounts: 200,
    });
    await measureSteadyIngest(service, first, { rate, seconds: Number(process.env.DEVICE_SECONDS ?? 60) });
    return;
  }
  if (wants('list')) await measureList(service);
  if (wants('year')) await measureYear(service);
  await seedConnections(service, { first: 8_100_000, connections: 20, sensors: 500, accounts: 20 });
  if (wants('ingest')) await measureIngest(service, 8_100_000);
  if (!wants('polling')) return;
  const seconds = Number(process.env.DEVICE_SECONDS ?? 60);
  await measurePolling(service, { count: pollers, seconds }, (url) =>
    seedConnections(service, {
      first: 9_000_000,
      connections: pollers,
      sensors: 1,
      accounts: pollers / 5,
      url,
    }),
  );
}

/** Accounts with a plot each; the first is the one measured. */
async function seedAccounts({ sql }: BenchService): Promise<void> {
  const now = new Date();
  const count = pollers / 5;
  await sql`
    insert into account (id, email, email_key, display_name, created_at)
    select 7000000 + n, n || '@devices.example', n || '@devices.example', 'Житель ' || n, ${now} from generate_series(1, ${count}) n`;
  await sql`
    insert into parcel (id, number, number_key, created_at, updated_at)
    select 7000000 + n, n::text, n::text, ${now}, ${now} from generate_series(1, ${count}) n`;
  await sql`
    insert into membership (id, account_id, parcel_id, role, state, is_primary, created_at, decided_at)
    select 7000000 + n, 7000000 + n, 7000000 + n, 'owner', 'confirmed', true, ${now}, ${now} from generate_series(1, ${count}) n`;
}

/** Connections from `first` on with one device each, polled only with `url`. */
async function seedConnections(
  { sql }: BenchService,
  wanted: { first: number; connections: number; sensors: number; accounts: number; url?: string },
): Promise<void> {
  const now = new Date();
  const settings = {
    url: wanted.url ?? 'https://device.invalid/',
    device: { name: 'Дом' },
    sensors: [{ key: 's1', path: '$.t', unit: '°C' }],
  };
  await sql`
    insert into device_connection (id, account_id, parcel_id, name, provider, settings, state, next_poll_at, created_at)
    select ${wanted.first} + n, ${owner}::bigint + n % ${wanted.accounts}, ${owner}::bigint + n % ${wanted.accounts}, 'Дом', 'json_http',
           ${sql.json(settings)}, 'ok',
           case when ${wanted.url !== undefined} then ${now}::timestamptz + random() * interval '1 minute' else ${new Date(now.getTime() + 3650 * day)} end, ${now}
      from generate_series(1, ${wanted.connections}) n`;
  await sql`
    insert into device (id, connection_id, key, name, created_at)
    select ${wanted.first} + n, ${wanted.first} + n, 'device', 'Дом', ${now} from generate_series(1, ${wanted.connections}) n`;
  await sql`
    insert into sensor (id, device_id, key, raw_key, kind, value_type, aggregation, unit, number, measured_at, reported_at, created_at)
    select (${wanted.first} + n) * 1000::bigint + s, ${wanted.first} + n, 's' || s, 's' || s, 'temperature', 'number', 'mean', '°C',
           20, ${new Date(now.getTime() - 60_000)}, ${new Date(now.getTime() - 60_000)}, ${now}
      from generate_series(1, ${wanted.connections}) n, generate_series(1, ${wanted.sensors}) s`;
  await sql`analyze device_connection, device, sensor`;
}

async function measureList(service: BenchService): Promise<void> {
  const wanted = { accountId: owner, name: 'bench', scopes: ['mcp:read'] as const, days: 1 };
  const { token } = await createPersonalToken(service.sql, wanted, service.newId(), new Date());
  const headers = { authorization: `Bearer ${token}` };
  const reference = await startReference(new URL('./references/devices.ts', import.meta.url), service);
  try {
    await compare('list_my_devices, 200 sensors of 4 connections', [
      { label: 'bare node:http + same SQL', url: `${reference.url}/`, pid: reference.pid, headers },
      { label: 'service', url: `${service.url}/api/v1/devices/mine`, pid: service.pid, headers },
    ]);
  } finally {
    await reference.stop();
  }
}

/** One sensor, a reading every five minutes for a year: by day, and by hour as far as a chart allows. */
async function measureYear(service: BenchService): Promise<void> {
  const { sql } = service;
  const sensor = String(8_000_001 * 1000 + 1);
  await sql`
    insert into reading (sensor_id, measured_at, number)
    select ${sensor}, t, random() * 30 from generate_series(now() - interval '365 days', now(), interval '5 minutes') t`;
  await sql`
    insert into reading_rollup (sensor_id, step, starts_at, n, mean, low, high, total, last_number, last_at)
    select sensor_id, u.step, date_trunc(u.step, measured_at, 'UTC'), count(*), avg(number), min(number), max(number), sum(number),
           max(number), max(measured_at)
      from reading cross join (values ('hour'), ('day')) u (step) where sensor_id = ${sensor} group by 1, 2, 3`;
  await sql`analyze reading, reading_rollup`;
  const scopes = ['mcp:read', 'mcp:private'] as const;
  const wanted = { accountId: owner, name: 'bench', scopes, days: 1 };
  const { token } = await createPersonalToken(sql, wanted, service.newId(), new Date());
  const from = new Date(Date.now() - 365 * day).toISOString();
  for (const step of ['auto', 'hour']) {
    const times: number[] = [];
    let points = 0;
    for (let round = 0; round < 60; round += 1) {
      const begun = performance.now();
      const reply = await fetch(
        `${service.url}/api/v1/devices/sensors/${sensor}/readings?from=${from}&step=${step}`,
        {
          headers: { authorization: `Bearer ${token}` },
        },
      );
      const body = (await reply.json()) as { data: { readings: unknown[] } };
      points = body.data.readings.length;
      times.push(performance.now() - begun);
    }
    const p95 = times.slice(10).sort((a, b) => a - b)[47] ?? 0;
    console.log(
      `list_sensor_readings, a year at 5 minutes, step=${step}: ${points} points, median ${median(times.slice(10)).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    );
  }
}
