-- Writes of entries wait while the index is made: about a minute for 700,000 of them.
-- The words of entries are looked for in one settlement at a time, and the last may be incomplete: an index over the words of all
-- settlements read every entry of all of them that has a frequent word. So the words are kept with their settlement.
create function settlement_words(settlement bigint, words tsvector) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(array(select settlement || ':' || lexeme from unnest(words)));

-- What an entry of the settlement has to have to match: the words of the query, whose text has them in apostrophes, wherever they stand.
create function settlement_query(settlement bigint, query tsquery) returns tsquery
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(query::text, '<(-|\d+)>', '&', 'g'), $$'((?:[^'\\]|''|\\.)*)'$$, $$'$$ || settlement || $$:\1'$$, 'g')::tsquery;

create index article_found_in_settlement on article using gin (settlement_words(settlement_id, words));
drop index article_found;
