-- A notification of something that waits for a decision ends with it. The tables of the things say so themselves, so that
-- no way of deciding can forget it, an older version beside this one included.

-- `about` is a kind and an identifier, as `claim:17`. A row goes when its thing is decided.
create table waiting_event (
  about text not null,
  event_id bigint not null,
  primary key (about, event_id)
);

-- What became of the thing, and by whom; null: it waits, or never did.
alter table notification
  add column ended_at timestamptz(3),
  add column ended_by bigint,
  add column outcome text;

-- Who decided, for the two kinds of things that did not say it.
alter table company add column verified_by bigint;
alter table company_representative add column decided_by bigint;

-- `reader`: only for this account, while the thing waits on for others.
create function end_waiting(thing text, how text, decider bigint, moment timestamptz, reader bigint default null)
returns void language plpgsql as $$
declare
  events bigint[];
  unread_of bigint[];
begin
  select array_agg(event_id) into events from waiting_event where about = thing;
  if events is null then return; end if;
  -- Locked in the order in which notifications are inserted.
  select array_agg(n.account_id) into unread_of
    from (select account_id from notification
           where event_id = any(events) and read_at is null and (reader is null or account_id = reader)
           order by account_id for update) n;
  -- A push that may be on a screen is replaced there; who has read its notification has dealt with it.
  update push_item i
     set state = 'waiting', key = 'push.ended', sent_at = null, happened_at = moment, due_at = moment, attempts = 0, last_error = null
    from push_subscription s
   where i.event_id = any(events) and i.state = 'sent' and s.id = i.subscription_id and (reader is null or s.account_id = reader)
     and not exists (select 1 from notification n
                      where n.event_id = i.event_id and n.account_id = s.account_id and n.read_at is not null);
  update push_item i set state = 'failed', last_error = 'no longer wanted', replacements = '{}'
    from push_subscription s
   where i.event_id = any(events) and i.state = 'waiting' and i.key <> 'push.ended' and s.id = i.subscription_id
     and (reader is null or s.account_id = reader);
  delete from letter_item where event_id = any(events) and (reader is null or account_id = reader);
  update notification
     set read_at = coalesce(read_at, moment), ended_at = moment, ended_by = decider, outcome = how
   where event_id = any(events) and ended_at is null and (reader is null or account_id = reader);
  perform 1 from notification_counter where account_id = any(unread_of) order by account_id for update;
  update notification_counter c set unread = c.unread - ended.count
    from (select account_id, count(*) from unnest(unread_of) account_id group by account_id) ended
   where c.account_id = ended.account_id;
  perform pg_notify('bell', string_agg(account_id || '.0', ','))
    from (select account_id, (row_number() over () - 1) / 150 as part from (select distinct unnest(unread_of) as account_id) told) parted
   group by part;
  if reader is null then delete from waiting_event where about = thing; end if;
end $$;

create function proposal_ended() returns trigger language plpgsql as $$
begin
  perform end_waiting('proposal:' || old.id, case when tg_op = 'DELETE' then 'removed' else new.status end,
                      new.decided_by, coalesce(new.decided_at, now()));
  return null;
end $$;
create trigger proposal_decided after update of status on change_proposal
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function proposal_ended();
create trigger proposal_removed after delete on change_proposal
  for each row when (old.status = 'pending') execute function proposal_ended();

create function revision_ended() returns trigger language plpgsql as $$
declare
  corrector bigint;
begin
  if tg_op = 'UPDATE' and new.state = 'replaced' then
    select corrected_by into corrector from knowledge_revision
     where article_id = old.article_id and base_revision_id = old.id and corrected_by is not null limit 1;
  end if;
  perform end_waiting('revision:' || old.id,
                      case when tg_op = 'DELETE' then 'removed' when corrector is not null then 'corrected'
                           when new.state = 'rejected' then 'refused' else new.state end,
                      coalesce(new.decided_by, corrector), coalesce(new.decided_at, now()));
  return null;
end $$;
create trigger revision_decided after update of state on knowledge_revision
  for each row when (old.state = 'waiting' and new.state <> 'waiting') execute function revision_ended();
create trigger revision_removed after delete on knowledge_revision
  for each row when (old.state = 'waiting') execute function revision_ended();

create function claim_ended() returns trigger language plpgsql as $$
begin
  perform end_waiting('claim:' || old.id,
                      case when tg_op = 'DELETE' then 'removed' when new.state = 'confirmed' then 'confirmed'
                           when new.decided_by is null or new.decided_by = new.account_id then 'withdrawn' else 'refused' end,
                      case when new.decided_by <> new.account_id then new.decided_by end, coalesce(new.decided_at, now()));
  return null;
end $$;
create trigger claim_decided after update of state on membership
  for each row when (old.state = 'claimed' and new.state <> 'claimed') execute function claim_ended();
create trigger claim_removed after delete on membership
  for each row when (old.state = 'claimed') execute function claim_ended();

create function settlement_request_ended() returns trigger language plpgsql as $$
begin
  perform end_waiting('settlement_request:' || old.id,
                      case when tg_op = 'DELETE' then 'withdrawn' else new.state end,
                      new.decided_by, coalesce(new.decided_at, now()));
  return null;
end $$;
create trigger settlement_request_decided after update of state on settlement_request
  for each row when (old.state = 'waiting' and new.state <> 'waiting') execute function settlement_request_ended();
create trigger settlement_request_removed after delete on settlement_request
  for each row when (old.state = 'waiting') execute function settlement_request_ended();

-- `offer`: until somebody takes it on; `task`: until it is done or cancelled.
create function task_change_ends_waiting() returns trigger language plpgsql as $$
declare
  status text := new.changes->'status'->>1;
  how text := coalesce(new.changes->'outcome'->>1, status);
begin
  perform end_waiting('offer:' || new.task_id, case when status in ('done', 'cancelled') then how else 'taken' end,
                      new.author_id, new.created_at);
  if status in ('done', 'cancelled') then
    perform end_waiting('task:' || new.task_id, how, new.author_id, new.created_at);
  else
    perform end_waiting('task:' || new.task_id, 'reassigned', new.author_id, new.created_at, former.id::bigint)
      from jsonb_array_elements_text(
             case when jsonb_typeof(new.changes->'assignees'->0) = 'array' then new.changes->'assignees'->0
                  else jsonb_build_array(new.changes->'assignee_id'->0) end) former (id)
      join task t on t.id = new.task_id
     where former.id is not null and former.id::bigint is distinct from t.assignee_id and former.id::bigint <> all(t.further_assignee_ids);
  end if;
  return null;
end $$;
create trigger task_change_ends_waiting after insert on task_change
  for each row when (new.changes ?| array['status', 'assignee_id', 'assignees']) execute function task_change_ends_waiting();

create function decline_ends_waiting() returns trigger language plpgsql as $$
begin
  perform end_waiting('offer:' || new.task_id, 'declined', new.account_id, new.created_at, new.account_id);
  return null;
end $$;
create trigger decline_ends_waiting after insert on task_decline
  for each row execute function decline_ends_waiting();

-- A company waits until it is checked and nobody is left who claims to speak for it.
create function company_ended() returns trigger language plpgsql as $$
begin
  perform end_waiting('company:' || new.id, 'verified', new.verified_by, now())
    where not exists (select 1 from company_representative r where r.company_id = new.id and r.state = 'claimed');
  return null;
end $$;
create trigger company_verified after update of is_verified on company
  for each row when (new.is_verified and not old.is_verified) execute function company_ended();

create function representative_ended() returns trigger language plpgsql as $$
begin
  perform end_waiting('company:' || new.company_id, case new.state when 'confirmed' then 'confirmed' else 'refused' end,
                      new.decided_by, now())
     from company c
    where c.id = new.company_id and c.is_verified
      and not exists (select 1 from company_representative r where r.company_id = c.id and r.state = 'claimed');
  return null;
end $$;
create trigger representative_decided after update of state on company_representative
  for each row when (old.state = 'claimed' and new.state <> 'claimed') execute function representative_ended();

-- A company is told once while verdicts wait for its answer.
create function answer_ends_waiting() returns trigger language plpgsql as $$
begin
  perform end_waiting('reviews:' || v.subject_id, 'answered', new.author_id, new.created_at)
     from review v
    where v.id = new.review_id and v.subject_type = 'company'
      and not exists (select 1 from review o
                       where o.subject_type = 'company' and o.subject_id = v.subject_id and o.moderation_status = 'visible'
                         and not exists (select 1 from review_answer a where a.review_id = o.id));
  return null;
end $$;
create trigger answer_ends_waiting after insert on review_answer
  for each row execute function answer_ends_waiting();
