-- Finer switches below a topic, as channels and topics are kept: what was not switched by hand is on.
alter table notification_preference add column kinds jsonb not null default '{}';
-- Letters wait for the next morning.
alter table notification_preference add column is_digest boolean not null default false;
