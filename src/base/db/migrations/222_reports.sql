-- A report of a message or a verdict is a task that carries that one thing, for the board or for the platform's moderators.
alter table task
  drop constraint task_kind_check,
  add constraint task_kind_check check (kind in ('request', 'work', 'reminder', 'report')),
  alter column settlement_id drop not null,         -- null: a report that concerns no settlement
  add column review_id bigint,                      -- the verdict reported; it may be gone since
  add column message_id bigint,                     -- the message reported
  add column reported_id bigint references account (id), -- who wrote that: never one of those who decide
  add column outcome text check (outcome in ('hidden', 'nothing')), -- null: not decided
  add constraint task_settlement_check check (settlement_id is not null or addressee = 'platform'),
  add constraint task_report_check check (
    case when kind = 'report' then num_nonnulls(review_id, message_id) = 1 and reported_id is not null
                                   and addressee in ('board', 'platform') and visibility = 'private'
         else num_nonnulls(review_id, message_id, reported_id, outcome) = 0 and addressee <> 'platform' end);
-- One of each thing by each person.
create unique index task_report_of_review on task (review_id, author_id) where review_id is not null;
create unique index task_report_of_message on task (message_id, author_id) where message_id is not null;
create index task_for_board on task (settlement_id, id desc) where addressee = 'board';
create index task_for_platform on task (id desc) where addressee = 'platform';

alter table message add column hidden_at timestamptz(3); -- hidden for everybody after a report; null: shown

-- Reports made before become tasks that wait, addressed as they were then.
insert into task (id, settlement_id, kind, title, body, visibility, author_id, addressee, message_id, reported_id, created_at, updated_at)
select r.id, c.settlement_id, 'report', left(r.reason, 200), r.reason, 'private', r.reporter_id,
       case when c.kind = 'person' and c.settlement_id is not null and not exists (
              select 1 from settlement_role e where e.settlement_id = c.settlement_id and e.role = 'editor'
                                                and e.account_id in (m.author_id, r.reporter_id))
            then 'board' else 'platform' end,
       m.id, m.author_id, r.created_at, r.created_at
  from message_report r join message m on m.id = r.message_id join conversation c on c.id = m.conversation_id
 where m.author_id <> r.reporter_id;
