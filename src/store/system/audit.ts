import type { Db } from '../../base/db/connect.ts';

/** Subject of a decision. */
export type AuditSubject =
  | 'account'
  | 'company'
  | 'contact'
  | 'knowledge_article'
  | 'knowledge_revision'
  | 'parcel'
  | 'proposal'
  | 'resident'
  | 'review'
  | 'settlement'
  | 'settlement_request';

export interface Decision {
  /** Name of the operation, action or command. */
  action: string;
  subject: { type: AuditSubject; id: string };
  /** Readable by the board of this settlement; null: by moderators. */
  settlementId: string | null;
  /** About the installation itself: readable by operators. */
  isOfInstallation?: boolean;
  before?: Readonly<Record<string, unknown>> | null;
  after?: Readonly<Record<string, unknown>> | null;
}

/** Matches an operation context. The command line has no account. */
export interface DecisionContext {
  readonly db: Db;
  readonly caller: { readonly accountId: string | null };
  now(): Date;
  newId(): string;
}

/** The only writer of the audit log. Runs in the transaction of the decision, so a rollback removes the entry. */
export async function recordDecision(context: DecisionContext, decision: Decision): Promise<void> {
  const { db } = context;
  const json = (value: Decision['before']) => (value == null ? null : db.json(value as never));
  await db`
    insert into audit_entry (id, at, account_id, action, subject_type, subject_id, settlement_id, of_installation, before, after)
    values (${context.newId()}, ${context.now()}, ${context.caller.accountId}, ${decision.action}, ${decision.subject.type},
            ${decision.subject.id}, ${decision.settlementId}, ${decision.isOfInstallation ?? false},
            ${json(decision.before)}, ${json(decision.after)})`;
}

export interface AuditRow {
  id: string;
  at: Date;
  accountId: string | null;
  name: string | null;
  action: string;
  subjectType: AuditSubject;
  subjectId: string;
  /** Only when the subject is an account. */
  subjectName: string | null;
  settlementId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export type AuditReader =
  | { kind: 'board'; settlementId: string }
  | { kind: 'moderator' }
  | { kind: 'operator' };

/** Newest first. The caller checks permissions. */
export async function listAudit(
  db: Db,
  reader: AuditReader,
  page: { before?: string | undefined; limit: number },
): Promise<AuditRow[]> {
  const isRead =
    reader.kind === 'board'
      ? db`e.settlement_id = ${reader.settlementId}`
      : reader.kind === 'moderator'
        ? db`e.settlement_id is null and not e.of_installation`
        : db`e.settlement_id is null and e.of_installation`;
  return db<AuditRow[]>`
    select e.id, e.at, e.account_id as "accountId", a.display_name as name, e.action, e.subject_type as "subjectType",
           e.subject_id as "subjectId", s.display_name as "subjectName", e.settlement_id as "settlementId", e.before, e.after
      from audit_entry e left join account a on a.id = e.account_id
      left join account s on e.subject_type = 'account' and s.id = e.subject_id
     where ${isRead} ${page.before === undefined ? db`` : db`and e.id < ${page.before}`}
     order by e.id desc limit ${page.limit}`;
}
