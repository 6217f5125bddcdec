-- What was imposed on an account after a report: a warning, no writing for some days, no rights in the settlement. It ends
-- by itself when `until` has passed, whether or not anything runs then.
create table sanction (
  id bigint primary key,
  account_id bigint not null references account (id),
  settlement_id bigint references settlement (id) on delete cascade, -- null: everywhere
  kind text not null check (kind in ('warning', 'silence', 'exclusion')),
  imposed_as text not null check (imposed_as in ('board', 'platform')),
  report_id bigint references task (id) on delete set null,
  reason text not null check (length(reason) between 1 and 500),
  imposed_by bigint not null references account (id),
  imposed_at timestamptz(3) not null,
  until timestamptz(3),                                               -- of a silence
  ended_at timestamptz(3),                                            -- taken back, or its end was told
  ended_by bigint references account (id),                            -- null: time did
  end_reason text check (length(end_reason) <= 500),
  appeal text check (length(appeal) between 1 and 2000),
  appealed_at timestamptz(3),
  appeal_outcome text check (appeal_outcome in ('kept', 'lifted')),
  appeal_reason text check (length(appeal_reason) <= 500),
  appeal_decided_by bigint references account (id),
  appeal_decided_at timestamptz(3),
  check ((kind = 'silence') = (until is not null)),
  check (imposed_as = 'platform' or settlement_id is not null),
  check (kind <> 'exclusion' or settlement_id is not null),
  check ((appeal is null) = (appealed_at is null)),
  check (appeal_outcome is null or appeal is not null),
  check (num_nonnulls(appeal_outcome, appeal_decided_at) <> 1)
);
-- One of each kind for one report.
create unique index sanction_of_report on sanction (report_id, kind) where report_id is not null;
create index sanction_of_account on sanction (account_id, id desc);
create index sanction_of_settlement on sanction (settlement_id, id desc) where settlement_id is not null;
create index sanction_of_platform on sanction (id desc) where imposed_as = 'platform';
create index sanction_appealed on sanction (appealed_at) where appeal is not null and appeal_outcome is null;
create index sanction_silence_due on sanction (until) where kind = 'silence' and ended_at is null;
create index sanction_by on sanction (imposed_by);
create index sanction_ended_by on sanction (ended_by) where ended_by is not null;
create index sanction_appeal_decided_by on sanction (appeal_decided_by) where appeal_decided_by is not null;

-- Every instance hears of it: whose writing was stopped stands beside the cached token.
create function tell_sanction_changes() returns trigger language plpgsql as $$
begin
  perform tell_account_keys(array(select distinct account_id from changed));
  return null;
end $$;
create trigger sanction_added after insert on sanction
  referencing new table as changed for each statement execute function tell_sanction_changes();
create trigger sanction_changed after update on sanction
  referencing new table as changed for each statement execute function tell_sanction_changes();
create trigger sanction_removed after delete on sanction
  referencing old table as changed for each statement execute function tell_sanction_changes();

-- An exclusion that is taken back takes back the endings that it made.
alter table residency_ending add column sanction_id bigint references sanction (id) on delete set null;
create index residency_ending_of_sanction on residency_ending (sanction_id) where sanction_id is not null;

create function sanction_appeal_ended() returns trigger language plpgsql as $$
begin
  perform end_waiting('appeal:' || old.id, case when tg_op = 'DELETE' then 'removed' else coalesce(new.appeal_outcome, 'removed') end,
                      case when tg_op = 'UPDATE' then new.appeal_decided_by end, coalesce(case when tg_op = 'UPDATE' then new.appeal_decided_at end, now()));
  return null;
end $$;
create trigger sanction_appeal_decided after update of appeal_outcome on sanction
  for each row when (old.appeal is not null and old.appeal_outcome is null and new.appeal_outcome is not null)
  execute function sanction_appeal_ended();
create trigger sanction_appeal_removed after delete on sanction
  for each row when (old.appeal is not null and old.appeal_outcome is null) execute function sanction_appeal_ended();

-- A review may be reported again once the report of before was decided; one report of each person waits at a time.
drop index task_report_of_review;
create unique index task_report_of_review on task (review_id, author_id) where review_id is not null and status in ('open', 'in_progress');
create index task_reports_of_review on task (review_id) where review_id is not null;
