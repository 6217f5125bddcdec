-- Who said that a task is done. Work counts as verified once both sides have said so: for a company its doer and whoever
-- asked, for a contact, who has no account, an editor who is not the author. One person alone cannot make it.
alter table task
  add column done_by_doer_at timestamptz(3),        -- a confirmed representative who is not the author; null: not said
  add column done_by_author_at timestamptz(3),      -- the author, unless they speak for the company themselves
  add column done_by_board_at timestamptz(3);       -- an editor who is not the author

-- What the history tells of tasks closed before: who set them done last.
with said as (
  select distinct on (c.task_id) c.task_id, c.author_id, c.created_at
    from task_change c join task t on t.id = c.task_id
   where t.status = 'done' and t.addressee in ('company', 'contact') and c.changes->'status'->>1 = 'done'
   order by c.task_id, c.id desc
), side as (
  select s.*,
         exists (select 1 from company_representative r
                  where r.company_id = t.company_id and r.account_id = s.author_id and r.state = 'confirmed') as represents,
         exists (select 1 from settlement_role r
                  where r.settlement_id = t.settlement_id and r.account_id = s.author_id and r.role = 'editor') as edits
    from said s join task t on t.id = s.task_id
)
update task t
   set done_by_author_at = case when side.author_id = t.author_id and not side.represents then side.created_at end,
       done_by_doer_at = case when side.author_id <> t.author_id and side.represents then side.created_at end,
       done_by_board_at = case when side.author_id <> t.author_id and side.edits then side.created_at end
  from side where side.task_id = t.id;

-- The one place that says what verified work is.
alter table task add column is_verified_work boolean not null generated always as (
  status = 'done' and case addressee
    when 'company' then done_by_doer_at is not null and done_by_author_at is not null
    when 'contact' then done_by_board_at is not null
    else false end) stored;

create or replace function task_verifies_review() returns trigger language plpgsql as $$
begin
  perform 1 from contact where id = new.contact_id for no key update;
  perform 1 from company where id = new.company_id for no key update;
  update review r
     set is_verified_work = exists (
           select 1 from task t
            where t.author_id = r.author_id and t.is_verified_work
              and (t.contact_id = new.contact_id or t.company_id = new.company_id))
   where r.author_id = new.author_id
     and r.subject_type = new.addressee and r.subject_id = coalesce(new.contact_id, new.company_id);
  return new;
end $$;
drop trigger task_begun_done on task;
drop trigger task_closed_or_reopened on task;
create trigger task_begun_verified after insert on task
  for each row when (new.is_verified_work) execute function task_verifies_review();
create trigger task_verified_or_reopened after update on task
  for each row when (new.is_verified_work <> old.is_verified_work) execute function task_verifies_review();

update review r
   set is_verified_work = exists (
         select 1 from task t
          where t.author_id = r.author_id and t.is_verified_work
            and ((r.subject_type = 'contact' and t.contact_id = r.subject_id)
              or (r.subject_type = 'company' and t.company_id = r.subject_id)))
 where r.is_verified_work;
