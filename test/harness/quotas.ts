/** For tests with few accounts that write a lot; tests of quotas set their own. */
export const generousQuotas =
  'drafts=100000000,waiting=100000000,file_bytes=1000000000000,tokens=1000000,urgent_notices=100000,' +
  'open_tasks=100000000,changes=100000000,written_bytes=1000000000000';
