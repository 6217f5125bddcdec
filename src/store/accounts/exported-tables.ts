/** A table whose rows go into the personal data export of an account. */
export interface ExportedTable {
  name: string;
  /** Columns that hold the identifier of the account, as a value or (named `…_ids`) as an array. */
  accountColumns?: readonly string[];
  /** Instead, for rows owned through another table or only while a role lasts: a condition on `t`, with `$account`. */
  accountCondition?: string;
  /** Only these columns; by default all except `hiddenColumns`. */
  onlyColumns?: readonly string[];
}

/** Secrets and internal columns, never exported. */
export const hiddenColumns: readonly string[] = [
  'password_hash',
  'email_key',
  'token_hash',
  'push_token_hash',
  'secret',
  'sha256',
  'blobs',
  'renditions',
  'preview',
  'words',
  'name_words',
  'decided_by',
  'ended_by',
  'corrected_by',
  'moderated_by',
  'reported_id',
];

const ownDevices =
  'select d.id from device d join device_connection c on c.id = d.connection_id where c.account_id = $account';
const ownSensors = `select s.id from sensor s where s.device_id in (${ownDevices})`;

const isEditorOf = (settlement: string) =>
  `exists (select 1 from settlement_role e where e.settlement_id = ${settlement} and e.account_id = $account and e.role = 'editor')`;

/** What one read at home; what one typed for others or for the village, only while one still may. */
export const ownMeterReadings = `
  select r.id from meter_reading r join meter m on m.id = r.meter_id join parcel p on p.id = m.parcel_id
    left join sensor s on s.id = m.sensor_id left join device d on d.id = s.device_id
    left join device_connection c on c.id = d.connection_id
   where r.typed_by = $account
     and case when m.is_main or coalesce(c.is_common, false)
              then ${isEditorOf('p.settlement_id')} or exists (
                select 1 from device_keeper k where k.settlement_id = p.settlement_id and k.account_id = $account)
              else not r.is_by_board or ${isEditorOf('p.settlement_id')} end`;

export const exportedTables: readonly ExportedTable[] = [
  { name: 'account', accountColumns: ['id'] },
  { name: 'account_block', accountColumns: ['account_id'] },
  { name: 'account_former_address', accountColumns: ['account_id'] },
  { name: 'article', accountColumns: ['author_id'] },
  {
    name: 'audit_entry',
    accountColumns: ['account_id'],
    onlyColumns: ['id', 'at', 'account_id', 'action', 'subject_type', 'subject_id', 'settlement_id'],
  },
  { name: 'calendar_link', accountColumns: ['account_id'] },
  { name: 'settlement_document_reading', accountColumns: ['account_id'] },
  { name: 'settlement_calendar_link', accountColumns: ['account_id'] },
  { name: 'change_proposal', accountColumns: ['author_id'] },
  { name: 'company_representative', accountColumns: ['account_id'] },
  { name: 'contact', accountColumns: ['created_by'] },
  { name: 'conversation_member', accountColumns: ['account_id'] },
  { name: 'data_export', accountColumns: ['account_id'] },
  { name: 'device_connection', accountColumns: ['account_id'] },
  { name: 'device_keeper', accountColumns: ['account_id'] },
  { name: 'device', accountCondition: `t.id in (${ownDevices})` },
  { name: 'sensor', accountCondition: `t.id in (${ownSensors})` },
  { name: 'sensor_alert', accountCondition: `t.sensor_id in (${ownSensors})` },
  { name: 'reading_rollup', accountCondition: `t.step = 'day' and t.sensor_id in (${ownSensors})` },
  {
    name: 'fee_line',
    accountCondition: `exists (select 1 from membership m join fee_table f on f.id = t.table_id
      where m.account_id = $account and m.parcel_id = t.parcel_id and m.state = 'confirmed'
        and (m.role in ('owner', 'family') or exists (select 1 from fee_sharing g
              join membership o on o.parcel_id = g.parcel_id and o.account_id = g.let_by
             where g.parcel_id = m.parcel_id and o.state = 'confirmed' and o.role = 'owner'))
        and f.replaced_at is null and f.taken_back_at is null and f.uploaded_at >= coalesce(m.decided_at, m.created_at))`,
  },
  { name: 'fee_sharing', accountColumns: ['let_by'] },
  { name: 'interface_settings', accountColumns: ['account_id'] },
  { name: 'knowledge_article', accountColumns: ['author_id'] },
  { name: 'knowledge_revision', accountColumns: ['author_id'] },
  {
    name: 'meter',
    accountColumns: ['created_by'],
    accountCondition: `t.created_by = $account and (t.sensor_id is not null
      or exists (select 1 from parcel p where p.id = t.parcel_id and ${isEditorOf('p.settlement_id')}))`,
  },
  {
    name: 'meter_reading',
    accountColumns: ['typed_by'],
    accountCondition: `t.id in (${ownMeterReadings})`,
  },
  {
    name: 'media',
    accountColumns: ['owner_id'],
    accountCondition: `t.owner_id = $account and case t.subject_type
      when 'meter_reading' then t.subject_id in (${ownMeterReadings})
      when 'document' then ${isEditorOf('t.settlement_id')} else true end`,
  },
  { name: 'announcement_opened', accountColumns: ['account_id'] },
  { name: 'announcement_visit', accountColumns: ['visited_by'] },
  { name: 'policy_consent', accountColumns: ['account_id'] },
  { name: 'membership', accountColumns: ['account_id'] },
  { name: 'message', accountColumns: ['author_id'] },
  { name: 'message_report', accountColumns: ['reporter_id'] },
  { name: 'notification', accountColumns: ['account_id'] },
  { name: 'notification_preference', accountColumns: ['account_id'] },
  { name: 'oauth_grant', accountColumns: ['account_id'] },
  { name: 'parcel_object', accountColumns: ['created_by'] },
  { name: 'personal_token', accountColumns: ['account_id'] },
  {
    name: 'push_subscription',
    accountColumns: ['account_id'],
    onlyColumns: ['id', 'account_id', 'session_id', 'host', 'created_at', 'failing_since'],
  },
  {
    name: 'removed_thing',
    accountColumns: ['removed_by'],
    onlyColumns: ['type', 'id', 'settlement_id', 'parcel_id', 'removed_by', 'removed_at', 'tags'],
  },
  {
    name: 'replaced_value',
    accountColumns: ['account_id'],
    onlyColumns: ['id', 'subject_type', 'subject_id', 'account_id', 'replaced_at'],
  },
  {
    name: 'recorded_person',
    accountCondition: 't.membership_id in (select m.id from membership m where m.account_id = $account)',
  },
  {
    name: 'residency_ending',
    accountCondition: 't.membership_id in (select m.id from membership m where m.account_id = $account)',
    onlyColumns: [
      'id',
      'settlement_id',
      'parcel_id',
      'membership_id',
      'kind',
      'ended_on',
      'reason',
      'ended_at',
      'role',
      'taken_back_at',
    ],
  },
  { name: 'register_reading', accountColumns: ['account_id'] },
  { name: 'former_review', accountColumns: ['author_id'] },
  { name: 'review', accountColumns: ['author_id'] },
  { name: 'review_answer', accountColumns: ['author_id'] },
  {
    name: 'sanction',
    accountColumns: ['account_id'],
    onlyColumns: [
      'id',
      'account_id',
      'settlement_id',
      'kind',
      'imposed_as',
      'reason',
      'imposed_at',
      'until',
      'ended_at',
      'end_reason',
      'appeal',
      'appealed_at',
      'appeal_outcome',
      'appeal_reason',
      'appeal_decided_at',
    ],
  },
  { name: 'session', accountColumns: ['account_id'] },
  {
    name: 'settlement_document',
    accountColumns: ['added_by'],
    accountCondition: `t.added_by = $account and ${isEditorOf('t.settlement_id')}`,
  },
  {
    name: 'settlement_document_version',
    accountColumns: ['added_by'],
    accountCondition: `t.added_by = $account
      and exists (select 1 from settlement_document d where d.id = t.document_id and ${isEditorOf('d.settlement_id')})`,
  },
  { name: 'settlement_request', accountColumns: ['account_id'] },
  { name: 'settlement_role', accountColumns: ['account_id'] },
  {
    name: 'board_motion',
    accountColumns: ['account_id', 'proposed_by', 'answered_by'],
    onlyColumns: [
      'id',
      'settlement_id',
      'kind',
      'proposed_by',
      'proposed_at',
      'answer',
      'answered_by',
      'answered_at',
      'reason',
    ],
  },
  {
    name: 'board_invitation',
    accountColumns: ['account_id', 'invited_by'],
    // Asked by address where the account was not known in the settlement.
    accountCondition: `$account in (t.account_id, t.invited_by) or t.email_key = (select a.email_key from account a where a.id = $account and a.email_confirmed_at is not null)`,
  },
  { name: 'task', accountColumns: ['author_id', 'assignee_id', 'further_assignee_ids'] },
  { name: 'task_change', accountColumns: ['author_id'] },
  { name: 'task_decline', accountColumns: ['account_id'] },
];

const decision = 'a decision made in an official role; their audit_entry rows are exported';
const shortLived = 'short-lived technical data, deleted within days';

/** Columns that reference an account but are deliberately not exported, with the reason. */
export const unexportedColumns: Readonly<Record<string, string>> = {
  'account_block.blocked_id': 'belongs to who blocked; the blocked account must not learn of it',
  'account_day.account_id': shortLived,
  'account_code.account_id': 'secret codes of emails that were sent',
  'announcement_delivery.author_id': 'delivery progress of an announcement; the article is exported',
  'audit_entry.after': 'data of others; the action and its subject are exported',
  'audit_entry.before': 'data of others; the action and its subject are exported',
  'audit_entry.subject_id': 'decisions about them are in memberships, roles and notifications',
  'boundary_preview.account_id': shortLived,
  'change_proposal.decided_by': decision,
  'conversation.member_key': 'derived from conversation_member, which is exported',
  'idempotency_reply.account_id': shortLived,
  'idempotency_reply.reply': shortLived,
  'job.payload': shortLived,
  'knowledge_revision.corrected_by': decision,
  'knowledge_revision.decided_by': decision,
  'land_import.account_id': shortLived,
  'letter.account_id': 'emails hold sign-in links, and are in the mailbox already',
  'company.decided_by': decision,
  'company_representative.decided_by': decision,
  'company.verified_by': 'who checked a company as a moderator; the decision is in audit_entry',
  'notification.ended_by': 'decisions of the account, told to others; they are in audit_entry',
  'letter_item.account_id': 'queued for an email; the notification is exported',
  'device_keeper.named_by': decision,
  'fee_table.uploaded_by': decision,
  'membership.decided_by': decision,
  'meter_reminder.sent_by': decision,
  'notification_counter.account_id': 'a count of notification',
  'plot_code.issued_by': decision,
  'replaced_value.fields':
    'words of others that they replaced; the article, object or photograph is exported',
  'plot_code.used_by': 'the resulting membership is exported',
  'plot_code_try.account_id': shortLived,
  'removed_thing.content': 'may be content of another account; type and identifiers are exported',
  'residency_ending.confirmed_by': decision,
  'residency_ending.ended_by': decision,
  'residency_ending.taken_back_by': decision,
  'review.moderated_by': decision,
  'sanction.appeal_decided_by': decision,
  'sanction.ended_by': decision,
  'sanction.imposed_by': decision,
  'settlement_boundary.applied_by': decision,
  'settlement_request.decided_by': decision,
  'task.reported_id': 'the reported account must not see the report',
  'task_change.changes': 'changes made by others; the current task is exported',
  'upload_ticket.account_id': shortLived,
  'upload_ticket.media': shortLived,
  'waiting_form.account_id': shortLived,
};
