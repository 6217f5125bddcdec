-- An entry without a title took its first line for one, together with the names of things in a garden and of tasks, which
-- not every reader may see. Where a title still is that line, a plain word stands in it for each of them.

-- A line as the title it became: no marks, no `@` before a name.
create function title_line(line text) returns text language sql immutable strict
begin atomic
  select btrim(regexp_replace(regexp_replace(left(line, 1000), '^([\s#>*+-]+|\d+[.)]\s+)', ''),
                              '[*_`@]|!?\[|\]\([^)]*\)', '', 'g'));
end;

-- Things of one name were told apart by a number, photographs were numbered: neither counts in comparing.
create function title_key(title text) returns text language sql immutable strict
begin atomic
  select regexp_replace(title, ' \(\d+\)|(фото|photo) \d+', '', 'g');
end;

do $$
declare
  entry record;
  thing record;
  named text;
  plain text;
begin
  for entry in
    select a.id, a.title, first.line, a.body ~ '[а-яё]' as is_russian
      from article a
     cross join lateral (select line from regexp_split_to_table(a.body, '\n') with ordinality as lines (line, number)
                          where title_line(line) <> '' order by number limit 1) as first
     where first.line ~ '\[(object|task):\d+\]'
  loop
    named := entry.line;
    plain := entry.line;
    for thing in
      select n.type || ':' || n.subject_id as key, coalesce(o.title, t.title) as title,
             case n.type when 'object' then 'объект' when 'task' then 'задача' else 'фотография' end as ru,
             case n.type when 'object' then 'an object' when 'task' then 'a task' else 'a photograph' end as en
        from article_mention n
        left join parcel_object o on n.type = 'object' and o.id = n.subject_id
        left join task t on n.type = 'task' and t.id = n.subject_id
       where n.article_id = entry.id
    loop
      named := replace(named, '[' || thing.key || ']',
                       coalesce(left(btrim(regexp_replace(thing.title, '[\s@\[\]]+', ' ', 'g')), 80), 'photo 1'));
      plain := replace(plain, '[' || thing.key || ']', case when entry.is_russian then thing.ru else thing.en end);
    end loop;
    named := title_key(title_line(named));
    plain := title_line(plain);
    if title_key(entry.title) = named
       or (entry.title like '%…' and starts_with(named, title_key(rtrim(entry.title, '…')))) then
      update article
         set title = case when length(plain) <= 80 then plain
                          else regexp_replace(left(plain, 80), '(.{40,})\s\S*$', '\1') || '…' end
       where id = entry.id;
    end if;
  end loop;
end $$;

drop function title_line(text), title_key(text);
