-- Board members have a title in words, and a settlement may have an auditor, who reads what the board reads and decides
-- nothing. An older instance takes an auditor for somebody related to the settlement.
alter table settlement_role
  add column title text not null default '' check (length(title) <= 60),
  drop constraint settlement_role_role_check,
  add constraint settlement_role_role_check check (role in ('editor', 'staff', 'auditor')) not valid;
alter table settlement_role validate constraint settlement_role_role_check;

-- Somebody who is asked onto the board agrees first. Asked by account where it is tied to the settlement; otherwise by
-- address, for whoever has confirmed it: the board does not learn whether the address has an account.
create table board_invitation (
  id bigint primary key,
  settlement_id bigint not null references settlement (id) on delete cascade,
  role text not null check (role in ('editor', 'auditor')),
  title text not null check (length(title) <= 60),
  account_id bigint references account (id),
  email_key text check (email_key <> ''),
  reason text not null,
  invited_by bigint not null references account (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  answer text check (answer in ('accepted', 'declined', 'withdrawn')),
  answered_at timestamptz(3),
  check ((account_id is null) <> (email_key is null)),
  check ((answer is null) = (answered_at is null))
);
create unique index board_invitation_of_account on board_invitation (settlement_id, account_id) where answer is null and account_id is not null;
create unique index board_invitation_of_address on board_invitation (settlement_id, email_key) where answer is null and email_key is not null;
create index board_invitation_by_account on board_invitation (account_id) where account_id is not null;
create index board_invitation_by_inviter on board_invitation (invited_by);

create function board_invitation_ended() returns trigger language plpgsql as $$
begin
  perform end_waiting('board_invitation:' || old.id, case when tg_op = 'DELETE' then 'removed' else new.answer end,
                      case when tg_op = 'UPDATE' and new.answer <> 'withdrawn' then new.account_id end, coalesce(new.answered_at, now()));
  return null;
end $$;
create trigger board_invitation_answered after update of answer on board_invitation
  for each row when (old.answer is null and new.answer is not null) execute function board_invitation_ended();
create trigger board_invitation_removed after delete on board_invitation
  for each row when (old.answer is null) execute function board_invitation_ended();
