-- Every time an announcement was told. Neither these nor what follows goes with the article: who was told stays known.
create table announcement_event (
  event_id bigint primary key,
  article_id bigint not null,
  settlement_id bigint not null,
  happened_at timestamptz(3) not null
);
create index announcement_event_of_article on announcement_event (article_id);
insert into announcement_event (event_id, article_id, settlement_id, happened_at)
select d.event_id, d.article_id, a.settlement_id, d.happened_at
  from announcement_delivery d join article a on a.id = d.article_id;

-- By household, that is by plot: the board sees no persons.
create table announcement_household (
  event_id bigint not null references announcement_event (event_id),
  parcel_id bigint not null,
  site_at timestamptz(3),                           -- stood in somebody's bell
  letter_at timestamptz(3),                         -- a letter was handed over
  read_at timestamptz(3),                           -- read in the bell, or opened by somebody signed in
  primary key (event_id, parcel_id)
);

-- Which letter told of it, until the letter itself goes.
create table letter_announcement (
  letter_id bigint not null references letter (id) on delete cascade,
  event_id bigint not null,
  primary key (letter_id, event_id)
);
