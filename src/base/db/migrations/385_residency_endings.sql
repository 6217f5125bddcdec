-- How somebody's time on a plot ended, one row for each ending, with what taking it back within a week needs.
create table residency_ending (
  id bigint primary key,
  settlement_id bigint not null references settlement (id) on delete cascade,
  parcel_id bigint not null references parcel (id) on delete cascade,
  membership_id bigint references membership (id) on delete cascade,    -- of who had an account
  person_id bigint references recorded_person (id) on delete set null,  -- the card of the person
  kind text not null check (kind in ('sold', 'died', 'moved', 'mistake', 'other')),
  ended_on date not null,
  reason text check (reason <> ''),
  successor_name text check (successor_name <> ''),
  successor_person_id bigint references recorded_person (id) on delete set null,
  successor_membership_id bigint references membership (id) on delete set null,
  ended_at timestamptz(3) not null,
  ended_by bigint references account (id),           -- null: nobody in person, or not known any more
  role text not null check (role in ('owner', 'family', 'tenant')),
  was_primary boolean not null default false,
  confirmed_by bigint references account (id),       -- who had decided the membership before
  connections jsonb not null default '[]',           -- of devices that were revoked: id, state, hadSecret
  records jsonb not null default '[]',               -- cards that ended with it: id, until, wasJoined
  taken_back_at timestamptz(3),
  taken_back_by bigint references account (id)
);
create index residency_ending_of_settlement on residency_ending (settlement_id, ended_on desc, id desc);
create index residency_ending_of_parcel on residency_ending (parcel_id);
create index residency_ending_of_membership on residency_ending (membership_id) where membership_id is not null;
create index residency_ending_of_person on residency_ending (person_id) where person_id is not null;
create index residency_ending_successor_person on residency_ending (successor_person_id) where successor_person_id is not null;
create index residency_ending_successor_member on residency_ending (successor_membership_id) where successor_membership_id is not null;

-- Since when somebody belongs to the plot: decided_at says when it ended, once it has. Kept by a trigger, because an
-- instance of the version before confirms people, too.
alter table membership add column confirmed_at timestamptz(3);
create function membership_confirmed() returns trigger language plpgsql as $$
begin
  new.confirmed_at := new.decided_at;
  return new;
end $$;
create trigger membership_begins_confirmed before insert on membership
  for each row when (new.state = 'confirmed') execute function membership_confirmed();
create trigger membership_becomes_confirmed before update of state on membership
  for each row when (new.state = 'confirmed' and old.state <> 'confirmed') execute function membership_confirmed();

-- A card that a board member joined to an account can be parted from it again, to what was before.
alter table recorded_person
  add column joined_by_hand_at timestamptz(3),
  add column member_role_before text check (member_role_before in ('owner', 'family', 'tenant')),
  add column had_no_email boolean not null default false,
  add column parted_from bigint references membership (id) on delete set null;  -- is not proposed as the same person again
create index recorded_person_parted on recorded_person (parted_from) where parted_from is not null;
