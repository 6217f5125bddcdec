import type { Db } from '../../base/db/connect.ts';
import type { PlotKind } from '../../domain/rules/plot-kinds.ts';
import { plotNumberKey } from '../../domain/rules/plot-numbers.ts';
import type { Extent } from '../../engines/geometry/extent.ts';
import type { Shape } from '../../engines/geometry/types.ts';
import { matchesIdOrSlug } from '../id-or-slug.ts';
import { outlineText } from './land.ts';

export interface OwnParcelRow {
  parcelId: string;
  plotNumber: string;
  settlementId: string;
  settlementSlug: string;
  settlementName: string;
  role: string;
  isPrimary: boolean;
  membershipId: string;
}

export interface ParcelRow {
  id: string;
  number: string;
  cadastralNumber: string | null;
  address: string;
  areaM2: number | null;
  listing: string | null;
  kind: PlotKind;
  longitude: number | null;
  latitude: number | null;
  /** Only from listParcelsAround. */
  belongsTo?: 'this' | 'other' | 'none';
  /** Only with `withGeometry`. */
  geometry?: Shape | null;
}

export type OwnParcelPosition = Pick<OwnParcelRow, 'isPrimary' | 'membershipId'>;

/** The primary one first. */
export async function listOwnParcels(
  db: Db,
  accountId: string,
  { settlement, after }: { settlement?: string | undefined; after?: OwnParcelPosition | undefined },
  limit: number,
): Promise<OwnParcelRow[]> {
  return db<OwnParcelRow[]>`
    select p.id as "parcelId", p.number as "plotNumber", s.id as "settlementId", s.slug as "settlementSlug", s.name as "settlementName",
           m.role, m.is_primary as "isPrimary", m.id as "membershipId"
      from membership m join parcel p on p.id = m.parcel_id join settlement s on s.id = p.settlement_id
     where m.account_id = ${accountId} and m.state = 'confirmed'
       ${settlement === undefined ? db`` : db`and ${matchesIdOrSlug(db, 's', settlement)}`}
       ${after === undefined ? db`` : db`and (not m.is_primary, m.id) > (${!after.isPrimary}, ${after.membershipId})`}
     order by not m.is_primary, m.id
     limit ${limit}`;
}

export interface ParcelFilter {
  parcelId?: string | undefined;
  listing?: string | undefined;
  /** Prefix of the plot number as typed. */
  q?: string | undefined;
  after?: string | undefined;
}

export async function listParcels(
  db: Db,
  settlementId: string,
  filter: ParcelFilter,
  limit: number,
  withGeometry = false,
): Promise<ParcelRow[]> {
  return db<ParcelRow[]>`
    select ${columns(db, withGeometry)} from parcel p
     where p.settlement_id = ${settlementId} ${filterConditions(db, filter)}
     order by p.id limit ${limit}`;
}

/** The settlement's plots, and all parcels whose centre lies within this many metres of their bounding box. */
export async function listParcelsAround(
  db: Db,
  settlementId: string,
  metres: number,
  filter: ParcelFilter,
  limit: number,
  withGeometry = false,
): Promise<ParcelRow[]> {
  return db<ParcelRow[]>`
    with land as materialized (${landBox(db, settlementId, metres)}), around as (
      select p.id from land, parcel p where p.center <@ land.extent
      union
      select p.id from parcel p where p.settlement_id = ${settlementId}
    )
    select ${columns(db, withGeometry)}, ${belongsTo(db, settlementId)}
      from around join parcel p using (id)
     where true ${filterConditions(db, filter)}
     order by p.id limit ${limit}`;
}

/** Of those the ones whose centre lies in an extent, with their outlines. */
export async function listParcelsAroundIn(
  db: Db,
  settlementId: string,
  metres: number,
  extent: Extent,
  limit: number,
): Promise<ParcelRow[]> {
  return db<ParcelRow[]>`
    with land as materialized (${landBox(db, settlementId, metres)})
    select ${columns(db, true)}, ${belongsTo(db, settlementId)}
      from land, parcel p where p.center <@ ${boxOf(db, extent)} and p.center <@ land.extent
     order by p.id limit ${limit}`;
}

/** Where those lie, as squares of a grid of so many columns and rows over the extent. */
export async function listSquaresAroundIn(
  db: Db,
  settlementId: string,
  metres: number,
  extent: Extent,
  squares: number,
): Promise<{ column: number; row: number; count: number }[]> {
  const [west, south, east, north] = extent;
  return db<{ column: number; row: number; count: number }[]>`
    with land as materialized (${landBox(db, settlementId, metres)})
    select floor((p.center[0] - ${west}) / ${(east - west) / squares})::int as column,
           floor((p.center[1] - ${south}) / ${(north - south) / squares})::int as row, count(*)::int as count
      from land, parcel p where p.center <@ ${boxOf(db, extent)} and p.center <@ land.extent
     group by 1, 2 order by 2, 1`;
}

/** Longitudes and latitudes of the settlement's plots, so many metres further on every side; null: none is placed. */
export async function findLandExtent(db: Db, settlementId: string, metres: number): Promise<Extent | null> {
  const [row] = await db<{ extent: number[] | null }[]>`
    select array[(e.extent[1])[0], (e.extent[1])[1], (e.extent[0])[0], (e.extent[0])[1]] as extent
      from (${landBox(db, settlementId, metres)}) e where e.extent is not null`;
  return (row?.extent ?? null) as Extent | null;
}

function landBox(db: Db, settlementId: string, metres: number) {
  const reach = metres / 111_320;
  return db`
    select box(point(west - wide, south - ${reach}), point(east + wide, north + ${reach})) as extent
      from (select min(center[0]) as west, min(center[1]) as south, max(center[0]) as east, max(center[1]) as north,
                   ${reach} / greatest(cos(radians(max(abs(center[1])))), 0.01) as wide
              from parcel where settlement_id = ${settlementId} and center is not null) own`;
}

const boxOf = (db: Db, [west, south, east, north]: Extent) =>
  db`box(point(${west}, ${south}), point(${east}, ${north}))`;

const belongsTo = (db: Db, settlementId: string) =>
  db`case when p.settlement_id = ${settlementId} then 'this' when p.settlement_id is null then 'none' else 'other' end as "belongsTo"`;

function columns(db: Db, withGeometry: boolean) {
  return db`p.id, p.number, p.cadastral_number as "cadastralNumber", p.address, p.area_m2 as "areaM2", p.listing, p.kind,
    p.center[0] as longitude, p.center[1] as latitude ${withGeometry ? db`, p.geometry` : db``}`;
}

function filterConditions(db: Db, { parcelId, listing, q, after }: ParcelFilter) {
  return db`
    ${parcelId === undefined ? db`` : db`and p.id = ${parcelId}`}
    ${listing === undefined ? db`` : db`and p.listing = ${listing}`}
    ${q === undefined ? db`` : db`and starts_with(p.number_key, ${plotNumberKey(q)})`}
    ${after === undefined ? db`` : db`and p.id > ${after}`}`;
}

export async function findParcelOutline(db: Db, id: string): Promise<Shape | null> {
  const [row] = await db<{ geometry: Shape | null }[]>`select geometry from parcel where id = ${id}`;
  return row?.geometry ?? null;
}

export interface ParcelCountsRow {
  parcelId: string;
  buildings: number;
  objects: number;
  devices: number;
  openTasks: number;
}

/** What is on each plot, as its member sees it; tasks that the account has a part in. */
export async function countThingsOfParcels(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, ParcelCountsRow>> {
  const rows = await db<ParcelCountsRow[]>`
    select p.id as "parcelId",
           (select count(*)::integer from building b where b.parcel_id = p.id) as buildings,
           (select count(*)::integer from parcel_object o where o.parcel_id = p.id and o.archived_at is null) as objects,
           (select count(*)::integer from device d join device_connection c on c.id = d.connection_id
             where c.parcel_id = p.id and c.account_id = ${accountId} and c.state <> 'revoked') as devices,
           (select count(*)::integer from task t
             where t.parcel_id = p.id and t.status in ('open', 'in_progress')
               and (t.author_id = ${accountId} or t.assignee_id = ${accountId})) as "openTasks"
      from parcel p where p.id = any(${[...ids]}::bigint[])`;
  return new Map(rows.map((row) => [row.parcelId, row]));
}

export interface NewParcel {
  id: string;
  settlementId: string | null;
  number: string;
  cadastralNumber: string | null;
  address: string;
  areaM2: number | null;
  geometry: { type: 'Polygon' | 'MultiPolygon'; coordinates: unknown } | null;
  center: [longitude: number, latitude: number] | null;
  listing?: string | null;
  kind?: PlotKind;
}

export async function insertParcels(db: Db, parcels: readonly NewParcel[], now: Date): Promise<void> {
  if (parcels.length === 0) return;
  const rows = parcels.map((parcel) => ({
    ...parcel,
    outline: outlineText(parcel.geometry as Shape | null),
    listing: parcel.listing ?? null,
    kind: parcel.kind ?? 'dwelling',
    number_key: plotNumberKey(parcel.number),
    longitude: parcel.center?.[0] ?? null,
    latitude: parcel.center?.[1] ?? null,
  }));
  await db`
    insert into parcel (id, settlement_id, number, number_key, cadastral_number, address, area_m2, geometry, outline, center, listing, kind, created_at, updated_at)
    select r.id, r."settlementId", r.number, r.number_key, r."cadastralNumber", r.address, r."areaM2", r.geometry, r.outline,
           point(r.longitude, r.latitude), r.listing, r.kind, ${now}, ${now}
      from jsonb_to_recordset(${db.json(rows as never)}) as r (
        id bigint, "settlementId" bigint, number text, number_key text, "cadastralNumber" text, address text,
        "areaM2" double precision, geometry jsonb, outline bytea, longitude double precision, latitude double precision, listing text, kind text)`;
}

export async function findParcelKind(db: Db, id: string): Promise<PlotKind | undefined> {
  const [row] = await db<{ kind: PlotKind }[]>`select kind from parcel where id = ${id}`;
  return row?.kind;
}

/** Returns the kind it had. */
export async function setParcelKind(
  db: Db,
  id: string,
  kind: PlotKind,
  now: Date,
): Promise<PlotKind | undefined> {
  const [row] = await db<{ kind: PlotKind }[]>`
    with had as (select id, kind from parcel where id = ${id} for no key update)
    update parcel p set kind = ${kind}, updated_at = case when had.kind = ${kind} then p.updated_at else ${now} end
      from had where p.id = had.id returning had.kind`;
  return row?.kind;
}
