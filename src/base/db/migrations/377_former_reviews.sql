-- A review posted again replaces the one before, whose words are kept for its author, for whom it grades and for who
-- moderates. The author goes along, so that their data can be exported and deleted.
create table former_review (
  id bigint primary key,
  review_id bigint not null references review (id) on delete cascade,
  author_id bigint not null references account (id),
  medal text not null check (medal in ('gold', 'silver', 'bronze', 'dung')),
  body text check (length(body) <= 5000),
  visibility visibility not null,
  was_hidden boolean not null,
  written_at timestamptz(3) not null,
  replaced_at timestamptz(3) not null
);
create index former_review_newest on former_review (review_id, id desc);
create index former_review_author on former_review (author_id);

-- When the words that an answer answers were written. Null: answered by an earlier version.
alter table review_answer add column words_at timestamptz(3);
