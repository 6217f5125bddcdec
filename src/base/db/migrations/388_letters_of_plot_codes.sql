-- The letter that carries a code, so that the board sees what became of it. The letter is deleted after a month and the
-- code lives longer: the state it ended in is copied then. Null: a sheet of paper, or a code of an older version.
alter table plot_code
  add column letter_id bigint,
  add column letter_state text check (letter_state in ('sent', 'printed', 'refused', 'failed'));
create index plot_code_of_letter on plot_code (letter_id) where letter_id is not null;
-- The board's list of codes reads used ones, too.
create index plot_code_by_parcel on plot_code (parcel_id, id);
