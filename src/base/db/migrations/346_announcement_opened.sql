-- Who opened an announcement, for themselves: Today puts first what they have not read. The board sees households only.
create table announcement_opened (
  account_id bigint not null references account (id) on delete cascade,
  article_id bigint not null references article (id) on delete cascade,
  opened_at timestamptz(3) not null,
  primary key (account_id, article_id)
);
create index announcement_opened_of_article on announcement_opened (article_id);
