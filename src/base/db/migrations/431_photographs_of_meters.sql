-- The photograph of a dial goes with its reading, whatever ends that.
create function meter_photograph_removed() returns trigger language plpgsql as $$
begin
  delete from media where id = old.media_id;
  return null;
end $$;
create trigger meter_photograph_removed after delete on meter_reading for each row when (old.media_id is not null)
  execute function meter_photograph_removed();
