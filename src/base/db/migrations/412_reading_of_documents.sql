-- Documents lie in folders, and the board may ask that one is read: who has said so is kept with the document.
alter table settlement_document add column folder text not null default '' check (length(folder) <= 60);
alter table settlement_document add column asks_reading boolean not null default false;
create table settlement_document_reading (
  document_id bigint not null references settlement_document (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  read_at timestamptz(3) not null,
  primary key (document_id, account_id)
);
create index settlement_document_reading_of_account on settlement_document_reading (account_id);
