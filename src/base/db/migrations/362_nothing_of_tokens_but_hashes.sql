-- The hint held the last characters of a token. It is emptied and stays empty, whatever an instance of an earlier version
-- writes beside this one. Such an instance also reads it, so the column goes in a later release, with its trigger.
alter table personal_token alter column hint set default '';
create function empty_token_hint() returns trigger language plpgsql as $$
begin
  new.hint := '';
  return new;
end $$;
create trigger personal_token_hint before insert or update of hint on personal_token
  for each row when (new.hint <> '') execute function empty_token_hint();
update personal_token set hint = '' where hint <> '';
