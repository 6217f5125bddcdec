import type { Db } from '../../base/db/connect.ts';
import { seesArticle } from '../visibility/article-visibility.ts';
import { isCompanyListed } from '../visibility/company-visibility.ts';
import { seesMedia } from '../visibility/media-visibility.ts';
import { seesObject } from '../visibility/object-visibility.ts';
import { seesTask } from '../visibility/task-visibility.ts';
import type { Reader } from '../visibility/visibility.ts';
import { type TaggedType, taggedTypes } from './tags.ts';

export interface TaggedRow {
  type: TaggedType;
  id: string;
  /** Empty for a file without caption and name; null when the viewer may not see the item. */
  title: string | null;
  /** Null for types without a slug. */
  slug: string | null;
  /** Only for objects. */
  parcelId: string | null;
}

/** Number of visible items in the settlement that carry the tag. */
export interface CountedTag {
  slug: string;
  name: string;
  count: number;
}

/** These types belong to no settlement. */
const globalTypes: readonly TaggedType[] = ['company', 'knowledge_article'];

/**
 * Next tagged items, newest first over all types (ids grow with creation time), visible or not. Hidden ones have a
 * null title, so that the caller decides how far to read.
 */
export async function listTagged(
  db: Db,
  view: Reader,
  tagId: string,
  type: TaggedType | undefined,
  before: string | undefined,
  limit: number,
): Promise<TaggedRow[]> {
  const types = type === undefined ? taggedTypes : [type];
  const range = (names: readonly TaggedType[], place: ReturnType<Db>) => db`
    select page.* from unnest(${names}::text[]) n (type) cross join lateral (
      select g.subject_type as type, g.subject_id as id from tagging g
       where ${place} and g.tag_id = ${tagId} and g.subject_type = n.type
         ${before === undefined ? db`` : db`and g.subject_id < ${before}`}
       order by g.subject_id desc limit ${limit}) page`;
  return db<TaggedRow[]>`
    with page as (
      ${range(
        types.filter((name) => !globalTypes.includes(name)),
        db`g.settlement_id = ${view.settlementId}`,
      )}
      union all
      ${range(
        types.filter((name) => globalTypes.includes(name)),
        db`true`,
      )}
      order by id desc limit ${limit})
    select page.type, page.id, ${titleColumn(db, view)} as title,
           case page.type
             when 'article' then (select a.slug from article a where a.id = page.id)
             when 'contact' then (select c.slug from contact c where c.id = page.id)
             when 'company' then (select c.slug from company c where c.id = page.id)
             when 'knowledge_article' then (select k.slug from knowledge_article k where k.id = page.id)
           end as slug,
           case page.type when 'parcel_object' then (select o.parcel_id from parcel_object o where o.id = page.id) end as "parcelId"
      from page order by page.id desc`;
}

/** Newest taggings counted; larger settlements get counts of these only. */
const maxCountedTaggings = 5000;

/** Most used tags of a settlement as a column of CountedTag[], counted over items visible to the viewer. */
export function countedTags(db: Db, view: Reader, limit: number) {
  const own = taggedTypes.filter((name) => !globalTypes.includes(name));
  return db`(
    with page as (
      select g.subject_type as type, g.subject_id as id, g.tag_id from tagging g
       where g.settlement_id = ${view.settlementId} and g.subject_type = any(${own}::text[])
       order by g.subject_id desc limit ${maxCountedTaggings}
    ), seen as (select page.tag_id from page where ${titleColumn(db, view)} is not null)
    select coalesce(json_agg(row_to_json(counted)), '[]') from (
      select t.slug, t.name, count(*)::int as count from seen join tag t on t.id = seen.tag_id
       group by t.id order by 3 desc, t.slug limit ${limit}) counted)`;
}

/** One primary key lookup per row, only in the table of its type. */
function titleColumn(db: Db, view: Reader) {
  return db`
    case page.type
      when 'article' then (select a.title from article a where a.id = page.id and ${seesArticle(db, view)})
      when 'media' then (select coalesce(nullif(m.caption, ''), m.file_name) from media m where m.id = page.id and ${seesMedia(db, view)})
      when 'parcel_object' then (
        select o.title from parcel_object o join parcel p on p.id = o.parcel_id
         where o.id = page.id and p.settlement_id = ${view.settlementId} and o.archived_at is null and ${seesObject(db, view)})
      when 'task' then (select t.title from task t where t.id = page.id and ${seesTask(db, view)})
      when 'contact' then (select c.name from contact c where c.id = page.id and c.archived_at is null)
      when 'parcel' then (select p.number from parcel p where p.id = page.id and p.settlement_id = ${view.settlementId})
      when 'company' then (
        select c.name from company c join company_settlement s on s.company_id = c.id
         where c.id = page.id and s.settlement_id = ${view.settlementId} and ${isCompanyListed(db)})
      when 'knowledge_article' then (
        select r.title from knowledge_article k join knowledge_revision r on r.id = k.approved_revision_id
         where k.id = page.id and k.status = 'published')
    end`;
}
