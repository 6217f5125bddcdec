-- What residents call their devices and sensors, beside what the source calls them. Null: nothing yet.
alter table device add column given_name text check (length(given_name) between 1 and 100);
alter table sensor add column name text check (length(name) between 1 and 100);
