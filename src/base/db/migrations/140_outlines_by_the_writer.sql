-- Whoever writes a plot's geometry now gives the packed outline with it, ready made: having the database derive it for
-- every row took a fifth of the time of an import. What is there stays.
alter table parcel alter column outline drop expression;

-- A writer that does not give it has it made here as before, so the two never come apart.
create function outline_follows_geometry() returns trigger language plpgsql as $$
begin
  new.outline := packed_outline(new.geometry);
  return new;
end $$;

create trigger parcel_outline_given before insert on parcel
  for each row when ((new.geometry is null) <> (new.outline is null)) execute function outline_follows_geometry();
create trigger parcel_outline_kept before update of geometry, outline on parcel
  for each row when (
    (new.geometry is null) <> (new.outline is null)
    or (new.geometry is distinct from old.geometry) <> (new.outline is distinct from old.outline))
  execute function outline_follows_geometry();

alter table parcel add check ((geometry is null) = (outline is null));
