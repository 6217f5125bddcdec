import type { Db } from '../../base/db/connect.ts';
import { seesArticle } from './article-visibility.ts';
import { seesTask } from './task-visibility.ts';
import { equalsAccount, isVisibleTo, type Reader } from './visibility.ts';

/**
 * Condition on `media m`. A picture is never more visible than its subject; that of a task exactly as visible as the
 * task.
 */
export function seesMedia(db: Db, reader: Reader) {
  const isShown = isVisibleTo(db, db`m.visibility`, reader);
  // A file added in the name of the settlement belongs to the current board, not to its uploader.
  const isOwn = db`(${equalsAccount(db, db`m.owner_id`, reader.accountId)}
                    and (m.parcel_id is not null or m.subject_type in ('task', 'review', 'knowledge_article')))`;
  return db`(${isOwn}
             or case m.subject_type
                  when 'article' then ${isShown} and exists (select 1 from article a where a.id = m.subject_id and ${seesArticle(db, reader)})
                  when 'task' then exists (select 1 from task t where t.id = m.subject_id and ${seesTask(db, reader)})
                  when 'review' then ${isShown} and exists (
                    select 1 from review r where r.id = m.subject_id and r.moderation_status = 'visible' and ${isVisibleTo(db, db`r.visibility`, reader)})
                  when 'message' then false
                  when 'document' then false
                  when 'meter_reading' then false
                  else ${isShown} end)`;
}
