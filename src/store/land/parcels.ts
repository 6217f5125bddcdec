import type { Db } from '../../db/connect.ts';
import type { Shape } from '../../geometry/types.ts';
import { isId } from '../../kernel/fields.ts';

export interface OwnParcelRow {
  parcelId: string;
  plotNumber: string;
  settlementId: string;
  settlementName: string;
  role: string;
  isPrimary: boolean;
}

export interface ParcelRow {
  id: string;
  number: string;
  cadastralNumber: string | null;
  address: string;
  areaM2: number | null;
  listing: string | null;
  longitude: number | null;
  latitude: number | null;
  /** Only when it was asked for. */
  geometry?: Shape | null;
}

/** "12 А" and "12а" are one plot to the people who live there. */
export function plotNumberKey(number: string): string {
  return number.toLowerCase().replaceAll(/\s+/g, '').replaceAll('ё', 'е');
}

export async function listOwnParcels(
  db: Db,
  accountId: string,
  settlement: string | undefined,
): Promise<OwnParcelRow[]> {
  return db<OwnParcelRow[]>`
    select p.id as "parcelId", p.number as "plotNumber", s.id as "settlementId", s.name as "settlementName",
           m.role, m.is_primary as "isPrimary"
      from membership m join parcel p on p.id = m.parcel_id join settlement s on s.id = p.settlement_id
     where m.account_id = ${accountId} and m.state = 'confirmed'
       ${settlement === undefined ? db`` : db`and ${isId(settlement) ? db`(s.id = ${settlement} or s.slug = ${settlement})` : db`s.slug = ${settlement}`}`}
     order by m.is_primary desc, m.id
     limit 500`;
}

/** A plot of a settlement by its number as people say it, or by its identifier. */
export function matchesParcel(db: Db, reference: string) {
  const byNumber = db`p.number_key = ${plotNumberKey(reference)}`;
  return isId(reference) ? db`(${byNumber} or p.id = ${reference})` : byNumber;
}

export async function listParcels(
  db: Db,
  settlementId: string,
  filter: { parcel?: string | undefined; listing?: string | undefined; after?: string | undefined },
  limit: number,
  withGeometry = false,
): Promise<ParcelRow[]> {
  const { parcel, listing, after } = filter;
  return db<ParcelRow[]>`
    select p.id, p.number, p.cadastral_number as "cadastralNumber", p.address, p.area_m2 as "areaM2", p.listing,
           p.center[0] as longitude, p.center[1] as latitude ${withGeometry ? db`, p.geometry` : db``}
      from parcel p
     where p.settlement_id = ${settlementId}
       ${parcel === undefined ? db`` : db`and ${matchesParcel(db, parcel)}`}
       ${listing === undefined ? db`` : db`and p.listing = ${listing}`}
       ${after === undefined ? db`` : db`and p.id > ${after}`}
     order by p.id limit ${limit}`;
}

/** Plots of a settlement under this number or identifier with their outlines; two are enough to know it is ambiguous. */
export async function findOutlines(
  db: Db,
  settlementId: string,
  reference: string,
): Promise<{ id: string; number: string; geometry: Shape | null }[]> {
  return db<{ id: string; number: string; geometry: Shape | null }[]>`
    select p.id, p.number, p.geometry from parcel p
     where p.settlement_id = ${settlementId} and ${matchesParcel(db, reference)} order by p.id limit 2`;
}

export interface ParcelInView {
  id: string;
  number: string;
  /** Null: the plot is in no settlement. */
  settlementId: string | null;
  isMember: boolean;
  isEditor: boolean;
}

/** One plot and how an account stands to it: a confirmed member, or on the board of its settlement. */
export async function findParcelInView(
  db: Db,
  reference: string,
  accountId: string,
): Promise<ParcelInView | undefined> {
  if (!isId(reference)) return undefined;
  const [row] = await db<ParcelInView[]>`
    select p.id, p.number, p.settlement_id as "settlementId",
           exists (select 1 from membership m where m.parcel_id = p.id and m.account_id = ${accountId} and m.state = 'confirmed') as "isMember",
           exists (select 1 from settlement_role r where r.settlement_id = p.settlement_id and r.account_id = ${accountId} and r.role = 'editor') as "isEditor"
      from parcel p where p.id = ${reference}`;
  return row;
}

export async function findParcelOutline(db: Db, id: string): Promise<Shape | null> {
  const [row] = await db<{ geometry: Shape | null }[]>`select geometry from parcel where id = ${id}`;
  return row?.geometry ?? null;
}
