import type { Db } from '../../base/db/connect.ts';
import type { AccountMemberships } from '../../domain/kernel/caller.ts';
import type { RequiredSetbacks } from '../../domain/rules/setbacks.ts';
import type { SettlementRole } from '../../domain/rules/settlement-role.ts';
import { slugify } from '../../domain/rules/slug.ts';
import { matchesIdOrSlug } from '../id-or-slug.ts';
import { type Condition, searchByName } from '../search/name-search.ts';
import { listFreeSlugs } from '../slugs.ts';
import { listPlaces } from './places.ts';

export interface SettlementRow {
  id: string;
  slug: string;
  name: string;
  kind: string;
  status: string;
  region: string;
  address: string;
  parcelsTotal: number;
}

/** The settlement of an operation, and the caller's role in it. */
export type SettlementWithRole = AccountMemberships['settlements'][number];

export function matchesSettlement(db: Db, reference: string) {
  return matchesIdOrSlug(db, 's', reference);
}

export async function findSettlementForAccount(
  db: Db,
  reference: string,
  account: string | null,
): Promise<SettlementWithRole | undefined> {
  const [row] = await db<(Omit<SettlementWithRole, 'settlementRole'> & SettlementRole)[]>`
    select s.id, s.slug, s.name, s.time_zone as "timeZone",
           ${account === null ? db`false as "isEditor", false as "readsAsBoard", false as "isResident", false as "isRelated"` : roleColumns(db, account)}
      from settlement s
     where ${matchesSettlement(db, reference)}`;
  if (row === undefined) return undefined;
  const { isEditor, readsAsBoard, isResident, isRelated, ...settlement } = row;
  return { ...settlement, settlementRole: { isEditor, readsAsBoard, isResident, isRelated } };
}

function roleColumns(db: Db, account: string) {
  return db`
    exists (select 1 from settlement_role r where r.settlement_id = s.id and r.account_id = ${account} and r.role = 'editor') as "isEditor",
    exists (select 1 from settlement_role r where r.settlement_id = s.id and r.account_id = ${account}
               and r.role in ('editor', 'auditor')) as "readsAsBoard",
    exists (select 1 from membership m join parcel p on p.id = m.parcel_id
             where m.account_id = ${account} and m.state = 'confirmed' and p.settlement_id = s.id) as "isResident",
    (exists (select 1 from settlement_role r where r.settlement_id = s.id and r.account_id = ${account})
     or exists (select 1 from membership m join parcel p on p.id = m.parcel_id
                 where m.account_id = ${account} and m.state <> 'ended' and p.settlement_id = s.id)
     or exists (select 1 from company_representative c join company_settlement cs on cs.company_id = c.company_id
                      join company f on f.id = c.company_id and f.state = 'verified'
                 where c.account_id = ${account} and c.state = 'confirmed' and cs.settlement_id = s.id)) as "isRelated"`;
}

export interface SettlementFilter {
  place?: string | undefined;
  kind?: string | undefined;
  status?: string | undefined;
  q?: string | undefined;
  /** Lower-case word that the name of the region has. */
  regionWord?: string | undefined;
  after?: string | undefined;
}

/** Places of one name that are looked into. */
const maxNamedPlaces = 20;

/** Ordered by id. */
export async function listSettlements(
  db: Db,
  filter: SettlementFilter,
  limit: number,
): Promise<SettlementRow[]> {
  const { q, after } = filter;
  if (q === undefined) return listWhere(db, filter, db`true`, limit);
  const columns = { text: db`s.name`, words: db`s.name_words` };
  return searchByName(db, q, columns, after !== undefined, (condition, page) =>
    page === 'this'
      ? listWhere(db, filter, condition, limit)
      : listWhere(db, { ...filter, after: undefined }, condition, 1),
  );
}

/** Settlements inside places of that name, at any depth. */
export async function listSettlementsByPlaceName(
  db: Db,
  filter: SettlementFilter & { q: string },
  limit: number,
): Promise<SettlementRow[]> {
  const named = await listPlaces(db, { q: filter.q }, maxNamedPlaces);
  if (named.length === 0) return [];
  const ids = named.map(({ id }) => id);
  const inside = db`exists (
    select 1 from settlement_place named where named.settlement_id = s.id and named.place_id = any(${ids}::bigint[]))`;
  return listWhere(db, filter, inside, limit);
}

function listWhere(db: Db, filter: SettlementFilter, condition: Condition, limit: number) {
  const { place, kind, status, regionWord, after } = filter;
  return db<SettlementRow[]>`
    select s.id, s.slug, s.name, s.kind, s.status, s.region, s.address, s.parcels_total as "parcelsTotal"
      from settlement s
      ${place === undefined ? db`` : db`join settlement_place sp on sp.settlement_id = s.id and sp.place_id = ${place}`}
     where ${after === undefined ? db`true` : place === undefined ? db`s.id > ${after}` : db`sp.settlement_id > ${after}`}
       ${kind === undefined ? db`` : db`and s.kind = ${kind}`}
       ${status === undefined ? db`` : db`and s.status = ${status}`}
       ${regionWord === undefined ? db`` : db`and strpos(replace(lower(s.region), 'ё', 'е'), ${regionWord}::text) > 0`}
       and ${condition}
     order by ${place === undefined ? db`s.id` : db`sp.settlement_id`}
     limit ${limit}`;
}

/** Changes only the given columns. The caller checks permissions. */
export async function updateSettlement(
  db: Db,
  settlementId: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db`update settlement set ${db.assign(change)} where id = ${settlementId}`;
}

/** Required distance of buildings from the plot border. The caller checks permissions. */
export async function setRequiredSetbacks(
  db: Db,
  settlementId: string,
  { dwellingM, otherM }: RequiredSetbacks,
): Promise<void> {
  await db`
    update settlement set dwelling_setback_m = ${dwellingM}, other_setback_m = ${otherM} where id = ${settlementId}`;
}

export async function isSettlementSlug(db: Db, slug: string): Promise<boolean> {
  const rows = await db`select 1 from settlement where slug = ${slug}`;
  return rows.length > 0;
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
