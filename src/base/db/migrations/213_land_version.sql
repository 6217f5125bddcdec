-- Counts every change of a settlement's plots and buildings, so that what is made of them is made anew only then.
create table land_version (
  settlement_id bigint primary key references settlement (id) on delete cascade,
  version bigint not null
);

create function land_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into land_version select distinct settlement_id, 1 from added where settlement_id is not null order by 1
    on conflict (settlement_id) do update set version = land_version.version + 1;
  elsif tg_op = 'DELETE' then
    insert into land_version select distinct settlement_id, 1 from gone where settlement_id is not null order by 1
    on conflict (settlement_id) do update set version = land_version.version + 1;
  else
    insert into land_version
    select settlement_id, 1 from (select settlement_id from added union select settlement_id from gone) x
     where settlement_id is not null order by 1
    on conflict (settlement_id) do update set version = land_version.version + 1;
  end if;
  return null;
end $$;

create trigger parcels_land_added after insert on parcel
  referencing new table as added for each statement execute function land_changed();
create trigger parcels_land_removed after delete on parcel
  referencing old table as gone for each statement execute function land_changed();
create trigger parcels_land_changed after update on parcel
  referencing new table as added old table as gone for each statement execute function land_changed();
create trigger buildings_land_added after insert on building
  referencing new table as added for each statement execute function land_changed();
create trigger buildings_land_removed after delete on building
  referencing old table as gone for each statement execute function land_changed();
create trigger buildings_land_changed after update on building
  referencing new table as added old table as gone for each statement execute function land_changed();
