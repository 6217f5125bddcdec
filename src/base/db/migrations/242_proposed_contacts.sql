-- A proposal may be of a contact that is not there yet. Its subject_id is then the identifier the contact will have.
alter table change_proposal add column is_new boolean not null default false
  check (not is_new or (subject_type = 'contact' and before = '{}'));
