-- A moderator may pass a text with a correction of their own: a revision of the same author on top of the one handed in.
alter table knowledge_revision add column corrected_by bigint references account (id);
