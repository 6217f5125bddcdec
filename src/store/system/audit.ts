import type { Db } from '../../base/db/connect.ts';

/** What a decision is about. */
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
  /** The operation, action or command that decided. */
  action: string;
  subject: { type: AuditSubject; id: string };
  /** Whose board may read of it; null: the moderators of the platform. */
  settlementId: string | null;
  /** Of the installation itself: for operators. */
  isOfInstallation?: boolean;
  before?: Readonly<Record<string, unknown>> | null;
  after?: Readonly<Record<string, unknown>> | null;
}

/** Who decides, when, and under which number; a context has all of it. The command line has no account. */
export interface Deciding {
  readonly db: Db;
  readonly caller: { readonly accountId: string | null };
  now(): Date;
  newId(): string;
}

/** The one way into the audit, in the transaction of the decision: what was rolled back was never decided. */
export async function recordDecision(context: Deciding, decision: Decision): Promise<void> {
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
  /** The person's, where the decision is about an account. */
  subjectName: string | null;
  settlementId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Who reads: the board of one settlement, the moderators of the platform, or an operator of the installation. */
export type AuditReader =
  | { kind: 'board'; settlementId: string }
  | { kind: 'moderator' }
  | { kind: 'operator' };

/** Newest first. Whether the reader is who they say is decided before. */
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
