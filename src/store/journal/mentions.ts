import type { Db } from '../../base/db/connect.ts';
import type { Mention, MentionType } from '../../domain/rules/mentions.ts';
import { seesMedia } from '../visibility/media-visibility.ts';
import { seesObject } from '../visibility/object-visibility.ts';
import { seesTask } from '../visibility/task-visibility.ts';
import type { Reader } from '../visibility/visibility.ts';

/** A mentionable item in its current state. */
export interface MentionedRow {
  type: MentionType;
  id: string;
  /** Empty for a file without caption and name. */
  title: string;
  /** True for the gallery of a plot, whose title is the plot number. */
  isParcel: boolean;
  parcelId: string | null;
  isPicture: boolean;
  takenAt: Date | null;
  subjectType: string;
  subjectId: string;
}

/** Mentioned items that exist in the settlement and are visible to the viewer; one query for all types. */
export async function findMentioned(
  db: Db,
  view: Reader,
  mentions: readonly Mention[],
): Promise<MentionedRow[]> {
  const ids = (type: MentionType) => mentions.filter((mention) => mention.type === type).map(({ id }) => id);
  const none = db`false, null::timestamptz, '', 0::bigint`;
  const branches = [];
  const [objects, media, tasks, galleries] = [ids('object'), ids('media'), ids('task'), ids('gallery')];
  const ofObjects = (type: MentionType, wanted: string[]) => db`
    select ${type}::text, o.id, o.title, false, o.parcel_id, ${none}
      from parcel_object o join parcel p on p.id = o.parcel_id
     where o.id = any(${wanted}::bigint[]) and p.settlement_id = ${view.settlementId} and ${seesObject(db, view)}`;
  if (objects.length > 0) branches.push(ofObjects('object', objects));
  if (galleries.length > 0) {
    branches.push(ofObjects('gallery', galleries));
    branches.push(db`
      select 'gallery', p.id, p.number, true, p.id, ${none}
        from parcel p where p.id = any(${galleries}::bigint[]) and p.settlement_id = ${view.settlementId}`);
  }
  if (media.length > 0) {
    branches.push(db`
      select 'media', m.id, coalesce(nullif(m.caption, ''), m.file_name), false, m.parcel_id,
             m.content_type like 'image/%', m.taken_at, m.subject_type, m.subject_id
        from media m
       where m.id = any(${media}::bigint[]) and m.settlement_id = ${view.settlementId} and ${seesMedia(db, view)}`);
  }
  if (tasks.length > 0) {
    branches.push(db`
      select 'task', t.id, t.title, false, t.parcel_id, ${none}
        from task t
       where t.id = any(${tasks}::bigint[]) and t.settlement_id = ${view.settlementId} and ${seesTask(db, view)}`);
  }
  const [first, ...others] = branches;
  if (first === undefined) return [];
  return db<MentionedRow[]>`
    select * from (${others.reduce((all, branch) => db`${all} union all ${branch}`, first)})
      named (type, id, title, "isParcel", "parcelId", "isPicture", "takenAt", "subjectType", "subjectId")`;
}

/** Replaces the mentions of the article, in reading order. */
export async function replaceMentions(
  db: Db,
  articleId: string,
  mentions: readonly Mention[],
): Promise<void> {
  await db`delete from article_mention where article_id = ${articleId}`;
  if (mentions.length === 0) return;
  await db`
    insert into article_mention (article_id, position, type, subject_id)
    select ${articleId}, n.position, n.type, n.id
      from unnest(${mentions.map(({ type }) => type)}::text[], ${mentions.map(({ id }) => id)}::bigint[])
           with ordinality n (type, id, position)`;
}

export interface MentioningArticle {
  id: string;
  slug: string;
  title: string;
  kind: string;
  status: string;
  aboutOn: string;
  publishedAt: Date | null;
}
