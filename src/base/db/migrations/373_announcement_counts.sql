-- A letter printed on the console was handed to no mail server. Not valid first: adding the check scans nothing, and
-- validating it does not block writers. An older version never writes the new state and counts it nowhere.
alter table letter drop constraint letter_state_check;
alter table letter add constraint letter_state_check
  check (state in ('waiting', 'sent', 'printed', 'refused', 'failed')) not valid;
alter table letter validate constraint letter_state_check;

-- Counted as it happens: letters themselves go after a month, and one letter may be of a person with two plots.
alter table announcement_event
  add column people integer,                        -- told in some way, without the author; null: not counted then
  add column letters integer,                       -- planned for them; null: not counted then
  add column letters_sent integer not null default 0; -- taken by the mail server
-- Of earlier ones the plots with a letter are known, not the letters.
update announcement_event e set letters_sent = h.plots
  from (select event_id, count(letter_at)::int as plots from announcement_household group by event_id having count(letter_at) > 0) h
 where h.event_id = e.event_id;
