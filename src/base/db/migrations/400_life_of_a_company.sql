-- A company waits, is refused or checked, is joined to another, closes. The earlier version knows only `is_verified`,
-- which it goes on writing: so the state is computed from what is known, and never contradicts it.
alter table company
  add column refused_at timestamptz(3),             -- null again once it asks again
  add column joined_to bigint references company (id),
  add column closed_at timestamptz(3),
  add column asked_again smallint not null default 0 check (asked_again between 0 and 3),
  add column decided_by bigint,                     -- the latest decision on it, with its reason
  add column decided_at timestamptz(3),
  add column decision_reason text not null default '' check (length(decision_reason) <= 1000),
  add column state text not null generated always as (
    case when joined_to is not null then 'joined' when closed_at is not null then 'closed' when is_verified then 'verified'
         when refused_at is not null then 'refused' else 'waiting' end) stored;
create index company_joined_to on company (joined_to) where joined_to is not null;

-- The tax number goes with the company; whoever registers it again begins anew.
alter table company drop constraint company_inn_key, drop constraint company_inn_check;
alter table company add constraint company_inn_check check (inn ~ '^([0-9]{10}|[0-9]{12})$' or (inn = '' and coalesce(closed_at, decided_at) is not null));
create unique index company_inn on company (inn) where inn <> '';

-- When somebody was taken in, refused or left, and why.
alter table company_representative
  add column decided_at timestamptz(3),
  add column reason text not null default '' check (length(reason) <= 1000);

-- A notification to moderators ends with what they decide, and those of an ended company end with it.
create or replace function company_ended() returns trigger language plpgsql as $$
begin
  if new.state = 'verified' then
    perform end_waiting('company:' || new.id, 'verified', new.verified_by, now())
      where not exists (select 1 from company_representative r where r.company_id = new.id and r.state = 'claimed');
  else
    perform end_waiting('company:' || new.id, new.state, new.decided_by, now());
  end if;
  if new.state in ('joined', 'closed') then
    perform end_waiting('reviews:' || new.id, new.state, new.decided_by, now());
  end if;
  return null;
end $$;
drop trigger company_verified on company;
create trigger company_decided after update on company
  for each row when (new.state <> old.state and new.state <> 'waiting') execute function company_ended();

create or replace function representative_ended() returns trigger language plpgsql as $$
begin
  perform end_waiting('company:' || new.company_id, case new.state when 'confirmed' then 'confirmed' else 'refused' end,
                      new.decided_by, now())
     from company c
    where c.id = new.company_id and c.state <> 'waiting'
      and not exists (select 1 from company_representative r where r.company_id = c.id and r.state = 'claimed');
  return null;
end $$;

-- Companies that lost their last representative with an account: nobody could close them. Those whose representatives a
-- moderator ended wait on the moderators' page instead.
with gone as (
  select c.id from company c
   where not exists (select 1 from company_representative r join account a on a.id = r.account_id
                      where r.company_id = c.id and r.state = 'confirmed' and a.deleted_at is null)
     and exists (select 1 from company_representative r join account a on a.id = r.account_id
                  where r.company_id = c.id and a.deleted_at is not null)),
left_behind as (
  update company_representative r set state = 'ended', decided_at = now() from gone where r.company_id = gone.id and r.state <> 'ended'),
cancelled as (
  update task t set status = 'cancelled', closed_at = now(), updated_at = now() from gone
   where t.company_id = gone.id and t.status in ('open', 'in_progress')
  returning end_waiting('offer:' || t.id, 'cancelled', null, now()), end_waiting('task:' || t.id, 'cancelled', null, now())),
withdrawn as (
  update change_proposal p
     set status = case p.status when 'pending' then 'withdrawn' else p.status end,
         proposed = p.proposed - '{phones,address,hours,site,description}'::text[],
         before = p.before - '{phones,address,hours,site,description}'::text[],
         applied = p.applied - '{phones,address,hours,site,description}'::text[]
    from gone where p.subject_type = 'company' and p.subject_id = gone.id),
pictures as (
  delete from media m using gone where m.subject_type = 'company' and m.subject_id = gone.id)
update company c
   set is_verified = false, verified_by = null, closed_at = now(), decided_at = now(), inn = '', phones = '{}', address = '', hours = '',
       site = '', description = ''
  from gone where c.id = gone.id;

-- A company that waits serves one settlement.
delete from company_settlement cs using company c
 where c.id = cs.company_id and c.state in ('waiting', 'refused')
   and exists (select 1 from company_settlement o where o.company_id = cs.company_id and o.settlement_id < cs.settlement_id);
