-- Two people have one conversation, however it was opened: the one written in last keeps the key by which it is found,
-- earlier ones stay readable under a key of their own.
create temporary table conversation_of_two on commit drop as
  select id, pair, row_number() over (partition by pair order by last_message_id desc nulls last, id desc) as place
    from (select id, last_message_id,
                 case when member_key like 'person:%' then member_key
                      else 'person:' || least(a, b) || ',' || greatest(a, b) end as pair
            from (select id, member_key, last_message_id, split_part(member_key, ':', 3)::bigint as a,
                         split_part(member_key, ':', 4)::bigint as b
                    from conversation where member_key ~ '^plot:[0-9]+:[0-9]+:[0-9]+$'
                  union all
                  select id, member_key, last_message_id, null, null
                    from conversation where member_key like 'person:%') found) keyed;
update conversation c set member_key = 'former:' || c.id
  from conversation_of_two t where t.id = c.id and t.place > 1;
update conversation c set member_key = t.pair
  from conversation_of_two t where t.id = c.id and t.place = 1 and c.member_key <> t.pair;
