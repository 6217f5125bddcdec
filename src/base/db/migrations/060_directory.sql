-- The directory that neighbours correct together, companies, corrections and medals.

create table contact (
  id bigint primary key,
  settlement_id bigint not null references settlement (id),
  slug text not null check (length(slug) between 1 and 120),
  name text not null check (length(name) between 1 and 200),
  category text not null check (category in ('emergency', 'board', 'utilities', 'trade', 'shop', 'delivery', 'transport', 'health', 'education', 'other')),
  phones text[] not null default '{}',              -- E.164
  address text not null default '' check (length(address) <= 300),
  hours text not null default '' check (length(hours) <= 300),
  site text not null default '' check (length(site) <= 300),
  notes text not null default '' check (length(notes) <= 2000),
  rating bigint not null default 0,
  gold integer not null default 0, silver integer not null default 0, bronze integer not null default 0, dung integer not null default 0,
  created_by bigint not null references account (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3),
  unique (settlement_id, slug)
);
create index contact_list on contact (settlement_id, id desc) where archived_at is null;
create index contact_by_category on contact (settlement_id, category, id desc) where archived_at is null;

create table company (
  id bigint primary key,
  inn text not null unique check (inn ~ '^([0-9]{10}|[0-9]{12})$'),
  slug text not null unique check (length(slug) between 1 and 120),
  name text not null check (length(name) between 1 and 200),
  description text not null default '' check (length(description) <= 5000),
  trades text[] not null default '{}',
  phones text[] not null default '{}',
  address text not null default '' check (length(address) <= 300),
  hours text not null default '' check (length(hours) <= 300),
  site text not null default '' check (length(site) <= 300),
  is_verified boolean not null default false,
  rating bigint not null default 0,
  gold integer not null default 0, silver integer not null default 0, bronze integer not null default 0, dung integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index company_trades on company using gin (trades);
create index company_name on company using gin (replace(lower(name), 'ё', 'е') gin_trgm_ops);

create table company_representative (
  company_id bigint not null references company (id) on delete cascade,
  account_id bigint not null references account (id),
  state text not null check (state in ('claimed', 'confirmed', 'ended')),
  created_at timestamptz(3) not null,
  primary key (company_id, account_id)
);
create index company_representative_of_account on company_representative (account_id) where state <> 'ended';

create table company_settlement (
  company_id bigint not null references company (id) on delete cascade,
  settlement_id bigint not null references settlement (id) on delete cascade,
  primary key (settlement_id, company_id)
);
create index company_settlement_of_company on company_settlement (company_id);

alter table task add foreign key (company_id) references company (id), add foreign key (contact_id) references contact (id);

create table change_proposal (
  id bigint primary key,
  settlement_id bigint not null references settlement (id),
  subject_type text not null check (subject_type in ('contact', 'company')),
  subject_id bigint not null,
  author_id bigint not null references account (id),
  note text not null default '' check (length(note) <= 500),
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused', 'withdrawn')),
  proposed jsonb not null,
  before jsonb not null,                            -- the same fields as they stood when it was written
  applied jsonb,                                    -- the fields that were applied; null unless approved
  reject_reason text check ((status = 'refused') = (reject_reason is not null)),
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by bigint references account (id),
  check ((status in ('approved', 'refused')) = (decided_by is not null))
);
create index change_proposal_queue on change_proposal (settlement_id, id desc) where status = 'pending';
create index change_proposal_history on change_proposal (settlement_id, id desc) where status <> 'withdrawn';
create index change_proposal_of_author on change_proposal (author_id, id desc);

create table review (
  id bigint primary key,
  settlement_id bigint not null references settlement (id),
  subject_type text not null check (subject_type in ('contact', 'company')),
  subject_id bigint not null,
  author_id bigint not null references account (id),
  medal text not null check (medal in ('gold', 'silver', 'bronze', 'dung')),
  weight integer not null check (weight = case medal when 'gold' then 100 when 'silver' then 10 when 'bronze' then 1 else 100 end),
  body text check (length(body) <= 5000),           -- null: a medal without words
  has_used_service boolean not null default false,
  is_verified_resident boolean not null,
  is_verified_work boolean not null,
  visibility visibility not null default 'residents',
  moderation_status text not null default 'visible' check (moderation_status in ('visible', 'hidden')),
  moderation_reason text check ((moderation_status = 'hidden') = (moderation_reason is not null)),
  moderated_by bigint references account (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (settlement_id, subject_type, subject_id, author_id)
);
-- Each reader sees some of these kinds of verdicts; a page is the newest few of each, wherever in the list it lies.
create index review_of_subject on review (subject_type, subject_id, settlement_id, moderation_status, visibility, id desc);

-- A verdict knows whether work for its author was closed as done, also when that happens, or is undone, after it was
-- given. The subject's row is taken first, as posting does, so that neither can miss the other.
create function task_verifies_review() returns trigger language plpgsql as $$
begin
  perform 1 from contact where id = new.contact_id for no key update;
  perform 1 from company where id = new.company_id for no key update;
  update review r
     set is_verified_work = exists (
           select 1 from task t
            where t.author_id = r.author_id and t.status = 'done'
              and (t.contact_id = new.contact_id or t.company_id = new.company_id))
   where r.author_id = new.author_id
     and r.subject_type = new.addressee and r.subject_id = coalesce(new.contact_id, new.company_id);
  return new;
end $$;
create trigger task_begun_done after insert on task
  for each row when (new.status = 'done' and new.addressee in ('contact', 'company'))
  execute function task_verifies_review();
create trigger task_closed_or_reopened after update of status on task
  for each row when ((new.status = 'done') <> (old.status = 'done') and new.addressee in ('contact', 'company'))
  execute function task_verifies_review();
create index review_of_author on review (author_id, subject_type, subject_id);

create table review_answer (
  review_id bigint primary key references review (id) on delete cascade,
  author_id bigint not null references account (id),
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
