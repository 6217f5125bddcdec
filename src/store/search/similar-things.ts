import type { Db } from '../../base/db/connect.ts';
import { snowflakeAt } from '../../domain/kernel/snowflake.ts';
import type { ObjectGeometry } from '../../domain/rules/parcel-objects.ts';
import { isCompanyListed } from '../visibility/company-visibility.ts';

/** What is there already and may be the same as what is about to be written. */
export interface SimilarRow {
  id: string;
  name: string;
  slug: string | null;
}

const most = 5;
const dayMs = 86_400_000;

const folded = (db: Db, text: ReturnType<Db> | string) => db`replace(lower(${text}), 'ё', 'е')`;

/** Contacts of the directory with the same name or telephone. */
export async function findSimilarContacts(
  db: Db,
  settlementId: string,
  { name, phones }: { name: string; phones: readonly string[] },
): Promise<SimilarRow[]> {
  return db<SimilarRow[]>`
    select c.id, c.name, c.slug from contact c
     where c.settlement_id = ${settlementId} and c.archived_at is null
       and (${folded(db, db`c.name`)} collate "C" = ${folded(db, name.trim())} or c.phones && ${[...phones]}::text[])
     order by c.id limit ${most}`;
}

/** Companies with the same name or telephone. */
export async function findSimilarCompanies(
  db: Db,
  { name, phones }: { name: string; phones: readonly string[] },
): Promise<SimilarRow[]> {
  return db<SimilarRow[]>`
    select c.id, c.name, c.slug from company c
     where ${isCompanyListed(db)}
       and (${folded(db, db`c.name`)} = ${folded(db, name.trim())} or c.phones && ${[...phones]}::text[])
     order by c.id limit ${most}`;
}

/** Tasks of the same author, title, text and day to the same addressee, written within a day. */
export async function findSimilarTasks(
  db: Db,
  task: {
    authorId: string;
    settlementId: string;
    addressee: string;
    title: string;
    body: string;
    dueOn: string | null;
    createdAt: Date;
  },
): Promise<SimilarRow[]> {
  return db<SimilarRow[]>`
    select t.id, t.title as name, null as slug from task t
     where t.author_id = ${task.authorId} and t.id > ${snowflakeAt(task.createdAt.getTime() - dayMs)}
       and t.settlement_id = ${task.settlementId} and ${folded(db, db`t.title`)} = ${folded(db, task.title)}
       and btrim(t.body) = ${task.body.trim()} and t.addressee = ${task.addressee} and t.due_on is not distinct from ${task.dueOn}::date
     order by t.id limit ${most}`;
}

/** Articles of the same author and place with the same text, written within a day. */
export async function findSimilarArticles(
  db: Db,
  author: { accountId: string; settlementId: string; parcelId: string | null },
  body: string,
  now: Date,
): Promise<SimilarRow[]> {
  return db<SimilarRow[]>`
    select a.id, a.title as name, a.slug from article a
     where a.author_id = ${author.accountId} and a.id > ${snowflakeAt(now.getTime() - dayMs)}
       and a.settlement_id = ${author.settlementId} and a.parcel_id is not distinct from ${author.parcelId}
       and btrim(a.body) = ${body.trim()}
     order by a.id limit ${most}`;
}

/** Objects of a plot with the same kind and name; two that stand in different places are two. */
export async function findSimilarObjects(
  db: Db,
  parcelId: string,
  { kind, title, geometry }: { kind: string; title: string; geometry: ObjectGeometry | null },
): Promise<SimilarRow[]> {
  const here =
    geometry === null ? db`true` : db`(o.geometry is null or o.geometry = ${db.json(geometry as never)})`;
  return db<SimilarRow[]>`
    select o.id, o.title as name, null as slug from parcel_object o
     where o.parcel_id = ${parcelId} and o.archived_at is null and o.kind = ${kind}
       and ${folded(db, db`o.title`)} = ${folded(db, title.trim())} and ${here}
     order by o.id limit ${most}`;
}
