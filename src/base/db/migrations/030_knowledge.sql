-- The shared knowledge base. Every change is a revision; the article points at the one everybody reads.

create table knowledge_article (
  id bigint primary key,
  author_id bigint not null references account (id),
  slug text collate "C" not null unique check (length(slug) between 1 and 120),
  status text not null check (status in ('draft', 'pending', 'published')),
  approved_revision_id bigint,                      -- null until a moderator has passed one
  cover_media_id bigint,                            -- null: the first picture of the text
  views_count bigint not null default 0,
  published_at timestamptz(3),                      -- null until first published
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check ((status = 'published') = (approved_revision_id is not null)),
  check (status <> 'published' or published_at is not null)
);
create index knowledge_article_feed on knowledge_article (published_at desc, id desc) where status = 'published';
create index knowledge_article_of_author on knowledge_article (author_id, id desc);

create table knowledge_revision (
  id bigint primary key,
  article_id bigint not null references knowledge_article (id) on delete cascade,
  author_id bigint not null references account (id),
  -- draft: of an unpublished article, not handed in; waiting: for a moderator; approved: is or was what everybody reads;
  -- rejected: returned with a reason; replaced: a newer one took its place before it was decided
  state text not null check (state in ('draft', 'waiting', 'approved', 'rejected', 'replaced')),
  base_revision_id bigint,                          -- of the same article, which goes only as a whole; null: the first one
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) between 1 and 300000),
  excerpt text not null,
  category text,                                    -- null: not sorted into the base yet
  tags text[] not null default '{}',
  note text not null default '',
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by bigint references account (id),
  reject_reason text check ((state = 'rejected') = (reject_reason is not null))
);
create index knowledge_revision_history on knowledge_revision (article_id, id desc);
create index knowledge_revision_queue on knowledge_revision (id) where state = 'waiting';
create unique index knowledge_revision_waiting on knowledge_revision (article_id, author_id) where state in ('waiting', 'draft');
create index knowledge_revision_of_author on knowledge_revision (author_id, id desc);
alter table knowledge_article add foreign key (approved_revision_id) references knowledge_revision (id) deferrable initially deferred;

-- The feed's filters read the approved text's own columns.
create index knowledge_revision_category on knowledge_revision (category, article_id) where state = 'approved';
