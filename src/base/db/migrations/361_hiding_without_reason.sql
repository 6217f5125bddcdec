-- Over REST the board may hide without a reason, which is then empty. Not valid first: adding the check scans nothing,
-- and validating it does not block writers.
alter table board_hiding drop constraint board_hiding_reason_check;
alter table board_hiding add constraint board_hiding_reason_check check (length(reason) <= 500) not valid;
alter table board_hiding validate constraint board_hiding_reason_check;
