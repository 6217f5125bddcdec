import { createHash } from 'node:crypto';
import type { Db } from '../db/connect.ts';
import type { Box, Position, Shape, WirePoint } from '../geometry/types.ts';

/** A parcel of the cadastre as shaping sees it. */
export interface LandRow {
  id: string;
  settlementId: string | null;
  /** The transaction that wrote the row: another one as soon as anything about the parcel has changed. */
  version: string;
  geometry: Shape | null;
  centre: Position | null;
}

type Plain = Omit<LandRow, 'centre'> & { longitude: number | null; latitude: number | null };

const columns = (db: Db) => db`
  p.id, p.settlement_id as "settlementId", p.xmin::text as version, p.center[0] as longitude, p.center[1] as latitude`;

const inBox = (db: Db, [west, south, east, north]: Box) =>
  db`p.center <@ box(point(${west}, ${south}), point(${east}, ${north}))`;

/** Written out field by field: it runs over tens of thousands of rows. */
function readLand({ id, settlementId, version, geometry, longitude, latitude }: Plain): LandRow {
  const centre: Position | null = longitude === null || latitude === null ? null : [longitude, latitude];
  return { id, settlementId, version, geometry, centre };
}

/** Every parcel whose centre lies in the box, whoever it belongs to, less those whose centre lies in `known`. */
export async function listLandInBox(
  db: Db,
  box: Box,
  limit: number,
  known: Box | null = null,
): Promise<LandRow[]> {
  const rows = await db<Plain[]>`
    select ${columns(db)}, p.geometry from parcel p
     where ${inBox(db, box)} ${known === null ? db`` : db`and not ${inBox(db, known)}`}
     limit ${limit}`;
  return rows.map(readLand);
}

export async function listLandById(db: Db, ids: readonly string[]): Promise<LandRow[]> {
  if (ids.length === 0) return [];
  const rows = await db<
    Plain[]
  >`select ${columns(db)}, p.geometry from parcel p where p.id = any(${[...ids]}::bigint[])`;
  return rows.map(readLand);
}

/** The settlement's own parcels without their outlines: enough to know which to let go and where it lies. */
export async function listOwnLand(db: Db, settlementId: string): Promise<LandRow[]> {
  const rows = await db<
    Plain[]
  >`select ${columns(db)}, null as geometry from parcel p where p.settlement_id = ${settlementId}`;
  return rows.map(readLand);
}

/**
 * Tells whether land is still as it was when it was read: the same parcels, none of them touched. Of rows given twice
 * the last one counts.
 */
export function markLand(rows: Iterable<LandRow>): string {
  const versions = new Map<string, string>();
  for (const { id, version } of rows) versions.set(id, version);
  const ids = [...versions.keys()].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  let lines = '';
  for (const id of ids) lines += `${id}:${versions.get(id)},`;
  return createHash('md5').update(lines).digest('hex');
}

/** The mark of the same land as it stands now, made where the land is. */
export async function findLandMark(
  db: Db,
  settlementId: string,
  box: Box | null,
  listed: readonly string[],
): Promise<string> {
  const row = db`p.id, p.xmin::text as version`;
  const [mark] = await db<{ mark: string }[]>`
    select md5(coalesce(string_agg(id || ':' || version || ',', '' order by id), '')) as mark
      from (select ${row} from parcel p where p.settlement_id = ${settlementId}
            union select ${row} from parcel p where p.id = any(${[...listed]}::bigint[])
            ${box === null ? db`` : db`union select ${row} from parcel p where ${inBox(db, box)}`}) land`;
  return mark?.mark ?? '';
}

/** One boundary of a settlement at a time. Writing about the settlement goes on meanwhile. */
export async function lockSettlement(db: Db, settlementId: string): Promise<void> {
  await db`select 1 from settlement where id = ${settlementId} for no key update`;
}

/**
 * Against another settlement that wants the same land, and against new references: whatever is just being written
 * about these parcels is waited for.
 */
export async function lockParcels(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db`select 1 from parcel where id = any(${[...ids]}::bigint[]) order by id for update`;
}

/** Of these parcels, the ones that anything refers to. */
export async function listReferred(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db<{ id: string }[]>`
    select p.id from parcel p
     where p.id = any(${[...ids]}::bigint[])
       and (p.listing is not null
         or exists (select 1 from membership m where m.parcel_id = p.id and m.state <> 'ended')
         or exists (select 1 from media m where m.parcel_id = p.id)
         or exists (select 1 from task t where t.parcel_id = p.id)
         or exists (select 1 from article a where a.parcel_id = p.id)
         or exists (select 1 from article_mention a where a.type = 'parcel' and a.subject_id = p.id)
         or exists (select 1 from parcel_object o where o.parcel_id = p.id)
         or exists (select 1 from device_connection d where d.parcel_id = p.id)
         or exists (select 1 from tagging g where g.subject_type = 'parcel' and g.subject_id = p.id))
     order by p.id`;
  return rows.map(({ id }) => id);
}

export interface AppliedBoundary {
  id: string;
  settlementId: string;
  ring: readonly WirePoint[];
  parcels: readonly string[];
  exclude: readonly string[];
  snap: boolean;
  source: string;
  linked: readonly string[];
  unlinked: readonly string[];
  kept: readonly string[];
  appliedBy: string | null;
  appliedAt: Date;
}

/** Moves the parcels, writes what they were, keeps the boundary as history and makes it the standing one. */
export async function applyBoundary(db: Db, boundary: AppliedBoundary, newId: () => string): Promise<void> {
  const { id, settlementId, linked, unlinked, appliedAt } = boundary;
  await db`
    insert into settlement_boundary (id, settlement_id, ring, parcels, exclude, snap, source, linked, unlinked, kept, applied_by, applied_at)
    values (${id}, ${settlementId}, ${db.json(boundary.ring as never)}, ${[...boundary.parcels]}::bigint[], ${[...boundary.exclude]}::bigint[],
            ${boundary.snap}, ${boundary.source}, ${[...linked]}::bigint[], ${[...unlinked]}::bigint[], ${[...boundary.kept]}::bigint[],
            ${boundary.appliedBy}, ${appliedAt})`;
  await db`update settlement set boundary_id = ${id} where id = ${settlementId}`;
  const moved = [...linked, ...unlinked];
  if (moved.length === 0) return;
  await db`
    insert into parcel_change (id, parcel_id, before, source, changed_at)
    select c.id, p.id, jsonb_build_object('settlement_id', p.settlement_id::text), ${`boundary ${id}`}, ${appliedAt}
      from unnest(${moved.map(newId)}::bigint[], ${moved}::bigint[]) c (id, parcel_id) join parcel p on p.id = c.parcel_id`;
  await db`
    update parcel set settlement_id = case when id = any(${[...linked]}::bigint[]) then ${settlementId}::bigint end, updated_at = ${appliedAt}
     where id = any(${moved}::bigint[])`;
}
