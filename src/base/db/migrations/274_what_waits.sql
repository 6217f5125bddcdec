-- Every page counts what waits for its reader. Without these the board of ten thousand plots and twenty thousand tasks
-- paid 31 ms for it, most of them over what was decided long ago; with them 0.6 ms.
create index membership_claimed on membership (parcel_id) where state = 'claimed';
create index task_board_waits on task (settlement_id, kind)
  where addressee = 'board' and status in ('open', 'in_progress');
create index task_company_waits on task (company_id)
  where status in ('open', 'in_progress');
