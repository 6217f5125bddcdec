-- What a plot is for. Households, letters and announcements count dwellings alone.
alter table parcel add column kind text not null default 'dwelling'
  check (kind in ('dwelling', 'common', 'road', 'water', 'other'));
