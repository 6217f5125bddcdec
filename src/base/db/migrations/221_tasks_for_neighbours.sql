-- Tasks for a neighbour's plot, for several people, with an early reminder, found by words.
alter table task
  drop constraint task_addressee_check,
  add constraint task_addressee_check
    check (addressee in ('self', 'board', 'company', 'contact', 'neighbour', 'platform')),
  add column to_parcel_id bigint references parcel (id), -- set exactly when given to a neighbour: any of its members may accept
  add column accepted_at timestamptz(3),            -- given to a neighbour: when it was accepted; at once when the board gave it
  add column further_assignee_ids bigint[] not null default '{}' check (cardinality(further_assignee_ids) <= 19), -- beside assignee_id
  add column remind_before smallint check (remind_before between 1 and 720), -- hours before the due day begins; null: only on the day
  add column remind_early_at timestamptz(3),        -- when that is; null: not asked for, or told already
  add column words text[] not null generated always as (name_words(title || ' ' || body)) stored,
  add constraint task_neighbour_check check ((addressee = 'neighbour') = (to_parcel_id is not null));
create index task_to_parcel on task (to_parcel_id, id desc) where to_parcel_id is not null;
create index task_of_further_assignee on task using gin (further_assignee_ids) where further_assignee_ids <> '{}';
create index task_remind_early on task (remind_early_at)
  where status in ('open', 'in_progress') and remind_early_at is not null;
create index task_words on task using gin (words);

-- Who of the plot has declined: the task is no longer theirs to see.
create table task_decline (
  task_id bigint not null references task (id) on delete cascade,
  account_id bigint not null references account (id),
  created_at timestamptz(3) not null,
  primary key (task_id, account_id)
);
