import type { Db } from '../../base/db/connect.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';
import { matchesArticle, type WholeArticleRow, wholeColumns } from '../journal/articles.ts';
import { tagNames } from '../journal/tags.ts';
import { type AnnouncementReach, selectAnnouncementReach } from './announcement-reach.ts';

export interface ArticleToShow extends WholeArticleRow {
  tags: string[];
  /** Files belong to it, whether its text names them or not. */
  ownsMedia: boolean;
  /** The reader is a confirmed member of its plot. */
  isParcelMember: boolean;
  /** Of a diary entry: the author is a resident here still, and neither the author nor the reader blocks the other. */
  isAuthorReachable: boolean;
  /** Of a diary entry that the board hid. */
  hiding: { widest: Visibility; wanted: Visibility; reason: string; at: string } | null;
  /** Whom a published announcement was told; null if not asked for. */
  told: AnnouncementReach | null;
}

/** By id or slug, with what is shown beside its text. The caller checks permissions. */
export async function findArticleToShow(
  db: Db,
  settlementId: string,
  reference: string,
  view: { accountId: string | null; told: boolean },
): Promise<ArticleToShow | undefined> {
  const reach = db`
    case when a.kind = 'announcement' and a.status = 'published' then
      (select row_to_json(reach) from (${selectAnnouncementReach(db, db`a.settlement_id`, db`a.id`)}) reach) end`;
  const [row] = await db<ArticleToShow[]>`
    select ${wholeColumns(db)}, ${tagNames(db, 'article', db`a.id`)} as tags,
           exists (select 1 from media o where o.subject_type = 'article' and o.subject_id = a.id) as "ownsMedia",
           exists (select 1 from membership m where m.parcel_id = a.parcel_id and m.account_id = ${view.accountId}
                      and m.state = 'confirmed') as "isParcelMember",
           a.kind = 'diary'
             and exists (select 1 from membership o join parcel q on q.id = o.parcel_id join account w on w.id = o.account_id
                          where o.account_id = a.author_id and o.state = 'confirmed' and q.settlement_id = a.settlement_id
                            and w.deleted_at is null)
             and not exists (select 1 from account_block b
                              where (b.account_id = ${view.accountId} and b.blocked_id = a.author_id)
                                 or (b.account_id = a.author_id and b.blocked_id = ${view.accountId})) as "isAuthorReachable",
           case when a.parcel_id is not null then
             (select json_build_object('widest', b.widest, 'wanted', b.wanted, 'reason', b.reason, 'at', to_json(b.hidden_at))
                from board_hiding b where b.subject_type = 'article' and b.subject_id = a.id) end as hiding,
           ${view.told ? reach : db`null::json`} as told
      from article a where ${matchesArticle(db, settlementId, reference)}`;
  return row;
}
