-- Since when a sensor tells its present value: an alarm says since when it lasts. Null: not known yet, go by measured_at.
alter table sensor add column changed_at timestamptz(3);
