-- What a company needs to come, as who orders wrote it; read by nobody of the company once the order has ended.
alter table task add column directions text not null default '' check (length(directions) <= 500);
