-- The audit tells people by their account: the name is looked up when it is read, and goes with the account.
alter table audit_entry disable trigger audit_stays;
update audit_entry set after = after - 'name' where subject_type = 'account' and after ? 'name';
alter table audit_entry enable trigger audit_stays;
