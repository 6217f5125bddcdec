import type { Db } from '../../base/db/connect.ts';
import { isId } from '../../domain/kernel/identifier.ts';
import type { RepresentativeState } from '../../domain/rules/company-access.ts';
import type { CompanyState } from '../../domain/rules/company-states.ts';
import type { MedalCounts } from '../../domain/rules/medals.ts';
import { slugify } from '../../domain/rules/slug.ts';
import { matchesIdOrSlug } from '../id-or-slug.ts';
import { tagNames } from '../journal/tags.ts';
import { type Condition, searchByName } from '../search/name-search.ts';
import { listFreeSlugs } from '../slugs.ts';
import { isCompanyListed } from '../visibility/company-visibility.ts';
import { buildOrderClauses, type DirectoryOrder } from './directory-order.ts';

export interface CompanyFields {
  name: string;
  description: string;
  trades: readonly string[];
  /** E.164. */
  phones: readonly string[];
  address: string;
  hours: string;
  site: string;
}

export interface CompanyRow extends CompanyFields, MedalCounts {
  id: string;
  /** Empty: it has closed, or was joined to another. */
  inn: string;
  slug: string;
  isVerified: boolean;
  state: CompanyState;
  askedAgain: number;
  /** Of the latest decision; empty: none was given. */
  decisionReason: string;
  decidedAt: Date | null;
  rating: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface CompanyCardRow extends CompanyRow {
  tags: string[];
  /** Settlements that it serves. */
  settlements: { id: string; slug: string; name: string }[];
}

const columns = (db: Db) => db`
  c.id, c.inn, c.slug, c.name, c.description, c.trades, c.phones, c.address, c.hours, c.site, c.is_verified as "isVerified",
  c.state, c.asked_again as "askedAgain", c.decision_reason as "decisionReason", c.decided_at as "decidedAt",
  c.rating, c.gold, c.silver, c.bronze, c.dung, c.created_at as "createdAt", c.updated_at as "updatedAt"`;

const cardColumns = (db: Db) => db`
  ${columns(db)}, ${tagNames(db, 'company', db`c.id`)} as tags,
  (select coalesce(json_agg(json_build_object('id', s.id::text, 'slug', s.slug, 'name', s.name) order by s.id), '[]')
     from company_settlement served join settlement s on s.id = served.settlement_id
    where served.company_id = c.id) as settlements`;

export interface CompanyFilter {
  trade?: string | undefined;
  settlementId?: string | undefined;
  q?: string | undefined;
  before?: string | undefined;
  sort?: DirectoryOrder | undefined;
}

/** Newest first by default; only that order is paginated. */
export async function listCompanies(db: Db, filter: CompanyFilter, limit: number): Promise<CompanyCardRow[]> {
  const { q, before } = filter;
  if (q === undefined) return listWhere(db, filter, db`true`, limit);
  if (/^(\d{10}|\d{12})$/.test(q)) return listWhere(db, filter, db`c.inn = ${q}`, limit);
  // Part of a word counts in the name and the trades; in a description it would find too much.
  const named = { text: db`(c.name || ' ' || name_text(c.trades))`, words: db`c.words` };
  return searchByName(db, q, named, before !== undefined, (condition, page) =>
    page === 'this'
      ? listWhere(db, filter, condition, limit)
      : listWhere(db, { ...filter, before: undefined }, condition, 1),
  );
}

export interface TradeCount {
  trade: string;
  companies: number;
}

/** Trades by the number of companies that ply them. */
export async function countTrades(
  db: Db,
  { settlementId }: Pick<CompanyFilter, 'settlementId'>,
  limit: number,
): Promise<TradeCount[]> {
  return db<TradeCount[]>`
    select trade.name as trade, count(*)::int as companies
      from company c cross join unnest(c.trades) as trade (name)
     where ${isCompanyListed(db)}
     ${settlementId === undefined ? db`` : db`and exists (select 1 from company_settlement cs where cs.company_id = c.id and cs.settlement_id = ${settlementId})`}
     group by trade.name order by companies desc, trade.name limit ${limit}`;
}

function listWhere(db: Db, filter: CompanyFilter, condition: Condition, limit: number) {
  const { trade, settlementId, before, sort = 'newest' } = filter;
  return db<CompanyCardRow[]>`
    select ${cardColumns(db)} from company c
      ${settlementId === undefined ? db`` : db`join company_settlement cs on cs.company_id = c.id and cs.settlement_id = ${settlementId}`}
     where ${isCompanyListed(db)} ${before === undefined ? db`` : db`and c.id < ${before}`}
       ${trade === undefined ? db`` : db`and c.trades @> array[${trade}]::text[]`}
       and ${condition}
     order by ${buildOrderClauses(db, db`company`, sort).by} limit ${limit}`;
}

/** The address of a company that was joined to another leads to that one. */
const matchesCompany = (db: Db, reference: string) => db`
  c.id = (select coalesce(c.joined_to, c.id) from company c where ${matchesIdOrSlug(db, 'c', reference)} limit 1)`;

/** The card, and what the reader is to the company. */
export interface CompanyForReader extends CompanyCardRow {
  own: RepresentativeState | null;
  /** Confirmed and claimed, oldest first; null for who is neither a moderator nor one of the confirmed. */
  representatives:
    | { accountId: string; name: string; state: 'claimed' | 'confirmed'; createdAt: string }[]
    | null;
}

export async function findCompany(
  db: Db,
  reference: string,
  reader: { accountId: string | null; isModerator: boolean },
): Promise<CompanyForReader | undefined> {
  const representatives = db`
    (select coalesce(json_agg(json_build_object(
              'accountId', r.account_id::text, 'name', r.name, 'state', r.state, 'createdAt', to_json(r.created_at))
              order by r.created_at, r.account_id), '[]')
       from (select r.account_id, a.display_name as name, r.state, r.created_at
               from company_representative r join account a on a.id = r.account_id
              where r.company_id = c.id and r.state <> 'ended'
              order by r.created_at, r.account_id limit 200) r)`;
  const [row] = await db<CompanyForReader[]>`
    select ${cardColumns(db)}, own.state as own,
           case when ${reader.isModerator} or own.state = 'confirmed' then ${representatives} end as representatives
      from company c left join company_representative own on own.company_id = c.id and own.account_id = ${reader.accountId}
     where ${matchesCompany(db, reference)}`;
  return row;
}

/** Locked in one order, so that two joinings cannot wait for each other. */
export async function lockCompanies(db: Db, ids: readonly string[]): Promise<Map<string, CompanyRow>> {
  const rows = await db<CompanyRow[]>`
    select ${columns(db)} from company c where c.id = any(${[...ids]}::bigint[]) order by c.id for no key update of c`;
  return new Map(rows.map((row) => [row.id, row]));
}

export async function lockCompanyByInn(db: Db, inn: string): Promise<CompanyRow | undefined> {
  const [row] = await db<CompanyRow[]>`
    select ${columns(db)} from company c where c.inn = ${inn} for no key update of c`;
  return row;
}

/** Undefined when the INN is already registered. */
export async function insertCompany(
  db: Db,
  company: CompanyFields & { id: string; inn: string; now: Date },
): Promise<CompanyRow | undefined> {
  const slugs = listFreeSlugs(
    slugify(company.name, 120),
    120,
    (stem) => db<{ slug: string }[]>`select slug from company where slug like ${`${stem}%`} limit 10000`,
  );
  for await (const slug of slugs) {
    const [row] = await db<CompanyRow[]>`
      insert into company as c (id, inn, slug, name, description, trades, phones, address, hours, site, created_at, updated_at)
      values (${company.id}, ${company.inn}, ${slug}, ${company.name}, ${company.description}, ${[...company.trades]},
              ${[...company.phones]}, ${company.address}, ${company.hours}, ${company.site}, ${company.now}, ${company.now})
      on conflict do nothing
      returning ${columns(db)}`;
    if (row !== undefined) return row;
    if ((await db`select 1 from company where inn = ${company.inn}`).length > 0) return undefined;
  }
  throw new Error('no free slug for a company');
}

/** Changes only the given fields; the slug stays, because links to it exist. */
export async function updateCompany(
  db: Db,
  id: string,
  change: Partial<CompanyFields>,
  now: Date,
): Promise<CompanyRow> {
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const [row] = await db<CompanyRow[]>`
    update company c set ${db.assign({ ...named, updated_at: now })} where c.id = ${id}
    returning ${columns(db)}`;
  return row as CompanyRow;
}

export async function listServedSettlementIds(db: Db, companyId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select settlement_id as id from company_settlement where company_id = ${companyId}`;
  return rows.map(({ id }) => id);
}

/** Maps ids and slugs to ids; unknown ones are absent. */
export async function findSettlementIds(db: Db, references: readonly string[]): Promise<Map<string, string>> {
  if (references.length === 0) return new Map();
  const rows = await db<{ id: string; slug: string }[]>`
    select id, slug from settlement
     where slug = any(${[...references]}::text[]) or id = any(${references.filter(isId)}::bigint[])`;
  return new Map(rows.flatMap(({ id, slug }) => [[slug, id] as const, [id, id] as const]));
}

export async function setServedSettlements(
  db: Db,
  companyId: string,
  settlementIds: readonly string[],
): Promise<void> {
  await db`
    delete from company_settlement where company_id = ${companyId} and settlement_id <> all(${[...settlementIds]}::bigint[])`;
  await db`
    insert into company_settlement (company_id, settlement_id)
    select ${companyId}, unnest(${[...settlementIds]}::bigint[]) on conflict do nothing`;
}

export async function findCompanyState(
  db: Db,
  reference: string,
): Promise<{ id: string; state: CompanyState } | undefined> {
  const [row] = await db<{ id: string; state: CompanyState }[]>`
    select c.id, c.state from company c where ${matchesCompany(db, reference)}`;
  return row;
}

/** Of this one itself: a decision must not fall on the company that it was joined to. */
export async function findCompanyId(db: Db, reference: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select c.id from company c where ${matchesIdOrSlug(db, 'c', reference)}`;
  return row?.id;
}
