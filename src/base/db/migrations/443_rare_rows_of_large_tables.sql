-- Every page asks for the ended memberships of its reader, and a village's page for its main meter: few rows of tables that grow.
create index membership_ended_of_account on membership (account_id, decided_at desc) where state = 'ended';
create index meter_main on meter (parcel_id) where is_main;
