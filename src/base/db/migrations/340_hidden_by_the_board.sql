-- What the board hid of somebody's own: it may narrow who sees an entry or a photograph, and has to say why.
create table board_hiding (
  subject_type text not null check (subject_type in ('article', 'media')),
  subject_id bigint not null,
  widest visibility not null,                       -- nobody but the board goes beyond it
  wanted visibility not null,                       -- what the author has chosen: given back when the board shows it again
  reason text not null check (length(reason) between 1 and 500),
  hidden_at timestamptz(3) not null,
  primary key (subject_type, subject_id)
);
