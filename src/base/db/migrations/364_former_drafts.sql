-- A text of an article that was never handed in, replaced by its next one: only the newest of these are kept. Rows that
-- were replaced before cannot be told from texts that waited for a moderator, so they stay unmarked and are kept.
alter table knowledge_revision add column is_former_draft boolean not null default false;
create index knowledge_revision_former_drafts on knowledge_revision (article_id, id desc) where is_former_draft;
