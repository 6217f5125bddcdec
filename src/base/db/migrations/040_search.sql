-- The searchable form of approved knowledge articles: passages, figures and an inverted index over both.
-- Extensions are trusted ones of contrib; levenshtein_less_equal works on whole characters in any locale.
create extension if not exists fuzzystrmatch;

create table knowledge_passage (
  id             bigint primary key,
  article_id     bigint not null references knowledge_article (id) on delete cascade,
  revision_id    bigint not null,
  position       integer not null,
  title          text not null,
  text           text not null,
  hash           text not null,
  figures        integer[] not null default '{}',
  -- What the ranking reads: stems in reading order, one line a sentence, and the stems of the title and tags.
  lexemes        text not null,
  title_lexemes  text not null,
  length         integer not null,
  indexed_at     timestamptz(3) not null
);
create index knowledge_passage_article on knowledge_passage (article_id, position);

create table knowledge_figure (
  article_id  bigint not null references knowledge_article (id) on delete cascade,
  number      integer not null check (number > 0),
  kind        text not null check (kind in ('picture', 'mermaid', 'dot')),
  caption     text not null,
  words       text not null,
  svg         text,
  media_id    bigint,
  hash        text not null,
  primary key (article_id, number)
);

-- A term is known by a digest of itself, so that writers need no shared sequence and never wait for each other
-- over a word that both of them use first.
create function search_term_id(term text) returns bigint
  language sql immutable strict parallel safe
  return ('x' || encode(substr(sha256(convert_to(term, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint;

-- The vocabulary. The empty term counts the passages themselves.
create table search_term (
  id       bigint primary key,
  term     text collate "C" not null,
  df       integer not null,
  letters  smallint not null generated always as (least(length(term), 64)) stored,
  reversed text collate "C" not null generated always as (reverse(term)) stored
) with (fillfactor = 80); -- room for new counts beside the old, without touching the indexes
create index search_term_beginning on search_term (letters, term);
create index search_term_ending on search_term (letters, reversed);

-- Writers only append here; mergeTermStatistics folds the rows into search_term.
create table search_term_change (
  term_id  bigint not null,
  term     text not null,
  delta    integer not null
);
create index search_term_change_term on search_term_change (term_id) include (delta);
-- Short-lived rows: what was folded must not lie in the way of the questions.
alter table search_term_change set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- weight is the part of the score that does not depend on the question (hundredths). The key is read backwards
-- from the heaviest posting, so that a word found everywhere costs no more than its best few thousand passages.
create table search_posting (
  term_id     bigint not null,
  weight      smallint not null,
  passage_id  bigint not null references knowledge_passage (id) on delete cascade,
  primary key (term_id, weight, passage_id)
);
create index search_posting_passage on search_posting (passage_id);
-- Index-only scans need the visibility map: look in often, postings are inserted far more than changed.
alter table search_posting set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_vacuum_scale_factor = 0.05);
