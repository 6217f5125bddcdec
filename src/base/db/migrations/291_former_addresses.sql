-- Addresses an account had before: the board's list names people by address, and whoever was let go must not come back
-- by one they had meanwhile put aside.
create table account_former_address (
  account_id bigint not null references account (id),
  address text not null,                            -- as account.email_key writes it
  left_at timestamptz(3) not null,
  primary key (account_id, address)
);
create index account_former_address_by_address on account_former_address (address);

-- Those of the last days are known from the letters that can take them back.
insert into account_former_address (account_id, address, left_at)
select account_id, lower(trim(new_email)), max(created_at) from account_code where purpose = 'restore_email' group by 1, 2;
