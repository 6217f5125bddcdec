-- A name of which only a part is typed, or that is misspelt, is looked for by its letters, not in every settlement and company one after the
-- other. Both tables are small: their indexes are made in seconds.
create function name_text(words text[]) returns text
  language sql immutable strict parallel safe
  return array_to_string(words, ' ');

create index settlement_name_letters on settlement using gin (replace(lower(name), 'ё', 'е') gin_trgm_ops);
create index settlement_word_letters on settlement using gin (name_text(name_words) gin_trgm_ops);
create index company_name_letters on company using gin (replace(lower(name || ' ' || name_text(trades)), 'ё', 'е') gin_trgm_ops);
create index company_word_letters on company using gin (name_text(words) gin_trgm_ops);
