-- Until when the link in a letter works; null: it has no link that ends.
alter table letter add column expires_at timestamptz(3);
