-- What every instance must hear of at once, because it may believe something older from memory: whose keys were revoked
-- and whose role or membership changed. Told by the tables themselves, so that no way of changing them can forget it.
create function tell_account_keys(accounts bigint[]) returns void language plpgsql as $$
begin
  if cardinality(accounts) > 50 then
    perform pg_notify('account_keys', '*');
  elsif cardinality(accounts) > 0 then
    perform pg_notify('account_keys', array_to_string(accounts, ','));
  end if;
end $$;

create function tell_token_changes() returns trigger language plpgsql as $$
begin
  perform tell_account_keys(array(
    select distinct n.account_id from changed n join former o using (id) where n.revoked_at is distinct from o.revoked_at));
  return null;
end $$;
create trigger personal_token_changes after update on personal_token
  referencing new table as changed old table as former for each statement execute function tell_token_changes();
create trigger oauth_grant_changes after update on oauth_grant
  referencing new table as changed old table as former for each statement execute function tell_token_changes();

create function tell_oauth_token_changes() returns trigger language plpgsql as $$
begin
  perform tell_account_keys(array(
    select distinct g.account_id from changed n join former o using (id) join oauth_grant g on g.id = n.grant_id
     where n.revoked_at is distinct from o.revoked_at));
  return null;
end $$;
create trigger oauth_token_changes after update on oauth_token
  referencing new table as changed old table as former for each statement execute function tell_oauth_token_changes();

create function tell_account_changes() returns trigger language plpgsql as $$
begin
  perform tell_account_keys(array(
    select n.id from changed n join former o using (id)
     where (n.platform_role, n.is_operator, n.deleted_at) is distinct from (o.platform_role, o.is_operator, o.deleted_at)));
  return null;
end $$;
create trigger account_changes after update on account
  referencing new table as changed old table as former for each statement execute function tell_account_changes();

create function tell_added_or_removed() returns trigger language plpgsql as $$
begin
  perform tell_account_keys(array(select distinct account_id from changed));
  return null;
end $$;
create trigger settlement_role_added after insert on settlement_role
  referencing new table as changed for each statement execute function tell_added_or_removed();
create trigger settlement_role_removed after delete on settlement_role
  referencing old table as changed for each statement execute function tell_added_or_removed();
create trigger membership_added after insert on membership
  referencing new table as changed for each statement execute function tell_added_or_removed();

create function tell_membership_changes() returns trigger language plpgsql as $$
begin
  perform tell_account_keys(array(
    select distinct n.account_id from changed n join former o using (id) where (n.state, n.role) is distinct from (o.state, o.role)));
  return null;
end $$;
create trigger membership_changes after update on membership
  referencing new table as changed old table as former for each statement execute function tell_membership_changes();
