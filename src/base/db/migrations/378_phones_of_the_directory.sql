-- To find a contact or company that has the telephone of a new one.
create index contact_phones on contact using gin (phones);
create index company_phones on company using gin (phones);
