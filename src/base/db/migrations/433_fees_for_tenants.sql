-- An owner lets the tenants of a plot read its fees. It holds while who let them is confirmed as an owner there.
create table fee_sharing (
  parcel_id bigint primary key references parcel (id) on delete cascade,
  let_by bigint not null references account (id),
  let_at timestamptz(3) not null
);
create index fee_sharing_by_account on fee_sharing (let_by);
