-- Who went round with an announcement, door by door: where somebody was told, and where nobody was at home.
create table announcement_visit (
  article_id bigint not null references article (id) on delete cascade,
  parcel_id bigint not null references parcel (id) on delete cascade,
  outcome text not null check (outcome in ('told', 'nobody')),
  visited_by bigint not null references account (id),
  visited_at timestamptz(3) not null,
  primary key (article_id, parcel_id)
);
create index announcement_visit_of_parcel on announcement_visit (parcel_id);
create index announcement_visit_by_account on announcement_visit (visited_by);
