-- A company is searched by what it does, too: a trade or a word of its description, in any form and with a typo.
create function company_words(name text, trades text[], description text) returns text[]
  language sql immutable strict parallel safe
return name_words(name || ' ' || array_to_string(trades, ' ') || ' ' || description);

alter table company add column words text[] not null generated always as (company_words(name, trades, description)) stored;
create index company_search_words on company using gin (words);
