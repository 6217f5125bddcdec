-- A posting's reference to its passage was checked row by row, which took half the time of making a long article
-- searchable. Postings are only ever written beside their passage, in one transaction, and go with it as before.
alter table search_posting drop constraint search_posting_passage_id_fkey;

create function forget_postings() returns trigger language plpgsql as $$
begin
  delete from search_posting where passage_id in (select id from gone);
  return null;
end $$;

create trigger knowledge_passage_forgotten after delete on knowledge_passage
  referencing old table as gone for each statement execute function forget_postings();
