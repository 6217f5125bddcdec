-- The register is of people: somebody of a plot may be recorded without an account. Takes the place of the board's list of
-- residents, whose lines become records; lines for a number that no plot has any more vouch for nobody and are dropped.
create table recorded_person (
  id bigint primary key,
  parcel_id bigint not null references parcel (id),
  name text not null check (name <> ''),
  role text not null default 'owner' check (role in ('owner', 'family', 'tenant')),
  email_key text check (email_key <> ''),           -- an account that has confirmed it joins the record
  has_no_email boolean not null default false,      -- told so: not merely unknown
  phones text[] not null default '{}',
  postal_address text not null default '',
  is_member boolean,                                -- of the partnership; null: not known
  since date,
  until date,                                       -- over: vouches for nobody, is reached by nothing
  membership_id bigint unique references membership (id) on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (not (has_no_email and email_key is not null))
);
create index recorded_person_of_parcel on recorded_person (parcel_id, id);
create unique index recorded_person_address on recorded_person (parcel_id, email_key) where until is null;
create index recorded_person_by_address on recorded_person (email_key) where email_key is not null;

insert into recorded_person (id, parcel_id, name, role, email_key, membership_id, created_at, updated_at)
select e.id, p.id, coalesce(nullif(e.name, ''), e.email_key), e.role, e.email_key, joined.id, e.created_at, e.created_at
  from resident_list_entry e
  join parcel p on p.settlement_id = e.settlement_id and p.number_key = e.number_key
  left join lateral (
    select m.id from membership m join account a on a.id = m.account_id
     where m.parcel_id = p.id and m.state = 'confirmed' and a.email_key = e.email_key
     order by m.id limit 1) joined on true
 where not exists (select 1 from parcel o where o.settlement_id = p.settlement_id and o.number_key = p.number_key and o.id < p.id);
drop table resident_list_entry;

-- A code or an invitation may be for one recorded person: who uses it joins that record, with its role.
alter table plot_code add column person_id bigint references recorded_person (id) on delete cascade;
create index plot_code_of_person on plot_code (person_id) where person_id is not null;
alter table plot_code
  drop constraint plot_code_sent_is_invitation,
  add constraint plot_code_sent_is_invitation check (email_key is null or role is not null or person_id is not null);
