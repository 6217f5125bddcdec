-- On how many plots of a settlement somebody lives: kept, so that a card does not read the plots. A change leaves a mark, which waits
-- for nobody; a job counts marked settlements anew, and until then whoever reads the card counts.
create table household_count (
  settlement_id bigint primary key references settlement (id) on delete cascade,
  confirmed integer not null,
  with_claims integer not null
);
create table household_change (settlement_id bigint not null);
create index household_change_of_settlement on household_change (settlement_id);
-- Short-lived rows: what was counted must not lie in the way of those who look for a mark.
alter table household_change set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function households_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into household_change (settlement_id)
    select distinct p.settlement_id
      from former o join changed n on n.id = o.id join parcel p on p.id in (o.parcel_id, n.parcel_id)
     where (n.state, n.parcel_id) is distinct from (o.state, o.parcel_id) and p.settlement_id is not null;
  else
    insert into household_change (settlement_id)
    select distinct p.settlement_id from changed c join parcel p on p.id = c.parcel_id where p.settlement_id is not null;
  end if;
  return null;
end $$;
create trigger membership_households_added after insert on membership
  referencing new table as changed for each statement execute function households_changed();
create trigger membership_households_changed after update on membership
  referencing new table as changed old table as former for each statement execute function households_changed();
create trigger membership_households_removed after delete on membership
  referencing old table as changed for each statement execute function households_changed();

-- A plot that moves to another settlement, or is no dwelling any more, takes its households along. One that has any cannot be removed.
create function households_moved() returns trigger language plpgsql as $$
begin
  insert into household_change (settlement_id)
  select distinct s.id from gone o join added n on n.id = o.id, unnest(array[o.settlement_id, n.settlement_id]) s (id)
   where (n.kind, n.settlement_id) is distinct from (o.kind, o.settlement_id) and s.id is not null;
  return null;
end $$;
create trigger parcels_households_moved after update on parcel
  referencing new table as added old table as gone for each statement execute function households_moved();

insert into household_count (settlement_id, confirmed, with_claims)
select p.settlement_id, count(distinct m.parcel_id) filter (where m.state = 'confirmed'), count(distinct m.parcel_id)
  from membership m join parcel p on p.id = m.parcel_id
 where p.settlement_id is not null and p.kind = 'dwelling' and m.state <> 'ended' group by 1;
