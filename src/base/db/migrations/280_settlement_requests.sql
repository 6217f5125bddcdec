-- Settlements that people ask to be taken into the register. Moderators decide; what came of it stays for who asked.
create table settlement_request (
  id bigint primary key,
  account_id bigint not null references account (id),
  name text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('cottage_village', 'snt', 'dnp', 'tsn', 'village')),
  region text not null check (length(region) between 1 and 100),
  place text not null check (length(place) <= 300),           -- where in the region, as its writer says it
  asker text not null check (asker in ('board', 'resident', 'developer')), -- who they say they are there
  contact text not null check (length(contact) <= 200),       -- how a moderator reaches them beside their address
  note text not null check (length(note) <= 1000),
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'returned', 'withdrawn')),
  reason text,                                                -- of a return
  settlement_id bigint references settlement (id),            -- what came of it
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by bigint references account (id),                  -- null: taken back by who asked
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'accepted') = (settlement_id is not null)),
  check ((state = 'returned') = (reason is not null))
);
create index settlement_request_waiting on settlement_request (id) where state = 'waiting';
create index settlement_request_of_account on settlement_request (account_id, id desc);
