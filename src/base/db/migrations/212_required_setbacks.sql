-- How far buildings have to keep from the border of their plot; a settlement may have rules of its own.
alter table settlement
  add column dwelling_setback_m double precision not null default 3 check (dwelling_setback_m between 0 and 100),
  add column other_setback_m double precision not null default 1 check (other_setback_m between 0 and 100);
