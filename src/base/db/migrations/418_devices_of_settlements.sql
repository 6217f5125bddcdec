-- A connection that the board or a keeper made on a common plot, for all residents. It stays so whatever becomes of the plot:
-- no household's device becomes the settlement's by calling its plot common.
alter table device_connection add column is_common boolean not null default false;
