-- Places, settlements, plots, buildings, what stands on a plot, and who lives there.

create table place (
  id bigint primary key,
  parent_id bigint references place (id),           -- null for a country
  kind text not null check (kind in ('country', 'region', 'district', 'locality')),
  name text not null,
  path bigint[] not null                            -- every ancestor from the root, itself included
);
create unique index place_name on place (coalesce(parent_id, 0), name);
create index place_children on place (parent_id, id);
create index place_search on place using gin (lower(name) gin_trgm_ops);

create table settlement (
  id bigint primary key,
  slug text not null unique check (slug ~ '^[a-z0-9](-?[a-z0-9])*$' and length(slug) <= 60),
  name text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('cottage_village', 'snt', 'dnp', 'tsn', 'village')),
  status text not null check (status in ('planned', 'building', 'completed', 'populating', 'populated')),
  place_id bigint not null references place (id),
  region text not null,
  address text not null default '',
  time_zone text not null default 'Europe/Moscow',
  parcels_total integer not null default 0,         -- kept by a trigger on parcel
  boundary_id bigint,                               -- null until a boundary was set; references settlement_boundary
  media_quota_bytes bigint not null default 10737418240,
  created_at timestamptz(3) not null
);
create index settlement_kind on settlement (kind, id);
create index settlement_status on settlement (status, id);
create index settlement_name on settlement using gin (lower(name) gin_trgm_ops);

-- Every place a settlement lies in, at any depth: "everything inside this place" is one range of this key.
create table settlement_place (
  place_id bigint not null references place (id),
  settlement_id bigint not null references settlement (id) on delete cascade,
  primary key (place_id, settlement_id)
);

create function settlement_placed() returns trigger language plpgsql as $$
begin
  delete from settlement_place where settlement_id = new.id;
  insert into settlement_place (place_id, settlement_id)
  select unnest(path), new.id from place where id = new.place_id;
  return new;
end $$;
create trigger settlement_placed after insert or update of place_id on settlement
  for each row execute function settlement_placed();

-- Every boundary ever applied; the settlement points at the standing one.
create table settlement_boundary (
  id bigint primary key,
  settlement_id bigint not null references settlement (id) on delete cascade,
  ring jsonb not null,
  parcels bigint[] not null default '{}',
  exclude bigint[] not null default '{}',
  snap boolean not null,
  source text not null check (source in ('manual', 'developer', 'egrn')),
  linked bigint[] not null default '{}',            -- the plots this application took in,
  unlinked bigint[] not null default '{}',          -- let go,
  kept bigint[] not null default '{}',              -- and had to keep
  applied_by bigint references account (id),        -- null: by the command line
  applied_at timestamptz(3) not null
);
create index settlement_boundary_history on settlement_boundary (settlement_id, id desc);
alter table settlement add foreign key (boundary_id) references settlement_boundary (id);

create table parcel (
  id bigint primary key,
  settlement_id bigint references settlement (id),  -- null: known to the cadastre, in no settlement
  number text not null check (length(number) between 1 and 40),
  number_key text not null,                         -- the number lower-cased without spaces, as people look it up
  cadastral_number text,                            -- null: not registered with the cadastre
  address text not null default '',
  area_m2 double precision,                         -- null: neither measured nor stated
  geometry jsonb,                                   -- GeoJSON Polygon or MultiPolygon; null: no outline known
  center point,                                     -- (longitude, latitude); null exactly when geometry is
  listing text check (listing in ('for_sale', 'reserved', 'sold')), -- the developer's listing; null: not listed
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check ((geometry is null) = (center is null))
);
create unique index parcel_cadastral on parcel (cadastral_number) where cadastral_number is not null;
create index parcel_of_settlement on parcel (settlement_id, id) where settlement_id is not null;
create index parcel_number on parcel (settlement_id, number_key) where settlement_id is not null;
create index parcel_center on parcel using gist (center);

-- What an import or a boundary changed about a plot, so that no history is lost.
create table parcel_change (
  id bigint primary key,
  parcel_id bigint not null references parcel (id) on delete cascade,
  before jsonb not null,
  source text not null,
  changed_at timestamptz(3) not null
);
create index parcel_change_of_parcel on parcel_change (parcel_id, id desc);

create function parcels_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update settlement s set parcels_total = parcels_total + c.n
      from (select settlement_id, count(*)::int n from added where settlement_id is not null group by 1) c
     where s.id = c.settlement_id;
  elsif tg_op = 'DELETE' then
    update settlement s set parcels_total = parcels_total - c.n
      from (select settlement_id, count(*)::int n from gone where settlement_id is not null group by 1) c
     where s.id = c.settlement_id;
  else
    update settlement s set parcels_total = parcels_total + c.n
      from (select settlement_id, sum(d)::int n
              from (select settlement_id, 1 d from added union all select settlement_id, -1 from gone) x
             where settlement_id is not null group by 1 having sum(d) <> 0) c
     where s.id = c.settlement_id;
    update building b set settlement_id = a.settlement_id
      from added a join gone g on g.id = a.id
     where b.parcel_id = a.id and a.settlement_id is distinct from g.settlement_id;
  end if;
  return null;
end $$;
create trigger parcels_added after insert on parcel
  referencing new table as added for each statement execute function parcels_counted();
create trigger parcels_removed after delete on parcel
  referencing old table as gone for each statement execute function parcels_counted();
create trigger parcels_moved after update on parcel
  referencing new table as added old table as gone for each statement execute function parcels_counted();

create table building (
  id bigint primary key,
  settlement_id bigint references settlement (id),  -- follows the plot, for walking a settlement's buildings in order
  parcel_id bigint references parcel (id) on delete set null, -- null: stands on no known plot
  cadastral_number text,                            -- null: not registered with the cadastre
  purpose text not null default 'unknown'
    check (purpose in ('dwelling', 'garden_house', 'garage', 'outbuilding', 'non_residential', 'structure', 'unknown')),
  area_m2 double precision not null,
  geometry jsonb,                                   -- null: only the area is known
  setback_m double precision,                       -- null: no outline, or no plot, to measure between
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index building_cadastral on building (cadastral_number) where cadastral_number is not null;
create index building_of_settlement on building (settlement_id, id) where settlement_id is not null;
create index building_of_parcel on building (parcel_id, id);

create table parcel_object (
  id bigint primary key,
  parcel_id bigint not null references parcel (id),
  kind text not null check (length(kind) between 1 and 40),
  title text not null check (length(title) between 1 and 200),
  geometry jsonb,                                   -- a point, line or outline; null: not placed on the plan
  begun_on date,                                    -- planted or built; null: not known
  notes text not null default '',
  created_by bigint not null references account (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3)
);
create index parcel_object_of_parcel on parcel_object (parcel_id, id desc);

-- Who belongs to a plot. claimed: says so; confirmed: the board agrees; ended: no longer, or refused.
create table membership (
  id bigint primary key,
  account_id bigint not null references account (id),
  parcel_id bigint not null references parcel (id),
  role text not null check (role in ('owner', 'family', 'tenant')),
  state text not null check (state in ('claimed', 'confirmed', 'ended')),
  is_primary boolean not null default false,
  note text not null default '',                    -- what the claimant tells the board
  reason text,                                      -- why it was refused or ended; null while it stands
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by bigint references account (id),        -- null: undecided, or confirmed by the board's list
  check (state <> 'confirmed' or decided_at is not null)
);
create unique index membership_standing on membership (account_id, parcel_id) where state <> 'ended';
create unique index membership_primary on membership (account_id) where is_primary and state = 'confirmed';
create index membership_of_parcel on membership (parcel_id, state);

-- The board (editor) and the developer's people (staff).
create table settlement_role (
  settlement_id bigint not null references settlement (id) on delete cascade,
  account_id bigint not null references account (id),
  role text not null check (role in ('editor', 'staff')),
  created_at timestamptz(3) not null,
  primary key (settlement_id, account_id, role)
);
create index settlement_role_of_account on settlement_role (account_id);

-- The board's own list of residents: a claim that matches it is confirmed at once.
create table resident_list_entry (
  id bigint primary key,
  settlement_id bigint not null references settlement (id) on delete cascade,
  number_key text not null,
  name text not null,
  email_key text not null,
  role text not null default 'owner' check (role in ('owner', 'family', 'tenant')),
  created_at timestamptz(3) not null,
  unique (settlement_id, number_key, email_key)
);
