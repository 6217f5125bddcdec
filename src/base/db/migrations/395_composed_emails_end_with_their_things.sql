-- An email that was composed and waits in the outbox ends with the things it tells of: who sends it leaves out what has
-- ended or was read since, and drops it when nothing is left.

-- `[{eventId, key, replacements, url}]`, with `ended` once the thing was decided; null: an account email, or sent.
alter table letter add column told jsonb;

-- As in 371, and the emails that wait.
create or replace function end_waiting(thing text, how text, decider bigint, moment timestamptz, reader bigint default null)
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
  -- After the items: an email that was being composed from them meanwhile is seen now.
  update letter l
     set told = (select jsonb_agg(case when (item->>'eventId')::bigint = any(events) then item || '{"ended": true}' else item end order by place)
                   from jsonb_array_elements(l.told) with ordinality as of_letter (item, place))
   where l.state = 'waiting' and (reader is null or l.account_id = reader)
     and exists (select 1 from jsonb_array_elements(l.told) item where (item->>'eventId')::bigint = any(events));
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
