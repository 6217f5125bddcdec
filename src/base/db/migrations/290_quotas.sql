-- What an account has of each quota is counted before it gets more. Each index holds up writes to its table while it is
-- made; of these tables only media and knowledge_revision can be large.
create index knowledge_article_drafts on knowledge_article (author_id) where status = 'draft';
create index knowledge_revision_waits on knowledge_revision (author_id) where state = 'waiting';
create index media_of_settlements_owner on media (owner_id) include (bytes) where settlement_id is not null;
create index removed_media_of_owner on removed_thing (((content->>'owner_id')::bigint)) where type = 'media';
