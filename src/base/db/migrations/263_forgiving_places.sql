-- Places are found like settlements: by their words in any form, without minding ё, with slips.
alter table place add column name_words text[] not null generated always as (name_words(name)) stored;
create index place_folded_name on place using gin (replace(lower(name), 'ё', 'е') gin_trgm_ops);
create index place_name_words on place using gin (name_words);
