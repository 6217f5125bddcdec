-- When the operators were written to about a backup that is bad or the last for too long.
alter table backup add column told_at timestamptz(3);
