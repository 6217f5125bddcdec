import type { Db } from '../../base/db/connect.ts';
import { plotNumberKey } from '../../domain/rules/plot-numbers.ts';
import { slugify } from '../../domain/rules/slug.ts';
import type { Shape } from '../../engines/geometry/types.ts';
import { listFreeSlugs } from '../slugs.ts';
import { outlineText } from './land.ts';

/** Rows of the register entered by an operator: places, settlements, plots, first memberships and roles. */
export interface NewPlace {
  id: string;
  parentId: string | null;
  kind: 'country' | 'region' | 'district' | 'locality';
  name: string;
}

export async function insertPlace(db: Db, place: NewPlace): Promise<void> {
  await db`
    insert into place (id, parent_id, kind, name, path)
    select ${place.id}, ${place.parentId}, ${place.kind}, ${place.name},
           coalesce((select path from place where id = ${place.parentId}), '{}') || ${place.id}::bigint`;
}

/** Finds the place by name in its parent, or inserts it. Concurrent inserts result in one row. */
export async function findOrInsertPlace(db: Db, place: NewPlace): Promise<string> {
  const find = () => db<{ id: string }[]>`
    select id from place
     where parent_id is not distinct from ${place.parentId} and lower(name) = lower(${place.name})
     order by name = ${place.name} desc, id limit 1`;
  const [known] = await find();
  if (known !== undefined) return known.id;
  const inserted = await db`
    insert into place (id, parent_id, kind, name, path)
    select ${place.id}, ${place.parentId}, ${place.kind}, ${place.name},
           coalesce((select path from place where id = ${place.parentId}), '{}') || ${place.id}::bigint
    on conflict (coalesce(parent_id, 0), name) do nothing returning 1`;
  return inserted.length > 0 ? place.id : ((await find())[0]?.id ?? place.id);
}

/** Kinds of places by depth. */
const placeLevels = ['country', 'region', 'district', 'locality'] as const;
export const maxPlaceDepth = placeLevels.length;

/** Finds or inserts the path of places from the country down; returns the last one. */
export async function findOrInsertPlacePath(
  db: Db,
  names: readonly string[],
  newId: () => string,
): Promise<string> {
  let placeId: string | null = null;
  for (const [depth, name] of names.entries()) {
    const kind = placeLevels[depth] as (typeof placeLevels)[number];
    placeId = await findOrInsertPlace(db, { id: newId(), parentId: placeId, kind, name });
  }
  return placeId as string;
}

/** Existing region names, as suggestions. */
export async function listRegionNames(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select distinct name from place where kind = 'region' order by name limit 200`;
  return rows.map(({ name }) => name);
}

export interface NewSettlement {
  id: string;
  slug: string;
  name: string;
  kind: string;
  status: string;
  placeId: string;
  address: string;
  timeZone: string;
  createdAt: Date;
}

/** False when the slug is taken. The region is stored with the settlement, because every list shows it. */
export async function insertSettlement(db: Db, settlement: NewSettlement): Promise<boolean> {
  const rows = await db`
    insert into settlement (id, slug, name, kind, status, place_id, region, address, time_zone, created_at)
    select ${settlement.id}, ${settlement.slug}, ${settlement.name}, ${settlement.kind}, ${settlement.status}, p.id,
           coalesce((select r.name from place r where r.id = any(p.path) and r.kind = 'region'), ''),
           ${settlement.address}, ${settlement.timeZone}, ${settlement.createdAt}
      from place p where p.id = ${settlement.placeId}
    on conflict (slug) do nothing returning 1`;
  return rows.length > 0;
}

/** Uses and returns the first free slug derived from its name. */
export async function insertSettlementWithFreeSlug(
  db: Db,
  settlement: Omit<NewSettlement, 'slug'>,
): Promise<string> {
  const findTaken = (stem: string) =>
    db<{ slug: string }[]>`select slug from settlement where slug like ${`${stem}%`}`;
  const slugs = listFreeSlugs(slugify(settlement.name, maxSlugLength), maxSlugLength, findTaken);
  for await (const slug of slugs) if (await insertSettlement(db, { ...settlement, slug })) return slug;
  throw new Error(`no free slug for ${settlement.name}`);
}

const maxSlugLength = 60;

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
}

export async function insertParcels(db: Db, parcels: readonly NewParcel[], now: Date): Promise<void> {
  if (parcels.length === 0) return;
  const rows = parcels.map((parcel) => ({
    ...parcel,
    outline: outlineText(parcel.geometry as Shape | null),
    listing: parcel.listing ?? null,
    number_key: plotNumberKey(parcel.number),
    longitude: parcel.center?.[0] ?? null,
    latitude: parcel.center?.[1] ?? null,
  }));
  await db`
    insert into parcel (id, settlement_id, number, number_key, cadastral_number, address, area_m2, geometry, outline, center, listing, created_at, updated_at)
    select r.id, r."settlementId", r.number, r.number_key, r."cadastralNumber", r.address, r."areaM2", r.geometry, r.outline,
           point(r.longitude, r.latitude), r.listing, ${now}, ${now}
      from jsonb_to_recordset(${db.json(rows as never)}) as r (
        id bigint, "settlementId" bigint, number text, number_key text, "cadastralNumber" text, address text,
        "areaM2" double precision, geometry jsonb, outline bytea, longitude double precision, latitude double precision, listing text)`;
}

export async function insertMembership(
  db: Db,
  membership: {
    id: string;
    accountId: string;
    parcelId: string;
    role: 'owner' | 'family' | 'tenant';
    state: 'claimed' | 'confirmed';
    isPrimary: boolean;
    decidedBy: string | null;
    now: Date;
  },
): Promise<void> {
  await db`
    insert into membership (id, account_id, parcel_id, role, state, is_primary, created_at, decided_at, decided_by)
    values (${membership.id}, ${membership.accountId}, ${membership.parcelId}, ${membership.role}, ${membership.state},
            ${membership.isPrimary}, ${membership.now}, ${membership.state === 'confirmed' ? membership.now : null}, ${membership.decidedBy})`;
}

/** False when the account has the role already. */
export async function insertSettlementRole(
  db: Db,
  settlementId: string,
  accountId: string,
  role: 'editor' | 'staff',
  now: Date,
): Promise<boolean> {
  const rows = await db`
    insert into settlement_role (settlement_id, account_id, role, created_at)
    values (${settlementId}, ${accountId}, ${role}, ${now}) on conflict do nothing returning 1`;
  return rows.length > 0;
}

export async function deleteSettlementRole(
  db: Db,
  settlementId: string,
  accountId: string,
  role: 'editor' | 'staff',
): Promise<void> {
  await db`delete from settlement_role where settlement_id = ${settlementId} and account_id = ${accountId} and role = ${role}`;
}
