-- Every file of land that was taken in keeps what it changed, so that it can be taken back as a whole.
alter table land_import
  drop constraint land_import_state_check,
  add constraint land_import_state_check
    check (state in ('checking', 'checked', 'applying', 'applied', 'taken_back', 'unreadable', 'failed')),
  add column applied_at timestamptz(3);              -- null: not taken in, or before what it changed was kept

-- A row of land as it was before the import and as the import left it.
create table land_import_row (
  import_id bigint not null references land_import (id) on delete cascade,
  type text not null check (type in ('parcel', 'building')),
  row_id bigint not null,
  before jsonb,                                     -- null: the import added it
  after jsonb not null,
  primary key (import_id, type, row_id)
);
create index land_import_row_of_thing on land_import_row (type, row_id);

-- The import names itself for its transaction; whatever it writes, by whichever way, is noted.
create function land_import_noted() returns trigger language plpgsql as $$
begin
  insert into land_import_row (import_id, type, row_id, before, after)
  values (current_setting('settlements.land_import')::bigint, tg_table_name, new.id,
          case when tg_op = 'UPDATE' then to_jsonb(old) end, to_jsonb(new))
  on conflict (import_id, type, row_id) do update set after = excluded.after;
  return null;
end $$;
create trigger parcel_noted after insert or update on parcel for each row
  when (coalesce(current_setting('settlements.land_import', true), '') <> '') execute function land_import_noted();
create trigger building_noted after insert or update on building for each row
  when (coalesce(current_setting('settlements.land_import', true), '') <> '') execute function land_import_noted();

-- What is shown of each feature before it is taken in: was and will be, and what looks wrong about it.
alter table land_import_feature
  add column place integer not null default 0,      -- in the list: the worst first
  add column warnings text[] not null default '{}',
  add column shift_m double precision,              -- null: no outline before or after
  add column area_was double precision,
  add column area_will double precision,
  add column was jsonb,                             -- outlines
  add column will jsonb;
update land_import_feature set place = number;
