import type { Db } from '../../base/db/connect.ts';
import type { MedalCounts } from '../../domain/rules/medals.ts';
import { slugify } from '../../domain/rules/slug.ts';
import { matchesIdOrSlug } from '../id-or-slug.ts';
import { tagNames } from '../journal/tags.ts';
import { type Condition, searchByName } from '../search/name-search.ts';
import { listFreeSlugs } from '../slugs.ts';
import { isRemovedBy, type Removal, type Remover } from '../system/soft-delete.ts';
import { buildOrderClauses, type DirectoryOrder, type PageCursor } from './directory-order.ts';

/** Fields the board edits and residents may propose corrections to. */
export interface ContactFields {
  name: string;
  category: string;
  /** E.164. */
  phones: readonly string[];
  address: string;
  hours: string;
  site: string;
  notes: string;
}

export interface ContactRow extends ContactFields, MedalCounts {
  id: string;
  slug: string;
  rating: string;
  createdAt: Date;
  updatedAt: Date;
  archivedAt: Date | null;
}

export interface TaggedContactRow extends ContactRow {
  tags: string[];
}

const columns = (db: Db) => db`
  c.id, c.slug, c.name, c.category, c.phones, c.address, c.hours, c.site, c.notes, c.rating, c.gold, c.silver, c.bronze,
  c.dung, c.created_at as "createdAt", c.updated_at as "updatedAt", c.archived_at as "archivedAt"`;

export interface ContactFilter {
  category?: string | undefined;
  q?: string | undefined;
  /** A tag name or slug. */
  tag?: string | undefined;
  archived: boolean;
  sort?: DirectoryOrder | undefined;
  /** Sort key of the last row of the previous page. */
  after?: PageCursor | undefined;
}

export async function listContacts(
  db: Db,
  settlementId: string,
  filter: ContactFilter,
  limit: number,
): Promise<TaggedContactRow[]> {
  const { q, after } = filter;
  if (q === undefined) return listWhere(db, settlementId, filter, db`true`, limit);
  const columns = { text: db`c.name || ' ' || c.notes || ' ' || c.address`, words: db`c.name_words` };
  return searchByName(db, q, columns, after !== undefined, (condition, page) =>
    page === 'this'
      ? listWhere(db, settlementId, filter, condition, limit)
      : listWhere(db, settlementId, { ...filter, after: undefined }, condition, 1),
  );
}

function listWhere(db: Db, settlementId: string, filter: ContactFilter, condition: Condition, limit: number) {
  const { category, tag, archived, sort = 'newest', after } = filter;
  const order = buildOrderClauses(db, db`contact`, sort);
  return db<TaggedContactRow[]>`
    select ${columns(db)}, ${tagNames(db, 'contact', db`c.id`)} as tags from contact c
     where c.settlement_id = ${settlementId}
       and ${archived ? db`c.archived_at is not null` : db`c.archived_at is null`}
       ${category === undefined ? db`` : db`and c.category = ${category}`}
       ${tag === undefined ? db`` : db`and ${hasTag(db, 'contact', tag)}`}
       ${after === undefined ? db`` : db`and ${order.after(after)}`}
       and ${condition}
     order by ${order.by} limit ${limit}`;
}

function hasTag(db: Db, type: 'contact', tag: string) {
  return db`exists (select 1 from tagging g join tag t on t.id = g.tag_id
                     where g.subject_type = ${type} and g.subject_id = c.id and t.slug = ${slugify(tag)})`;
}

const matchesContact = (db: Db, reference: string) => matchesIdOrSlug(db, 'c', reference);

/** By id or slug, including archived contacts. */
export async function findContact(
  db: Db,
  settlementId: string,
  reference: string,
): Promise<TaggedContactRow | undefined> {
  const [row] = await db<TaggedContactRow[]>`
    select ${columns(db)}, ${tagNames(db, 'contact', db`c.id`)} as tags
      from contact c where c.settlement_id = ${settlementId} and ${matchesContact(db, reference)}`;
  return row;
}

/** Locks the row; with `removing` also against new foreign key references. */
export async function lockContact(
  db: Db,
  settlementId: string,
  reference: string,
  removing = false,
): Promise<ContactRow | undefined> {
  const [row] = await db<ContactRow[]>`
    select ${columns(db)} from contact c
     where c.settlement_id = ${settlementId}
       and ${matchesContact(db, reference)}
     ${removing ? db`for update of c` : db`for no key update of c`}`;
  return row;
}

/** Contacts that the account soft-deleted and can restore; newest first. */
export async function listRemovedContacts(
  db: Db,
  settlementId: string,
  remover: Remover,
  before: string | undefined,
  limit: number,
): Promise<(ContactRow & Removal)[]> {
  return db<(ContactRow & Removal)[]>`
    select ${columns(db)}, r.tags, r.removed_at as "removedAt"
      from removed_thing r, jsonb_populate_record(null::contact, r.content) c
     where ${isRemovedBy(db, 'contact', remover)} and r.settlement_id = ${settlementId}
       ${before === undefined ? db`` : db`and r.id < ${before}`}
     order by r.id desc limit ${limit}`;
}

/** Whether content of others would be lost with it. Lock the contact first. */
export async function isContactReferenced(db: Db, settlementId: string, id: string): Promise<boolean> {
  const rows = await db`
    select 1 where exists (select 1 from review where subject_type = 'contact' and subject_id = ${id})
                or exists (select 1 from task where contact_id = ${id})
                or exists (select 1 from media where subject_type = 'contact' and subject_id = ${id})
                or exists (select 1 from change_proposal where settlement_id = ${settlementId} and subject_type = 'contact' and subject_id = ${id} and status = 'pending')`;
  return rows.length > 0;
}

export async function insertContact(
  db: Db,
  settlementId: string,
  contact: ContactFields & { id: string; createdBy: string; now: Date },
): Promise<ContactRow> {
  const slugs = listFreeSlugs(
    slugify(contact.name, 120),
    120,
    (stem) =>
      db<
        { slug: string }[]
      >`select slug from contact where settlement_id = ${settlementId} and slug like ${`${stem}%`} limit 10000`,
  );
  for await (const slug of slugs) {
    const [row] = await db<ContactRow[]>`
      insert into contact as c (id, settlement_id, slug, name, category, phones, address, hours, site, notes, created_by, created_at, updated_at)
      values (${contact.id}, ${settlementId}, ${slug}, ${contact.name}, ${contact.category}, ${[...contact.phones]}, ${contact.address},
              ${contact.hours}, ${contact.site}, ${contact.notes}, ${contact.createdBy}, ${contact.now}, ${contact.now})
      on conflict (settlement_id, slug) do nothing
      returning ${columns(db)}`;
    if (row !== undefined) return row;
  }
  throw new Error('no free slug for a contact');
}

/** Changes only the given fields; the slug stays, because links to it exist. */
export async function updateContact(
  db: Db,
  id: string,
  change: Partial<ContactFields> & { archived?: boolean | undefined },
  now: Date,
): Promise<ContactRow> {
  const { archived, ...fields } = change;
  const named = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const [row] = await db<ContactRow[]>`
    update contact c
       set ${db.assign({ ...named, updated_at: now })}
           ${archived === undefined ? db`` : archived ? db`, archived_at = coalesce(c.archived_at, ${now})` : db`, archived_at = null`}
     where c.id = ${id}
    returning ${columns(db)}`;
  return row as ContactRow;
}
