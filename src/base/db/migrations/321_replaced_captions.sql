-- Captions of photographs are kept like the words of articles.
alter table replaced_value
  drop constraint replaced_value_subject_type_check,
  add constraint replaced_value_subject_type_check check (subject_type in ('article', 'parcel_object', 'media'));
