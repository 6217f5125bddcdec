/**
 * Cost of a boundary, on copies of a GeoJSON village side by side, through the kernel, on a fresh
 * embedded database: CPU of the whole process (worker thread included) for previewing and for applying a shape; memory
 * added by shaping; and the latency of other requests while boundaries are shaped continuously.
 *   node --import tsx bench/apply-boundary.ts FOLDER [parcels, 10000]
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createCursors } from '../src/domain/kernel/cursor.ts';
import type { BoundaryPreview } from '../src/domain/kernel/ports.ts';
import { createKernel, type KernelDependencies } from '../src/domain/kernel/run.ts';
import { createSnowflakes } from '../src/domain/kernel/snowflake.ts';
import { createGeometry } from '../src/engines/geometry/engine.ts';
import { encodeOutline } from '../src/engines/geometry/rings/packed-shapes.ts';
import { set_settlement_boundary } from '../src/features/operations/settlement/set_settlement_boundary.ts';
import { shape_settlement_boundary } from '../src/features/operations/settlement/shape_settlement_boundary.ts';
import { show_settlement } from '../src/features/operations/settlement/show_settlement.ts';
import { insertAccount, setPlatformRole } from '../src/store/accounts/accounts.ts';
import { saveBoundaryPreview } from '../src/store/land/boundary-previews.ts';
import { insertParcels } from '../src/store/land/parcels.ts';
import { insertPlace } from '../src/store/land/places.ts';
import { insertSettlement } from '../src/store/land/settlements.ts';
import { createDatabase } from '../test/harness/cluster.ts';
import { boxOfAll, importParcels, readFeatures, tileVillage } from './geometry/village.ts';

const [folder = '.', count = '10000'] = process.argv.slice(2);
const file = readdirSync(folder).find((name) => name.endsWith('parcels.geojson'));
if (file === undefined) throw new Error(`There is no *parcels.geojson in ${folder}.`);

const database = await createDatabase();
const db = database.pool;
const geometry = createGeometry();
const snowflakes = createSnowflakes(() => 1, Date.now);
const newId = () => snowflakes.next();
const now = () => new Date();
const kernel = createKernel({
  pool: db,
  readPool: () => db,
  services: {
    geometry,
    boundaryPreviews: { save: (preview: BoundaryPreview) => saveBoundaryPreview(db, preview) },
  },
  cursors: createCursors(Buffer.alloc(32)),
  now,
  newId,
} as unknown as KernelDependencies);

try {
  const village = tileVillage(await importParcels(geometry, readFeatures(join(folder, file))), Number(count));
  const [account, place, settlement] = [newId(), newId(), newId()];
  const email = 'bench@example.org';
  const person = {
    id: account,
    email,
    displayName: 'x',
    passwordHash: null,
    emailConfirmedAt: now(),
    createdAt: now(),
  };
  await insertAccount(db, { ...person, language: 'en' });
  await setPlatformRole(db, account, 'moderator');
  await insertPlace(db, { id: place, parentId: null, kind: 'country', name: 'x' });
  const entry = {
    id: settlement,
    slug: 'bench',
    name: 'x',
    kind: 'village',
    status: 'planned',
    placeId: place,
    address: '',
  };
  await insertSettlement(db, { ...entry, timeZone: 'Europe/Moscow', createdAt: now() });
  const parcels: string[] = [];
  for (let at = 0; at < village.length; at += 1000) {
    const rows = village.slice(at, at + 1000).map(({ id, geometry: outline, centre }) => ({
      id: newId(),
      settlementId: null,
      number: id,
      cadastralNumber: `${at}-${id}`,
      address: '',
      areaM2: null,
      geometry: outline,
      center: centre,
    }));
    await insertParcels(db, rows, now());
    parcels.push(...rows.map((row) => row.id));
  }
  await db`analyze parcel`;

  const [west, south, east, north] = boxOfAll(village);
  const corner = (longitude: number, latitude: number) => ({ longitude, latitude });
  const ring = [corner(west, south), corner(east, south), corner(east, north), corner(west, north)];
  const caller = {
    accountId: account,
    isModerator: true,
    scopes: new Set(['mcp:read', 'mcp:write'] as const),
    via: 'session' as const,
  };
  const call = {
    surface: 'api',
    bearer: undefined,
    origin: '',
    address: '',
    language: 'en',
    signal: new AbortController().signal,
  } as const;
  const perform = (operation: unknown, input: Record<string, unknown>) =>
    kernel.perform(operation as never, input, call, caller) as Promise<{
      data: { ring: unknown[]; linked?: number };
    }>;
  // Every drawing excludes another plot, so that the outline cache is missed.
  let drawings = 0;
  const draw = () => ({ settlement, ring, snap: true, exclude: [parcels[++drawings]] });

  async function measure(turn: number, name: string, operation: unknown, input: Record<string, unknown>) {
    const [cpu, start] = [process.cpuUsage(), performance.now()];
    const { data } = await perform(operation, input);
    const { user, system } = process.cpuUsage(cpu);
    const spent = Math.round((user + system) / 1000);
    const took = `${spent} ms CPU, ${Math.round(performance.now() - start)} ms`;
    console.log(
      `${turn} ${name.padEnd(34)} ${took}, ${data.ring.length} points, ${data.linked ?? '-'} linked`,
    );
    return spent;
  }

  // In the packed format of the service; GeoJSON objects would add garbage collection to the measurement.
  const land = village.splice(0).map(({ id, geometry: shape, centre }) => {
    const words = encodeOutline(shape).swap64();
    return { id, centre, geometry: new Float64Array(words.buffer, words.byteOffset, words.length / 8) };
  });
  const before = process.memoryUsage().rss;
  let most = before;
  const memory = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const drawn = ring.map(({ longitude, latitude }): [number, number] => [longitude, latitude]);
  for (let turn = 1; turn <= 6; turn += 1) {
    const engine = process.cpuUsage();
    const exclude = [String(land.length - turn)];
    await geometry.shapeBoundary({ ring: drawn, snap: true, exclude, candidates: land });
    const alone = process.cpuUsage(engine);
    console.log(
      `${turn} ${'the engine alone'.padEnd(34)} ${Math.round((alone.user + alone.system) / 1000)} ms CPU`,
    );
    const drawing = draw();
    const shaped = await measure(turn, 'shape, a new drawing', shape_settlement_boundary, drawing);
    const applied = await measure(turn, 'apply the drawing just shaped', set_settlement_boundary, drawing);
    await db`update parcel set settlement_id = null`;
    await measure(turn, 'apply a drawing never shaped', set_settlement_boundary, draw());
    console.log(`${turn} ${'shape and then apply'.padEnd(34)} ${shaped + applied} ms CPU`);
    await db`update parcel set settlement_id = null`;
  }
  clearInterval(memory);
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  console.log(
    `memory: ${megabytes(before)} MB before the first shaping, ${megabytes(most)} MB at most, ${megabytes(most - before)} MB more`,
  );

  /** Sends small requests in sequence; reports their latency and the event loop delay. */
  async function wait(milliseconds: number): Promise<string> {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const took: number[] = [];
    for (const end = performance.now() + milliseconds; performance.now() < end; ) {
      const start = performance.now();
      await perform(show_settlement, { settlement: 'empty' });
      took.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    delay.disable();
    took.sort((a, b) => a - b);
    const at = (share: number) =>
      took[Math.min(took.length - 1, Math.floor(share * took.length))]?.toFixed(1);
    const loop = `event loop p99 ${(delay.percentile(99) / 1e6).toFixed(1)}, longest ${(delay.max / 1e6).toFixed(1)} ms`;
    return `${took.length} requests, p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms; ${loop}`;
  }
  await insertSettlement(db, {
    ...entry,
    id: newId(),
    slug: 'empty',
    timeZone: 'Europe/Moscow',
    createdAt: now(),
  });
  await wait(1000);
  console.log(`idle:          ${await wait(5000)}`);
  let shaping = true;
  const busy = (async () => {
    while (shaping) await perform(shape_settlement_boundary, draw());
  })();
  console.log(`while shaping: ${await wait(8000)}`);
  shaping = false;
  await busy;
} finally {
  await geometry.close();
  await database.drop();
}
