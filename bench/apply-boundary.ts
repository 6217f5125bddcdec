/**
 * What a boundary costs the service: CPU of the whole process (worker included) for shaping and for shaping with
 * applying, on a village of a GeoJSON folder laid side by side, through the kernel, on a fresh embedded database.
 *   node --import tsx bench/apply-boundary.ts FOLDER [parcels, 10000]
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGeometry } from '../src/geometry/engine.ts';
import { createCursors } from '../src/kernel/cursor.ts';
import { createKernel, type KernelParts } from '../src/kernel/run.ts';
import { createSnowflakes } from '../src/kernel/snowflake.ts';
import { set_settlement_boundary } from '../src/operations/settlement/set_settlement_boundary.ts';
import { shape_settlement_boundary } from '../src/operations/settlement/shape_settlement_boundary.ts';
import { insertAccount, setPlatformRole } from '../src/store/accounts.ts';
import { insertParcels, insertPlace, insertSettlement } from '../src/store/register.ts';
import { createDatabase } from '../test/harness/cluster.ts';
import { boxOfAll, importParcels, readFeatures, tile } from './geometry/village.ts';

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
  readPool: db,
  services: { geometry },
  cursors: createCursors(Buffer.alloc(32)),
  now,
  newId,
} as unknown as KernelParts);

try {
  const village = tile(await importParcels(geometry, readFeatures(join(folder, file))), Number(count));
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
  const input = { settlement, ring, snap: true };
  const drawn = ring.map(({ longitude, latitude }): [number, number] => [longitude, latitude]);
  for (let turn = 1; turn <= 4; turn += 1) {
    const engine = process.cpuUsage();
    await geometry.shapeBoundary({ ring: drawn, snap: true, candidates: village });
    const alone = process.cpuUsage(engine);
    console.log(
      `${turn} ${'the engine alone'.padEnd(26)} ${Math.round((alone.user + alone.system) / 1000)} ms CPU`,
    );
    for (const operation of [shape_settlement_boundary, set_settlement_boundary]) {
      const [cpu, start] = [process.cpuUsage(), performance.now()];
      const reply = (await kernel.perform(operation as never, input, call, caller)) as {
        data: { ring: unknown[]; linked?: number };
      };
      const { user, system } = process.cpuUsage(cpu);
      const took = `${Math.round((user + system) / 1000)} ms CPU, ${Math.round(performance.now() - start)} ms`;
      console.log(
        `${turn} ${operation.name.padEnd(26)} ${took}, ${reply.data.ring.length} points, ${reply.data.linked ?? '-'} linked`,
      );
    }
    await db`update parcel set settlement_id = null`;
  }
} finally {
  await geometry.close();
  await database.drop();
}
