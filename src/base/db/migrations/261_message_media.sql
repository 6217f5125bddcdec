-- Photographs of messages. Until it is sent, one belongs to the account that will send it.
alter table media
  drop constraint media_subject_type_check,
  add constraint media_subject_type_check check (subject_type in ('parcel', 'object', 'article', 'knowledge_article', 'task', 'review', 'contact', 'company', 'settlement', 'message'));
create index media_unsent on media (created_at) where subject_type = 'message' and subject_id = owner_id;
