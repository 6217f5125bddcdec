import type { Db } from '../../base/db/connect.ts';
import { replyRetentionDays } from '../../domain/kernel/idempotency.ts';
import { writtenDays } from '../../domain/rules/quotas.ts';
import { deleteOldUnansweredQuestions } from '../knowledge/unanswered-questions.ts';
import { deleteOldBackupRuns } from './backup-runs.ts';
import { replacedRetentionDays } from './replaced-values.ts';

/** Deletes expired rows. Some are kept one more day for troubleshooting. */
export async function sweepExpired(db: Db, now: Date): Promise<void> {
  await db`delete from idempotency_reply where created_at < ${now}::timestamptz - make_interval(days => ${replyRetentionDays}::int)`;
  await db`delete from replaced_value where replaced_at < ${now}::timestamptz - make_interval(days => ${replacedRetentionDays}::int)`;
  await db`delete from account_day where day < (${now}::timestamptz at time zone 'UTC')::date - ${writtenDays}::integer`;
  await db`delete from boundary_preview where expires_at < ${now}`;
  await db`delete from land_import where expires_at < ${now} and state <> 'applying'`;
  await db`delete from session where expires_at < ${now}::timestamptz - interval '1 day'`;
  await db`delete from registration where expires_at < ${now}`;
  await db`delete from plot_code where role is not null and expires_at < ${now}::timestamptz - interval '1 day'`;
  await db`delete from waiting_form where expires_at < ${now}`;
  await db`delete from account_code where expires_at < ${now}::timestamptz - interval '1 day'`;
  await db`delete from oauth_code where expires_at < ${now}::timestamptz - interval '1 day'`;
  await db`delete from oauth_token where expires_at < ${now}::timestamptz - interval '1 day'`;
  await db`
    delete from oauth_client c
     where last_used_at is null and created_at < ${now}::timestamptz - interval '1 day'
       and (fresh_until is null or fresh_until < ${now}) and not exists (select 1 from oauth_grant g where g.client_id = c.id)`;
  // The media sweep removes the file.
  await db`delete from data_export where coalesce(expires_at, requested_at + interval '7 days') < ${now}`;
  await db`delete from sign_in_failure where last_failed_at < ${now}::timestamptz - interval '1 day'`;
  await db`delete from instance_lease where expires_at < now() - interval '1 day'`;
  // A code outlives its letter, and the board still sees what became of it.
  await db`
    with gone as (
      delete from letter where state <> 'waiting' and created_at < ${now}::timestamptz - interval '30 days' returning id, state)
    update plot_code c set letter_state = gone.state from gone where c.letter_id = gone.id`;
  await db`delete from push_item where state <> 'waiting' and happened_at < ${now}::timestamptz - interval '30 days'`;
  await db`delete from job where failed_at < ${now}::timestamptz - interval '30 days'`;
  await deleteOldBackupRuns(db, now);
  await deleteOldUnansweredQuestions(db, now);
}
