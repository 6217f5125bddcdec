import type { Db } from '../../base/db/connect.ts';
import type { MediaSubjectType } from '../../domain/rules/media-access.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';

/**
 * The subject of a photograph, with what permissions and visibility depend on. Tasks are decided by their parties.
 */
export interface MediaSubjectRow {
  /** Null for the knowledge base and companies. */
  settlementId: string | null;
  parcelId: string | null;
  /** The company itself, or the one a task is assigned to. */
  companyId: string | null;
  authorId: string | null;
  /** Null for subjects without a visibility of their own. */
  visibility: Visibility | null;
  /** A draft, or hidden by the board: only for its author and moderators. */
  isHidden: boolean;
  isMember: boolean;
  isRepresentative: boolean;
}

/**
 * With `keep`, locks the subject against removal, so that no photograph is added to a deleted one. Articles get a
 * stronger lock because they store a photograph count. Lock order: articles, media, settlement.
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
                x.state not in ('waiting', 'verified') as "isHidden", x.id as "companyId" from company x`;
    case 'article':
      return db`x.settlement_id as "settlementId", x.parcel_id as "parcelId", ${by}, x.status = 'draft' as "isHidden", ${shown} from article x`;
    case 'review':
      return db`x.settlement_id as "settlementId", null::bigint as "parcelId", ${by}, x.moderation_status = 'hidden' as "isHidden", ${shown} from review x`;
    case 'knowledge_article':
      return db`null::bigint as "settlementId", null::bigint as "parcelId", ${by}, null::text as visibility,
                x.status <> 'published' as "isHidden", null::bigint as "companyId" from knowledge_article x`;
    case 'message':
      // Until it is sent, it belongs to the sender; afterwards it cannot be changed.
      return db`null::bigint as "settlementId", null::bigint as "parcelId", x.id as "authorId", 'private'::text as visibility,
                false as "isHidden", null::bigint as "companyId" from account x`;
    case 'task':
      return db`x.settlement_id as "settlementId", x.parcel_id as "parcelId", ${by}, false as "isHidden", ${shown} from task x`;
  }
}
