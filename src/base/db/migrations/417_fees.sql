-- What a treasurer's table says of a period, as it was taken in: what each plot was asked for, paid and has left. No bookkeeping.
-- Of several tables of one period the one that is neither replaced nor taken back stands.
create table fee_table (
  id bigint primary key,
  settlement_id bigint not null references settlement (id) on delete cascade,
  period text not null check (length(period) between 1 and 60),
  uploaded_by bigint not null references account (id),
  uploaded_at timestamptz(3) not null,
  rows_without_plot integer not null default 0,
  replaced_at timestamptz(3),
  taken_back_at timestamptz(3)
);
create unique index fee_table_standing on fee_table (settlement_id, lower(period)) where replaced_at is null and taken_back_at is null;
create index fee_table_of_settlement on fee_table (settlement_id, id);
create index fee_table_by_account on fee_table (uploaded_by);

create table fee_line (
  table_id bigint not null references fee_table (id) on delete cascade,
  line integer not null,
  parcel_id bigint not null references parcel (id) on delete cascade,
  asked numeric(14, 2),
  paid numeric(14, 2),
  remaining numeric(14, 2),
  note text not null default '' check (length(note) <= 200),
  primary key (table_id, line)
);
create index fee_line_of_parcel on fee_line (parcel_id);
