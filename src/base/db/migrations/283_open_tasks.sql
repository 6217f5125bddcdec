-- Today and the lists of open tasks ask for what is not done yet of somebody, or of a plot. Of ten thousand tasks that
-- one person wrote, nearly all done, they read every one without these.
create index task_open_of_author on task (author_id, id desc) where status in ('open', 'in_progress');
create index task_open_of_parcel on task (parcel_id, id desc)
  where status in ('open', 'in_progress') and parcel_id is not null;
