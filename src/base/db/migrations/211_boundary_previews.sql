-- Which of the plots that a boundary took in got another number, because theirs was taken.
alter table settlement_boundary add column renamed bigint[] not null default '{}';

-- A drawing somebody looked at and may apply within the hour: whose, of which settlement, and how the land stood. It
-- says nothing about the settlement itself.
create table boundary_preview (
  handle text primary key,
  account_id bigint not null references account (id) on delete cascade,
  settlement_id bigint not null references settlement (id) on delete cascade,
  drawing jsonb not null,
  land text not null,                               -- digest of the plots as they were read and of what would move
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index boundary_preview_of_account on boundary_preview (account_id, created_at);
create index boundary_preview_expiry on boundary_preview (expires_at);
