-- A document is replaced by newer versions of itself, and the board says who reads it. The row holds what is shown now.
alter table settlement_document
  add column readers text not null default 'residents' check (readers in ('public', 'residents', 'owners', 'editors')),
  add column version integer not null default 1 check (version >= 1),
  -- Who has read this version or a later one need not read it again.
  add column read_since_version integer not null default 1 check (read_since_version >= 1);

-- What was shown before, as it was put in.
create table settlement_document_version (
  document_id bigint not null references settlement_document (id) on delete cascade,
  version integer not null,
  media_id bigint not null unique references media (id) on delete cascade,
  day date not null,
  added_by bigint not null references account (id),
  created_at timestamptz(3) not null,
  primary key (document_id, version)
);
create index settlement_document_version_of_account on settlement_document_version (added_by);

-- A mark says which version was read.
alter table settlement_document_reading add column version integer not null default 1;
alter table settlement_document_reading drop constraint settlement_document_reading_pkey;
alter table settlement_document_reading add primary key (document_id, account_id, version);

-- Files of documents and photographs of meters are in no list of photographs: each is read where its own thing is.
alter table media
  drop constraint media_subject_type_check,
  add constraint media_subject_type_check check (subject_type in ('parcel', 'object', 'article', 'knowledge_article', 'task', 'review', 'contact', 'company', 'settlement', 'message', 'document', 'meter_reading'));
update media m set subject_type = 'document', subject_id = d.id, visibility = 'private'
  from settlement_document d where d.media_id = m.id;
