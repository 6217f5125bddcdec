-- The day that an announcement is about: when, where, how it repeats, what of it was cancelled or moved. One value that
-- is read and written whole; beside it the span of all its occurrences, for lists by day.
alter table article add column event jsonb;
alter table article add column event_from timestamptz(3);
alter table article add column event_until timestamptz(3);
alter table article add constraint article_event_span
  check ((event is null) = (event_from is null) and (event is null) = (event_until is null) and event_from <= event_until);
create index article_by_event on article (settlement_id, event_until) where event is not null;
