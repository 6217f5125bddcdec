-- Articles are found by the words of their title and text in any form. What a text names by a token is not its words.
create function article_words(title text, body text) returns tsvector
  language sql immutable strict parallel safe
begin atomic
  select setweight(to_tsvector('pg_catalog.russian', replace(lower(title), 'ё', 'е')), 'A')
      || to_tsvector('pg_catalog.russian',
           replace(lower(regexp_replace(body, '\[(object|media|task|gallery):[0-9]+\]', ' ', 'g')), 'ё', 'е'));
end;

alter table article add column words tsvector not null generated always as (article_words(title, body)) stored;
create index article_found on article using gin (words);
