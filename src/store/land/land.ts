import { createHash } from 'node:crypto';
import type { Db } from '../../base/db/connect.ts';
import { encodeOutline } from '../../engines/geometry/rings/packed-shapes.ts';
import type { Box, Outline, Position, Shape } from '../../engines/geometry/types.ts';

/** A parcel as the boundary computation needs it. */
export interface LandRow {
  id: string;
  settlementId: string | null;
  outline: Outline | null;
  centre: Position | null;
}

/** Parcels ordered by id, and a digest that changes when any of them is updated. */
export interface LandSnapshot {
  rows: LandRow[];
  digest: string;
}

/** Thousands of parcels in one row of concatenated bytes: a tenth of the cost of separate rows. */
interface Block {
  ids: string;
  owners: string;
  versions: string;
  land: Buffer;
}

/** Small enough that decoding a block does not stall the event loop. */
const blockSize = 2000;

/** Parcels whose centre lies in the box, of any settlement, except those whose centre lies in `known`. */
export async function listLandInBox(
  db: Db,
  box: Box,
  limit: number,
  known: Box | null = null,
): Promise<LandSnapshot> {
  const [west, south, east, north] = box;
  const [kw, ks, ke, kn] = known ?? [1, 1, 0, 0];
  return readLand(
    db,
    withOutline(db),
    db`center <@ box(point(${west}, ${south}), point(${east}, ${north}))
       and (${known === null} or not center <@ box(point(${kw}, ${ks}), point(${ke}, ${kn})))
       order by id limit ${limit}`,
  );
}

export async function listLandById(db: Db, ids: readonly string[]): Promise<LandSnapshot> {
  if (ids.length === 0) return { rows: [], digest: digestOf([]) };
  return readLand(db, withOutline(db), db`id = any(${[...ids]}::bigint[])`);
}

export async function listKnownParcels(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db<{ id: string }[]>`select id from parcel where id = any(${[...ids]}::bigint[])`;
  return new Set(rows.map(({ id }) => id));
}

/** The settlement's parcels without outlines: ids and centres only. */
export async function listOwnLand(db: Db, settlementId: string): Promise<LandSnapshot> {
  const centreAlone: ReturnType<Db> = db`coalesce(float8send(0) || float8send(center[0]) || float8send(center[1]), float8send(-1))`;
  return readLand(db, centreAlone, db`settlement_id = ${settlementId}`);
}

/** The `outline` column as a bytea literal; every statement that writes `geometry` must write it. */
export function outlineText(geometry: Shape | null): string | null {
  return geometry && `\\x${encodeOutline(geometry).toString('hex')}`;
}

function withOutline(db: Db): ReturnType<Db> {
  return db`coalesce(float8send(octet_length(outline)) || float8send(center[0]) || float8send(center[1]) || outline,
                     float8send(-1))`;
}

async function readLand(db: Db, land: ReturnType<Db>, which: ReturnType<Db>): Promise<LandSnapshot> {
  const blocks = await db<Block[]>`
    select string_agg(id::text, ',' order by id) as ids, string_agg(coalesce(owner::text, ''), ',' order by id) as owners,
           string_agg(id || ':' || version || ',', '' order by id) as versions, string_agg(land, ''::bytea order by id) as land
      from (select id, settlement_id as owner, xmin as version, (row_number() over (order by id) - 1) / ${blockSize} as block,
                   ${land} as land
              from parcel where ${which}) l
     group by block order by block`;
  return readBlocks(blocks);
}

function readBlocks(blocks: readonly Block[]): LandSnapshot {
  const rows: LandRow[] = [];
  for (const { ids, owners, land } of blocks) {
    const words = readWords(land);
    const owner = owners.split(',');
    let at = 0;
    for (const [i, id] of ids.split(',').entries()) {
      const settlementId = owner[i] || null;
      const size = words[at++] as number;
      if (size < 0) {
        rows.push({ id, settlementId, outline: null, centre: null });
        continue;
      }
      const centre: Position = [words[at] as number, words[at + 1] as number];
      at += 2;
      const outline = size === 0 ? null : words.subarray(at, at + size / 8);
      at += size / 8;
      rows.push({ id, settlementId, outline, centre });
    }
  }
  return { rows, digest: digestOf(blocks.map(({ versions }) => versions)) };
}

/** PostgreSQL sends big-endian. Copied, because the driver's buffer may not be aligned. */
function readWords(bytes: Buffer): Float64Array {
  const words = new Float64Array(bytes.length / 8);
  const target = Buffer.from(words.buffer);
  bytes.copy(target);
  target.swap64();
  return words;
}

function digestOf(versions: readonly string[]): string {
  const hash = createHash('md5');
  for (const text of versions) hash.update(text);
  return hash.digest('hex');
}

/** Digests of the four readings (own, listed, near, far), computed in the database. */
export async function findLandDigests(
  db: Db,
  {
    settlementId,
    listed,
    near,
    wide,
  }: { settlementId: string; listed: readonly string[]; near: Box; wide: Box },
): Promise<string> {
  const [row] = await db<{ own: string; listed: string; near: string; far: string }[]>`
    with land as materialized (
      select id, id || ':' || xmin || ',' as version, settlement_id = ${settlementId} as own,
             id = any(${[...listed]}::bigint[]) as listed,
             coalesce(center <@ box(point(${near[0]}, ${near[1]}), point(${near[2]}, ${near[3]})), false) as near,
             coalesce(center <@ box(point(${wide[0]}, ${wide[1]}), point(${wide[2]}, ${wide[3]})), false) as wide
        from parcel
       where settlement_id = ${settlementId} or id = any(${[...listed]}::bigint[])
          or center <@ box(point(${wide[0]}, ${wide[1]}), point(${wide[2]}, ${wide[3]}))
    )
    select md5(coalesce(string_agg(version, '' order by id) filter (where own), '')) as own,
           md5(coalesce(string_agg(version, '' order by id) filter (where listed), '')) as listed,
           md5(coalesce(string_agg(version, '' order by id) filter (where near), '')) as near,
           md5(coalesce(string_agg(version, '' order by id) filter (where wide and not near), '')) as far
      from land`;
  return row === undefined ? '' : [row.own, row.listed, row.near, row.far].join();
}
