-- An urgent announcement is told in every way a household has, and again until somebody there acknowledges it.
alter table article add column is_urgent boolean not null default false,
  add constraint article_urgent_is_announcement check (not is_urgent or kind = 'announcement');

-- `round` 0 is the telling itself, 1 to 3 are its repetitions, to those who have not acknowledged it.
alter table announcement_event add column is_urgent boolean not null default false,
  add column round smallint not null default 0;
create index announcement_event_urgent on announcement_event (settlement_id, happened_at) where is_urgent;
alter table announcement_delivery add column is_urgent boolean not null default false,
  add column round smallint not null default 0;
create index announcement_delivery_due on announcement_delivery (happened_at);
alter table announcement_household add column push_at timestamptz(3);  -- a push service accepted it

-- By household, from the page or by the link of a letter.
create table announcement_acknowledgement (
  article_id bigint not null references article (id) on delete cascade,
  parcel_id bigint not null references parcel (id) on delete cascade,
  acknowledged_at timestamptz(3) not null,
  primary key (article_id, parcel_id)
);
create index announcement_acknowledgement_of_parcel on announcement_acknowledgement (parcel_id);
