-- How many published articles each section holds: kept, so that the page of the knowledge base does not read all of them. Only approvals
-- and deletions change it, by few people; sections are updated in one order, so that two transactions do not wait in a circle.
create table knowledge_section (
  category text primary key,
  articles integer not null
);

create function knowledge_section_counted() returns trigger language plpgsql as $$
begin
  insert into knowledge_section as s (category, articles)
  select r.category, sum(moved.articles)
    from (values (case when tg_op <> 'INSERT' then old.approved_revision_id end, -1),
                 (case when tg_op <> 'DELETE' then new.approved_revision_id end, 1)) as moved (revision_id, articles)
    join knowledge_revision r on r.id = moved.revision_id
   where r.category is not null
   group by r.category having sum(moved.articles) <> 0
   order by r.category
  on conflict (category) do update set articles = s.articles + excluded.articles;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger knowledge_article_counted before insert or delete or update of approved_revision_id on knowledge_article
  for each row execute function knowledge_section_counted();

insert into knowledge_section (category, articles)
select r.category, count(*) from knowledge_article a join knowledge_revision r on r.id = a.approved_revision_id
 where r.category is not null group by 1;
