-- Unread notifications from before are bound to their things by the addresses they lead to, and those of decided things end.
insert into waiting_event (about, event_id)
select distinct kinds.about || substring(told.url from '\d+$'), told.event_id
  from (select key, url, event_id from notification where read_at is null and topic in ('review_queue', 'reminders')
         union
        select key, url, event_id from letter_item) told
  join (values ('notifications.proposal_waiting', 'proposal:'), ('notifications.knowledge_waiting', 'revision:'),
               ('notifications.residency_waiting', 'claim:'), ('notifications.residency_reminded', 'claim:'),
               ('notifications.settlement_asked', 'settlement_request:'), ('notifications.company_claimed', 'company:'),
               ('notifications.task_written', 'offer:'), ('notifications.task_offered', 'offer:'),
               ('notifications.task_assigned', 'task:'), ('notifications.task_due', 'task:'),
               ('notifications.message_reported', 'task:'), ('notifications.review_reported', 'task:')) kinds (key, about)
    on kinds.key = told.key
 where told.url ~ '/\d+$'
on conflict do nothing;

create function pg_temp.waiting(kind text) returns table (about text, id bigint) language sql as $$
  select distinct w.about, split_part(w.about, ':', 2)::bigint from waiting_event w where w.about like kind || ':%'
$$;

select end_waiting(w.about, p.status, p.decided_by, coalesce(p.decided_at, now()))
  from pg_temp.waiting('proposal') w join change_proposal p on p.id = w.id where p.status <> 'pending';
select end_waiting(w.about, case r.state when 'rejected' then 'refused' else r.state end, r.decided_by, coalesce(r.decided_at, now()))
  from pg_temp.waiting('revision') w join knowledge_revision r on r.id = w.id where r.state <> 'waiting';
select end_waiting(w.about, case when m.state = 'confirmed' then 'confirmed'
                                 when m.decided_by is null or m.decided_by = m.account_id then 'withdrawn' else 'refused' end,
                   case when m.decided_by <> m.account_id then m.decided_by end, coalesce(m.decided_at, now()))
  from pg_temp.waiting('claim') w join membership m on m.id = w.id where m.state <> 'claimed';
select end_waiting(w.about, q.state, q.decided_by, coalesce(q.decided_at, now()))
  from pg_temp.waiting('settlement_request') w join settlement_request q on q.id = w.id where q.state <> 'waiting';
select end_waiting(w.about, 'verified', null, now())
  from pg_temp.waiting('company') w join company c on c.id = w.id
 where c.is_verified and not exists (select 1 from company_representative r where r.company_id = c.id and r.state = 'claimed');
select end_waiting(w.about, case when t.closed_at is null then 'taken' else coalesce(t.outcome, t.status) end, null, t.updated_at)
  from pg_temp.waiting('offer') w join task t on t.id = w.id where t.status <> 'open';
select end_waiting(w.about, coalesce(t.outcome, t.status), null, t.closed_at)
  from pg_temp.waiting('task') w join task t on t.id = w.id where t.closed_at is not null;
