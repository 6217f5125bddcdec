-- A board may want a second member for what is hard to undo: one proposes, another applies exactly that. An older instance
-- does not know the setting and lets one member act alone.
alter table settlement add column needs_second_member boolean not null default false;

create table board_motion (
  id bigint primary key,
  settlement_id bigint not null references settlement (id) on delete cascade,
  kind text not null check (kind in ('boundary', 'land_import', 'undo_import', 'removal', 'dismissal', 'single_member')),
  membership_id bigint references membership (id) on delete cascade,    -- of who would be taken off the register
  account_id bigint references account (id) on delete cascade,          -- who would be taken off the board
  land_import_id bigint references land_import (id) on delete cascade,
  content jsonb,                                     -- what would be applied; goes with the answer
  shown jsonb not null,                              -- what it comes to: counts, numbers, names of files
  state text not null,                               -- what it was based on: another state is refused
  proposed_by bigint not null references account (id),
  proposed_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  answer text check (answer in ('seconded', 'refused', 'withdrawn', 'outdated')),
  answered_by bigint references account (id),        -- null: it ended with what it was about
  answered_at timestamptz(3),
  reason text check (reason <> ''),
  check ((answer is null) = (answered_at is null)),
  check (answer is null or content is null)
);
-- One at a time about each thing; the boundary and the setting are one thing of the settlement.
create unique index board_motion_about on board_motion
  (settlement_id, kind, coalesce(membership_id, account_id, land_import_id, 0)) where answer is null;
create index board_motion_of_settlement on board_motion (settlement_id, id desc);
create index board_motion_of_membership on board_motion (membership_id) where membership_id is not null;
create index board_motion_of_account on board_motion (account_id) where account_id is not null;
create index board_motion_of_import on board_motion (land_import_id) where land_import_id is not null;
create index board_motion_by_proposer on board_motion (proposed_by);
create index board_motion_by_answerer on board_motion (answered_by) where answered_by is not null;
create index board_motion_expiry on board_motion (expires_at) where answer is null;

create function board_motion_ended() returns trigger language plpgsql as $$
begin
  perform end_waiting('board_motion:' || old.id, case when tg_op = 'DELETE' then 'removed' else new.answer end,
                      case when tg_op = 'UPDATE' then new.answered_by end, coalesce(new.answered_at, now()));
  return null;
end $$;
create trigger board_motion_answered after update of answer on board_motion
  for each row when (old.answer is null and new.answer is not null) execute function board_motion_ended();
create trigger board_motion_removed after delete on board_motion
  for each row when (old.answer is null) execute function board_motion_ended();

-- It ends with what it is about, and with the place of who proposed it.
create function board_motion_of_former_resident() returns trigger language plpgsql as $$
begin
  update board_motion set answer = 'outdated', answered_at = coalesce(new.decided_at, now()), content = null
   where membership_id = old.id and answer is null;
  return null;
end $$;
create trigger membership_ends_motions after update of state on membership
  for each row when (old.state = 'confirmed' and new.state <> 'confirmed') execute function board_motion_of_former_resident();

create function board_motion_of_former_member() returns trigger language plpgsql as $$
begin
  update board_motion set answer = 'outdated', answered_at = now(), content = null
   where settlement_id = old.settlement_id and answer is null
     and (account_id = old.account_id or (proposed_by = old.account_id and old.role = 'editor'));
  return null;
end $$;
create trigger settlement_role_ends_motions after delete on settlement_role
  for each row when (old.role in ('editor', 'auditor')) execute function board_motion_of_former_member();
