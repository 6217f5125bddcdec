-- Diary and blog, photographs, tags on things, tasks.

create table article (
  id bigint primary key,
  settlement_id bigint not null references settlement (id),
  parcel_id bigint references parcel (id),          -- the diary's plot; null for the settlement's own kinds
  author_id bigint not null references account (id),
  slug text not null check (length(slug) between 1 and 120),
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) between 1 and 60000),
  excerpt text not null,
  kind text not null check (kind in ('diary', 'post', 'guide', 'announcement')),
  status text not null check (status in ('draft', 'published')),
  visibility visibility not null default 'residents',
  cover_media_id bigint,                            -- null: the first photograph the text names
  about_on date,                                    -- as the author said; null: the photographs say
  about_on_shown date not null,                     -- what readers see: the author's day, the photographs', or the day of writing
  mentions_count integer not null default 0,
  photos_count integer not null default 0,
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (settlement_id, slug),
  check ((kind = 'diary') = (parcel_id is not null)),
  check ((status = 'published') = (published_at is not null))
);
-- With the visibility before the time, a feed is a merge of one range per visibility: what a reader may not see is never walked over.
create index article_feed on article (settlement_id, visibility, published_at desc, id desc) where status = 'published';
create index article_feed_by_kind on article (settlement_id, kind, visibility, published_at desc, id desc) where status = 'published';
create index article_diary on article (parcel_id, visibility, published_at desc, id desc) where status = 'published' and parcel_id is not null;
create index article_own_feed on article (author_id, settlement_id, visibility, published_at desc, id desc) where status = 'published';
create index article_drafts on article (author_id, id desc) where status = 'draft';
create index article_of_author on article (author_id, id desc);

create table article_mention (
  article_id bigint not null references article (id) on delete cascade,
  position integer not null,                        -- order of first appearance in the text
  type text not null check (type in ('object', 'media', 'task', 'gallery', 'parcel')),
  subject_id bigint not null,
  primary key (article_id, type, subject_id)
);
create index article_mention_of_subject on article_mention (type, subject_id, article_id desc);

create table media (
  id bigint primary key,
  settlement_id bigint references settlement (id),  -- null: a picture of the knowledge base or of a company
  parcel_id bigint references parcel (id),          -- null: not of a plot
  subject_type text not null check (subject_type in ('parcel', 'object', 'article', 'knowledge_article', 'task', 'review', 'contact', 'company', 'settlement')),
  subject_id bigint not null,
  owner_id bigint not null references account (id),
  sha256 bytea not null check (length(sha256) = 32), -- of the file as it was sent; of a picture it goes once renditions exist
  blobs bytea[] not null,                           -- everything the row needs in the store, which keeps the same bytes once
  content_type text not null,                       -- of the file as it was sent
  bytes bigint not null,                            -- likewise; this is what the quota counts
  width integer,                                    -- null for a document
  height integer,
  taken_at timestamptz(3),                          -- null: the file does not say
  caption text not null default '' check (length(caption) <= 500),
  file_name text not null default '',
  visibility visibility not null default 'residents',
  preview text,                                     -- a tiny picture to show while loading; null until made
  renditions jsonb not null default '{}',           -- name → {sha256, width, height, bytes}
  state text not null default 'processing' check (state in ('processing', 'ready', 'failed')),
  created_at timestamptz(3) not null
);
create index media_of_settlement on media (settlement_id, id desc) where settlement_id is not null;
create index media_of_parcel on media (parcel_id, id desc) where parcel_id is not null;
create index media_of_subject on media (subject_type, subject_id, id desc);
create index media_of_blobs on media using gin (blobs);
create index media_of_owner on media (owner_id) include (bytes) where settlement_id is null;
create index media_processing on media (created_at) where state = 'processing';

-- How much of the settlement's quota is taken, kept by the rows themselves: whoever removes one gives its bytes back.
alter table settlement add column media_bytes bigint not null default 0;
create function media_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.settlement_id is not null then
    update settlement set media_bytes = media_bytes - old.bytes where id = old.settlement_id;
  end if;
  if tg_op <> 'DELETE' and new.settlement_id is not null then
    update settlement set media_bytes = media_bytes + new.bytes where id = new.settlement_id;
  end if;
  return null;
end $$;
create trigger media_counted after insert or delete or update of settlement_id, bytes on media
  for each row execute function media_counted();

alter table article add foreign key (cover_media_id) references media (id) on delete set null;
alter table knowledge_article add foreign key (cover_media_id) references media (id) on delete set null;

-- A one-time address to upload one file to, for clients that cannot send it with the call.
create table upload_ticket (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id bigint not null references account (id),
  media jsonb not null,                             -- what the file will become
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  media_id bigint references media (id) on delete set null, -- null until used
  used_at timestamptz(3)
);
create index upload_ticket_expiry on upload_ticket (expires_at);

-- One row per thing and tag; subject identifiers are snowflakes, so their order is the order of creation over all types.
create table tagging (
  tag_id bigint not null references tag (id),
  subject_type text not null check (subject_type in ('article', 'media', 'parcel_object', 'task', 'contact', 'parcel', 'company', 'knowledge_article')),
  subject_id bigint not null,
  settlement_id bigint references settlement (id),  -- null for companies and the knowledge base, which belong to no settlement
  position smallint not null default 0,             -- the order the author named them in
  primary key (subject_type, subject_id, tag_id)
);
create index tagging_in_settlement on tagging (settlement_id, tag_id, subject_type, subject_id desc);
create index tagging_by_tag on tagging (tag_id, subject_type, subject_id desc);

create table task (
  id bigint primary key,
  settlement_id bigint not null references settlement (id),
  parcel_id bigint references parcel (id),          -- null: not about one plot
  object_id bigint references parcel_object (id),   -- null: not about one object
  kind text not null check (kind in ('request', 'work', 'reminder')),
  title text not null check (length(title) between 1 and 200),
  body text not null default '' check (length(body) <= 10000),
  status text not null default 'open' check (status in ('open', 'in_progress', 'done', 'cancelled')),
  visibility visibility not null default 'private',
  author_id bigint not null references account (id),
  addressee text not null check (addressee in ('self', 'board', 'company', 'contact')),
  company_id bigint,                                -- set exactly when addressed to a company
  contact_id bigint,                                -- set exactly when addressed to a contact
  assignee_id bigint references account (id),       -- null: nobody in person yet
  due_on date,                                      -- null: no day set
  repeats text check (repeats in ('daily', 'weekly', 'monthly', 'yearly')), -- null: once
  repeats_from date,                                -- the first day of the series, so that the 31st stays the 31st; null: once
  reminded_on date,                                 -- the last day a reminder was sent for
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  closed_at timestamptz(3),
  check (repeats is null or (due_on is not null and repeats_from is not null)),
  check ((addressee = 'company') = (company_id is not null)),
  check ((addressee = 'contact') = (contact_id is not null)),
  check ((status in ('done', 'cancelled')) = (closed_at is not null))
);
create index task_of_author on task (author_id, id desc);
create index task_of_settlement on task (settlement_id, id desc);
create index task_of_company on task (company_id, id desc) where company_id is not null;
create index task_of_contact on task (contact_id, id desc) where contact_id is not null;
create index task_of_assignee on task (assignee_id, id desc) where assignee_id is not null;
create index task_of_parcel on task (parcel_id, id desc) where parcel_id is not null;
create index task_of_object on task (object_id, id desc) where object_id is not null;
create index task_due on task (due_on)
  where status in ('open', 'in_progress') and due_on is not null and reminded_on is distinct from due_on;

create table task_change (
  id bigint primary key,
  task_id bigint not null references task (id) on delete cascade,
  author_id bigint not null references account (id),
  comment text not null default '' check (length(comment) <= 5000),
  changes jsonb not null default '{}',              -- field → [before, after]
  created_at timestamptz(3) not null
);
create index task_change_of_task on task_change (task_id, id);
