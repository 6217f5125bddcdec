-- A code on paper that confirms whoever holds it on one plot, or an owner's invitation sent by letter.
create table plot_code (
  id bigint primary key,
  parcel_id bigint not null references parcel (id) on delete cascade,
  code_hash bytea not null unique check (length(code_hash) = 32), -- keyed, because ten characters can be tried out
  role text check (role in ('family', 'tenant')),   -- set: an owner's invitation, good for this role alone
  email_key text,                                   -- where an invitation went
  issued_by bigint not null references account (id),
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),                           -- used, or withdrawn when used_by is null
  used_by bigint references account (id),
  check ((role is null) = (email_key is null))
);
create index plot_code_of_parcel on plot_code (parcel_id) where used_at is null;
create index plot_code_to_address on plot_code (email_key, issued_at) where email_key is not null;

-- Counted before the code is compared, so that tries that come together cannot share one.
create table plot_code_try (
  account_id bigint primary key references account (id),
  tries integer not null,
  since timestamptz(3) not null
);

alter table membership add column decision_note text;  -- what the board told with its yes
