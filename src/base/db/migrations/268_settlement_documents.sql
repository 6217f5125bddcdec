-- Papers of a settlement, such as its charter and minutes: a file of its library with a title and the day it is of.
create table settlement_document (
  id bigint primary key,
  settlement_id bigint not null references settlement (id),
  media_id bigint not null unique references media (id) on delete cascade,
  title text not null,
  day date not null,
  added_by bigint not null references account (id),
  created_at timestamptz(3) not null
);
create index settlement_document_of_settlement on settlement_document (settlement_id, day desc, id desc);
