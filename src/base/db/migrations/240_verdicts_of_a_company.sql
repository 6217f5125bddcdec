-- What a company reads of itself, over all settlements, newest first: every verdict that is neither private nor hidden.
create index review_of_company on review (subject_id, id desc)
  where subject_type = 'company' and moderation_status = 'visible' and visibility <> 'private';
