-- What an embedding model of the operator's choice makes of each passage; empty while none is configured.
create table knowledge_vector (
  passage_id  bigint primary key references knowledge_passage (id) on delete cascade,
  model       text collate "C" not null,
  -- 32-bit floats, little endian, of length one
  vector      bytea not null check (length(vector) between 4 and 16384 and length(vector) % 4 = 0),
  written     timestamptz not null default clock_timestamp()
);
