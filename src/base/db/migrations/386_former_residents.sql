-- Since when members belong to their plot. Of a membership that has ended only the audit tells whether it ever stood:
-- a claim that was refused or withdrawn is no residency.
update membership set confirmed_at = decided_at where state = 'confirmed' and confirmed_at is null;

update membership m
   set confirmed_at = greatest(m.created_at, least(m.decided_at, coalesce(
         (select min(e.at) from audit_entry e
           where e.subject_type = 'resident' and e.subject_id = m.id
             and (e.action = 'request_residency' or (e.action = 'confirm_resident' and e.after->>'state' = 'confirmed'))),
         m.created_at)))
 where m.state = 'ended' and m.confirmed_at is null
   and exists (select 1 from audit_entry e
                where e.subject_type = 'resident' and e.subject_id = m.id
                  and (e.action = 'request_residency'
                    or (e.action = 'confirm_resident' and e.after->>'state' = 'confirmed')
                    or (e.action = 'remove_resident' and e.before->>'state' = 'confirmed')));

-- What ended before endings were recorded. The identifier is that of the membership or card: both are unique, and so
-- is one ending of each.
insert into residency_ending (id, settlement_id, parcel_id, membership_id, kind, ended_on, reason, ended_at, ended_by, role)
select m.id, p.settlement_id, m.parcel_id, m.id, 'other', (m.decided_at at time zone s.time_zone)::date, nullif(m.reason, ''),
       m.decided_at, m.decided_by, m.role
  from membership m join parcel p on p.id = m.parcel_id join settlement s on s.id = p.settlement_id
 where m.state = 'ended' and m.confirmed_at is not null and m.decided_at is not null
on conflict (id) do nothing;

insert into residency_ending (id, settlement_id, parcel_id, person_id, kind, ended_on, ended_at, role)
select r.id, p.settlement_id, r.parcel_id, r.id, 'other', r.until, r.updated_at, r.role
  from recorded_person r join parcel p on p.id = r.parcel_id join settlement s on s.id = p.settlement_id
 where r.until <= (now() at time zone s.time_zone)::date
   -- The card of a member who was removed is part of that ending.
   and not exists (select 1 from membership m join account a on a.id = m.account_id
                    where m.parcel_id = r.parcel_id and m.state = 'ended' and m.confirmed_at is not null
                      and (m.decided_at at time zone s.time_zone)::date = r.until and r.email_key is not null
                      and (a.email_key = r.email_key or exists (
                            select 1 from account_former_address f where f.account_id = a.id and f.address = r.email_key)))
on conflict (id) do nothing;
