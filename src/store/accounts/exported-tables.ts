/** A table of which an account gets its own rows. */
export interface ExportedTable {
  name: string;
  /** Whose the row is: columns that hold an account's identifier, alone or in a list. */
  by?: readonly string[];
  /** Of what belongs to the account through another row: a condition on `t`, with the account as `$account`. */
  through?: string;
  /** Only these columns; all but the hidden ones otherwise. */
  only?: readonly string[];
}

/** Secrets, and what the service keeps for its own work. */
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
  'corrected_by',
  'moderated_by',
  'reported_id',
];

const ownDevices =
  'select d.id from device d join device_connection c on c.id = d.connection_id where c.account_id = $account';
const ownSensors = `select s.id from sensor s where s.device_id in (${ownDevices})`;

export const exportedTables: readonly ExportedTable[] = [
  { name: 'account', by: ['id'] },
  { name: 'account_block', by: ['account_id'] },
  { name: 'account_former_address', by: ['account_id'] },
  { name: 'article', by: ['author_id'] },
  {
    name: 'audit_entry',
    by: ['account_id'],
    only: ['id', 'at', 'account_id', 'action', 'subject_type', 'subject_id', 'settlement_id'],
  },
  { name: 'calendar_link', by: ['account_id'] },
  { name: 'change_proposal', by: ['author_id'] },
  { name: 'company_representative', by: ['account_id'] },
  { name: 'contact', by: ['created_by'] },
  { name: 'conversation_member', by: ['account_id'] },
  { name: 'data_export', by: ['account_id'] },
  { name: 'device_connection', by: ['account_id'] },
  { name: 'device', through: `t.id in (${ownDevices})` },
  { name: 'sensor', through: `t.id in (${ownSensors})` },
  { name: 'sensor_alert', through: `t.sensor_id in (${ownSensors})` },
  { name: 'reading_rollup', through: `t.step = 'day' and t.sensor_id in (${ownSensors})` },
  { name: 'interface_settings', by: ['account_id'] },
  { name: 'knowledge_article', by: ['author_id'] },
  { name: 'knowledge_revision', by: ['author_id'] },
  { name: 'media', by: ['owner_id'] },
  { name: 'membership', by: ['account_id'] },
  { name: 'message', by: ['author_id'] },
  { name: 'message_report', by: ['reporter_id'] },
  { name: 'notification', by: ['account_id'] },
  { name: 'notification_preference', by: ['account_id'] },
  { name: 'oauth_grant', by: ['account_id'] },
  { name: 'parcel_object', by: ['created_by'] },
  { name: 'personal_token', by: ['account_id'] },
  {
    name: 'removed_thing',
    by: ['removed_by'],
    only: ['type', 'id', 'settlement_id', 'parcel_id', 'removed_by', 'removed_at', 'tags'],
  },
  { name: 'review', by: ['author_id'] },
  { name: 'review_answer', by: ['author_id'] },
  { name: 'session', by: ['account_id'] },
  { name: 'settlement_document', by: ['added_by'] },
  { name: 'settlement_request', by: ['account_id'] },
  { name: 'settlement_role', by: ['account_id'] },
  { name: 'task', by: ['author_id', 'assignee_id', 'further_assignee_ids'] },
  { name: 'task_change', by: ['author_id'] },
  { name: 'task_decline', by: ['account_id'] },
];

const decision = 'a decision in an office; audit_entry tells which they made';
const passing = 'serves one step and is gone in days at the most';

/** Columns that hold an account's identifier and whose rows are not given, with the reason. */
export const notExported: Readonly<Record<string, string>> = {
  'account_block.blocked_id': 'whom somebody blocked is theirs; the blocked are not told',
  'account_code.account_id': 'codes of letters that are on their way',
  'announcement_delivery.author_id':
    'how far the letters of an announcement have come; the article tells the rest',
  'audit_entry.after': 'what an office did with others; the action and its subject are given',
  'audit_entry.before': 'likewise',
  'audit_entry.subject_id': 'what an office decided about them is in memberships, roles and notifications',
  'boundary_preview.account_id': passing,
  'change_proposal.decided_by': decision,
  'conversation.member_key': 'made of the members, which conversation_member gives',
  'idempotency_reply.account_id': passing,
  'idempotency_reply.reply': passing,
  'job.payload': passing,
  'knowledge_revision.corrected_by': decision,
  'knowledge_revision.decided_by': decision,
  'land_import.account_id': passing,
  'letter.account_id': 'letters hold links that open the account, and are in the mailbox',
  'letter_item.account_id': 'waits to become a letter; the notification is given',
  'membership.decided_by': decision,
  'notification_counter.account_id': 'a count of notification',
  'plot_code.issued_by': decision,
  'plot_code.used_by': 'the membership that came of it is given',
  'plot_code_try.account_id': passing,
  'removed_thing.content': 'may be somebody else’s thing; what it was is told',
  'review.moderated_by': decision,
  'settlement_boundary.applied_by': decision,
  'settlement_request.decided_by': decision,
  'task.reported_id': 'who is reported does not see the report',
  'task_change.changes': 'a change by others of a task, which is given as it stands',
  'upload_ticket.account_id': passing,
  'upload_ticket.media': passing,
  'waiting_form.account_id': passing,
};
