-- What the operator sets on pages (mail server, public address), each value sealed with SECRET_KEY.
create table installation_setting (
  name text primary key,
  sealed text not null,
  changed_at timestamptz(3) not null
);

-- The one-time link that creates the first operator.
create table setup_link (
  token_hash bytea primary key,
  expires_at timestamptz(3) not null
);

-- Privacy policy and terms of the installation: markdown, every published version.
create table policy (
  version int primary key,
  privacy text not null,
  terms text not null,
  published_at timestamptz(3) not null
);

create table policy_consent (
  account_id bigint not null references account (id),
  version int not null references policy (version),
  given_at timestamptz(3) not null,
  primary key (account_id, version)
);

-- What a registration agreed to; becomes a consent when the address is confirmed.
alter table registration add column policy_version int;

-- The board has put its checklist of first steps away.
alter table settlement add column start_hidden_at timestamptz(3);
