-- Devices of a settlement are on its page and on Today of everybody who lives there.
create index device_connection_common on device_connection (parcel_id) where is_common;
