-- The directory by rating and by name, a page as cheap as by age.
create index contact_by_rating on contact (settlement_id, rating desc, id desc) where archived_at is null;
create index contact_by_name on contact (settlement_id, (replace(lower(name), 'ё', 'е') collate "C"), id) where archived_at is null;
