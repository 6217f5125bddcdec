-- What a report is about: a threat is decided before everything else. Null: the reporter chose none.
alter table task add column report_reason text;
alter table task add constraint task_report_reason
  check (report_reason is null or (kind = 'report' and report_reason in ('rude', 'threat', 'spam', 'fraud'))) not valid;
alter table task validate constraint task_report_reason;
-- The form wrote the chosen reason at the beginning of the title.
update task set report_reason = 'threat'
 where kind = 'report' and status in ('open', 'in_progress') and title ~ '^(Threats|Угрозы)(\.|$)';
