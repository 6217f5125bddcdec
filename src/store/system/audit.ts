import type { Db } from '../../base/db/connect.ts';

/** Subject of a decision. */
export type AuditSubject =
  | 'account'
  | 'article'
  | 'company'
  | 'contact'
  | 'installation'
  | 'knowledge_article'
  | 'knowledge_revision'
  | 'media'
  | 'parcel'
  | 'proposal'
  | 'recorded_person'
  | 'resident'
  | 'review'
  | 'sanction'
  | 'settlement'
  | 'settlement_request'
  | 'task';

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
  /** What it is called now; null when it is gone or has no name. */
  subjectName: string | null;
  settlementId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface LastChange {
  accountId: string | null;
  name: string | null;
  at: Date;
}

/**
 * Who last changed a record, or this field of it, as the audit has it: the board's of this settlement, or null for that
 * of everybody.
 */
export async function findLastChange(
  db: Db,
  settlementId: string | null,
  subject: { type: AuditSubject; id: string },
  field?: string,
): Promise<LastChange | undefined> {
  const [row] = await db<LastChange[]>`
    select e.account_id as "accountId", a.display_name as name, e.at from audit_entry e left join account a on a.id = e.account_id
     where e.subject_type = ${subject.type} and e.subject_id = ${subject.id}
       ${settlementId === null ? db`` : db`and e.settlement_id = ${settlementId}`}
       ${field === undefined ? db`` : db`and e.after ? ${field}::text`}
     order by e.id desc limit 1`;
  return row;
}

export type AuditReader =
  | { kind: 'board'; settlementId: string }
  | { kind: 'moderator' }
  | { kind: 'operator' };

const isAbout = (db: Db, subjects: readonly Decision['subject'][]) => db`
  and (e.subject_type, e.subject_id) in (
    select * from unnest(${subjects.map(({ type }) => type)}::text[], ${subjects.map(({ id }) => id)}::bigint[]))`;

/** Looked up when the log is read: the entries themselves hold no names. */
const subjectName = (db: Db) => db`
  case e.subject_type
    when 'resident' then (select y.display_name from membership x join account y on y.id = x.account_id where x.id = e.subject_id)
    when 'account' then (select x.display_name from account x where x.id = e.subject_id)
    when 'article' then (select x.title from article x where x.id = e.subject_id)
    when 'media' then (select nullif(x.caption, '') from media x where x.id = e.subject_id)
    when 'contact' then (select x.name from contact x where x.id = e.subject_id)
    when 'company' then (select x.name from company x where x.id = e.subject_id)
    when 'parcel' then (select x.number from parcel x where x.id = e.subject_id)
    when 'resident' then (select x.display_name from membership m join account x on x.id = m.account_id where m.id = e.subject_id)
    when 'recorded_person' then (select x.name from recorded_person x where x.id = e.subject_id)
    when 'task' then (select x.title from task x where x.id = e.subject_id)
    when 'review' then (select coalesce(c.name, f.name) from review x
                          left join contact c on x.subject_type = 'contact' and c.id = x.subject_id
                          left join company f on x.subject_type = 'company' and f.id = x.subject_id
                         where x.id = e.subject_id)
    when 'proposal' then (select coalesce(c.name, f.name) from change_proposal x
                            left join contact c on x.subject_type = 'contact' and c.id = x.subject_id
                            left join company f on x.subject_type = 'company' and f.id = x.subject_id
                           where x.id = e.subject_id)
    when 'knowledge_revision' then (select x.title from knowledge_revision x where x.id = e.subject_id)
    when 'settlement_request' then (select x.name from settlement_request x where x.id = e.subject_id)
    when 'knowledge_article' then (select x.slug::text from knowledge_article x where x.id = e.subject_id)
  end`;

export interface AuditFilter {
  /** Who decided. */
  accountId?: string | undefined;
  actions?: readonly string[] | undefined;
  /** From this moment on, and before that one. */
  from?: Date | undefined;
  until?: Date | undefined;
}

const isWanted = (db: Db, { accountId, actions, from, until }: AuditFilter, at: ReturnType<Db>) => db`
  ${accountId === undefined ? db`` : db`and e.account_id = ${accountId}`}
  ${actions === undefined ? db`` : db`and e.action = any(${actions as string[]}::text[])`}
  ${from === undefined ? db`` : db`and ${at} >= ${from}`}
  ${until === undefined ? db`` : db`and ${at} < ${until}`}`;

/** What an account read of the register on a day, as one entry of the audit, where its latest reading stands. */
const readingsOf = (
  db: Db,
  settlementId: string,
  page: { before?: string | undefined; limit: number },
  filter: AuditFilter,
) => db`
  select e.last_id, e.last_at, e.account_id, 'read_register', 'settlement', e.settlement_id, e.settlement_id, null::jsonb,
         jsonb_build_object('people', e.people, 'readings', e.readings)
    from register_reading e where e.settlement_id = ${settlementId} ${page.before === undefined ? db`` : db`and e.last_id < ${page.before}`}
         ${isWanted(db, { ...filter, actions: undefined }, db`e.last_at`)}
   order by e.last_id desc limit ${page.limit}`;

/** Newest first; about one subject where it is named; readings of the register as one a day. The caller checks permissions. */
export async function listAudit(
  db: Db,
  reader: AuditReader,
  page: { before?: string | undefined; limit: number; subjects?: readonly Decision['subject'][] },
  filter: AuditFilter = {},
): Promise<AuditRow[]> {
  const isRead =
    reader.kind === 'board'
      ? db`e.settlement_id = ${reader.settlementId}`
      : reader.kind === 'moderator'
        ? db`e.settlement_id is null and not e.of_installation`
        : db`e.settlement_id is null and e.of_installation`;
  const entries = db`
    select e.id, e.at, e.account_id, e.action, e.subject_type, e.subject_id, e.settlement_id, e.before, e.after
      from audit_entry e
     where ${isRead} ${page.subjects === undefined ? db`` : isAbout(db, page.subjects)} ${page.before === undefined ? db`` : db`and e.id < ${page.before}`}
       ${isWanted(db, filter, db`e.at`)}
     order by e.id desc limit ${page.limit}`;
  const withReadings =
    reader.kind === 'board' &&
    page.subjects === undefined &&
    (filter.actions?.includes('read_register') ?? true);
  return db<AuditRow[]>`
    select e.id, e.at, e.account_id as "accountId", a.display_name as name, e.action, e.subject_type as "subjectType",
           e.subject_id as "subjectId", ${subjectName(db)} as "subjectName", e.settlement_id as "settlementId", e.before, e.after
      from (${withReadings ? db`(${entries}) union all (${readingsOf(db, reader.settlementId, page, filter)})` : entries}) e
      left join account a on a.id = e.account_id
     order by e.id desc limit ${page.limit}`;
}

/** Entries that are looked through for the names of who decided. */
const recentEntries = 2_000;

/** Who has decided in the settlement lately, former members of its board too; null: of the platform. */
export async function listAuditAuthors(
  db: Db,
  settlementId: string | null,
): Promise<{ id: string; name: string }[]> {
  return db<{ id: string; name: string }[]>`
    select a.id, a.display_name as name
      from (select distinct e.account_id
              from (select account_id from audit_entry
                     where ${settlementId === null ? db`settlement_id is null and not of_installation` : db`settlement_id = ${settlementId}`}
                     order by id desc limit ${recentEntries}) e) who
      join account a on a.id = who.account_id order by a.display_name, a.id limit 50`;
}
