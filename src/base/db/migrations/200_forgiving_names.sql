-- Names are found by their words in any form: beside the name stand its words as they are folded for comparing, and
-- their stems. Kept by the database itself, so that whoever writes a name writes these too.
create function name_words(source text) returns text[]
  language sql immutable strict parallel safe
begin atomic
  with word as (
    select word from regexp_split_to_table(
      replace(lower(regexp_replace(normalize(source, nfkc), '[\u0300\u0301\u00AD\u200B-\u200D]', '', 'g')), 'ё', 'е'),
      '[^[:alnum:]]+') as word
     where word <> '' and length(word) <= 40
  ), form as (
    select word from word
    union
    select (case when word ~ '[а-я]' then ts_lexize('pg_catalog.russian_stem', word)
                 else ts_lexize('pg_catalog.english_stem', word) end)[1] from word
  )
  -- Latin letters that look like Cyrillic ones are taken for them: СНТ and CHT are one word.
  select coalesce(array_agg(distinct translate(word, 'aceopxykmhtb', 'асеорхукмнтв')), '{}') from form where word is not null;
end;

alter table settlement add column name_words text[] not null generated always as (name_words(name)) stored;
alter table company add column name_words text[] not null generated always as (name_words(name)) stored;
alter table contact add column name_words text[] not null
  generated always as (name_words(name || ' ' || notes || ' ' || address)) stored;

create index settlement_folded_name on settlement using gin (replace(lower(name), 'ё', 'е') gin_trgm_ops);
create index settlement_name_words on settlement using gin (name_words);
create index company_name_words on company using gin (name_words);
