-- Whoever sees little of a settlement's photographs must not have to pass by all the others: one range for each visibility,
-- one for what is the reader's own, and one for those of tasks, which follow the task whatever their own visibility is.
create index media_of_visibility on media (settlement_id, visibility, id desc) where settlement_id is not null;
create index media_of_sender on media (settlement_id, owner_id, id desc) where settlement_id is not null;
create index media_of_tasks on media (settlement_id, id desc) where subject_type = 'task';
