import type { Db } from '../../base/db/connect.ts';
import type { MediaSubjectType } from '../../domain/rules/media-access.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';

/** The thing a photograph belongs to, as far as permissions and visibility ask. Of a task its parts decide. */
export interface MediaSubjectRow {
  /** Null for the knowledge base and companies. */
  settlementId: string | null;
  parcelId: string | null;
  /** The company itself, or the one that a task was given to. */
  companyId: string | null;
  authorId: string | null;
  /** Of things that have one; null: everybody who sees the settlement knows of it. */
  visibility: Visibility | null;
  /** Unfinished, or hidden by the board: for its author and whoever decides. */
  isHidden: boolean;
  isMember: boolean;
  isRepresentative: boolean;
}

/**
 * The thing, locked against removal when `keep` is set, so that a photograph is never added to what has just gone. An
 * article is taken as for a change, because its photographs are counted in it: articles come first, then media, then the
 * settlement, in whatever changes several of them.
 */
export async function findMediaSubject(
  db: Db,
  type: MediaSubjectType,
  id: string,
  accountId: string | null,
  keep: boolean,
): Promise<MediaSubjectRow | undefined> {
  const [row] = await db<MediaSubjectRow[]>`
    select x.*, x."parcelId" is not null and exists (
             select 1 from membership m where m.parcel_id = x."parcelId" and m.account_id = ${accountId} and m.state = 'confirmed') as "isMember",
           x."companyId" is not null and exists (
             select 1 from company_representative c where c.company_id = x."companyId" and c.account_id = ${accountId} and c.state = 'confirmed') as "isRepresentative"
      from (select ${columnsOf(db, type)} where x.id = ${id} ${keep ? (type === 'article' ? db`for no key update of x` : db`for key share of x`) : db``}) x`;
  return row;
}

function columnsOf(db: Db, type: MediaSubjectType) {
  const nobody = db`null::bigint as "authorId"`;
  const open = db`null::text as visibility, false as "isHidden", null::bigint as "companyId"`;
  const shown = db`x.visibility, null::bigint as "companyId"`;
  const by = db`x.author_id as "authorId"`;
  switch (type) {
    case 'settlement':
      return db`x.id as "settlementId", null::bigint as "parcelId", ${nobody}, ${open} from settlement x`;
    case 'parcel':
      return db`x.settlement_id as "settlementId", x.id as "parcelId", ${nobody}, ${open} from parcel x`;
    case 'object':
      return db`p.settlement_id as "settlementId", p.id as "parcelId", ${nobody}, ${open}
                from parcel_object x join parcel p on p.id = x.parcel_id`;
    case 'contact':
      return db`x.settlement_id as "settlementId", null::bigint as "parcelId", ${nobody}, null::text as visibility,
                x.archived_at is not null as "isHidden", null::bigint as "companyId" from contact x`;
    case 'company':
      return db`null::bigint as "settlementId", null::bigint as "parcelId", ${nobody}, null::text as visibility,
                false as "isHidden", x.id as "companyId" from company x`;
    case 'article':
      return db`x.settlement_id as "settlementId", x.parcel_id as "parcelId", ${by}, x.status = 'draft' as "isHidden", ${shown} from article x`;
    case 'review':
      return db`x.settlement_id as "settlementId", null::bigint as "parcelId", ${by}, x.moderation_status = 'hidden' as "isHidden", ${shown} from review x`;
    case 'knowledge_article':
      return db`null::bigint as "settlementId", null::bigint as "parcelId", ${by}, null::text as visibility,
                x.status <> 'published' as "isHidden", null::bigint as "companyId" from knowledge_article x`;
    case 'message':
      // Not sent yet, it belongs to whoever will send it; sent, it is changed by nobody.
      return db`null::bigint as "settlementId", null::bigint as "parcelId", x.id as "authorId", 'private'::text as visibility,
                false as "isHidden", null::bigint as "companyId" from account x`;
    case 'task':
      return db`x.settlement_id as "settlementId", x.parcel_id as "parcelId", ${by}, false as "isHidden", ${shown} from task x`;
  }
}
