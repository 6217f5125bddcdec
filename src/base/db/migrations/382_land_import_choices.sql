-- A table of plots is read by its columns, which a person may correct, and any feature may be left out of an import.
alter table land_import
  add column sheet jsonb,                           -- headings, meanings and first rows of a table; goes with the file
  add column columns text[],                        -- meanings that a person chose; null: guessed
  add column left_out integer[] not null default '{}',
  add column is_swapped boolean not null default false, -- latitude, or the way north, comes first in the file
  drop constraint land_import_state_check,
  add constraint land_import_state_check
    check (state in ('checking', 'columns', 'checked', 'applying', 'applied', 'taken_back', 'unreadable', 'failed')) not valid;

alter table land_import_feature
  add column fields jsonb not null default '[]',    -- what each field becomes, from and to
  add column area_written text,                     -- as it stands in the file, where it was converted
  add column has_people boolean not null default false,
  drop constraint land_import_feature_outcome_check,
  add constraint land_import_feature_outcome_check
    check (outcome in ('added', 'changed', 'unchanged', 'refused', 'left_out')) not valid;
