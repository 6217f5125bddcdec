-- How many records of people each account read in a settlement on a day (UTC): one row a day, whatever the number of
-- requests. Like the audit it is shown in, it is never removed, and its counts only grow.
create table register_reading (
  settlement_id bigint not null,
  account_id bigint not null references account (id),
  day date not null,
  readings integer not null check (readings > 0),
  people bigint not null check (people > 0),
  last_id bigint not null,                          -- of the latest reading, for its place in the audit
  last_at timestamptz(3) not null,
  primary key (settlement_id, account_id, day)
);
create index register_reading_of_settlement on register_reading (settlement_id, last_id desc);

create function refuse_lower_count() returns trigger language plpgsql as $$
begin
  if (new.settlement_id, new.account_id, new.day) is distinct from (old.settlement_id, old.account_id, old.day)
     or new.readings < old.readings or new.people < old.people then
    raise exception 'counts of readings only grow';
  end if;
  return new;
end $$;
create trigger register_reading_grows before update on register_reading
  for each row execute function refuse_lower_count();
create trigger register_reading_stays before delete or truncate on register_reading
  for each statement execute function refuse_audit_change();
