import type { Db } from '../../base/db/connect.ts';

export type ReplacedSubject = 'article' | 'parcel_object' | 'media';

export interface ReplacedValueRow {
  id: string;
  replacedAt: Date;
  /** Who replaced it; null: that account is gone. */
  accountId: string | null;
  name: string | null;
  fields: Record<string, unknown>;
}

/** Days for which replaced values are kept. */
export const replacedRetentionDays = 90;

interface ReplacingContext {
  readonly db: Db;
  readonly caller: { readonly accountId: string };
  now(): Date;
  newId(): string;
}

export interface LastWriter {
  name: string | null;
  at: Date;
}

/**
 * Keeps the fields that differ, as they stood; in the transaction that replaces them. Of an edit that named what it
 * replaces only who made it is kept, so that a later one can say whose values it replaced. Returns the writer before.
 */
export async function keepReplacedValues(
  context: ReplacingContext,
  subject: { type: ReplacedSubject; id: string },
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  isNamed: (field: string) => boolean,
): Promise<LastWriter | undefined> {
  const { db, caller } = context;
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name]),
  );
  if (changed.length === 0) return undefined;
  const fields = db.json(Object.fromEntries(changed.filter(([name]) => !isNamed(name))) as never);
  const [writer] = await db<LastWriter[]>`
    with kept as (
      insert into replaced_value (id, subject_type, subject_id, account_id, replaced_at, fields)
      values (${context.newId()}, ${subject.type}, ${subject.id}, ${caller.accountId}, ${context.now()}, ${fields}))
    select a.display_name as name, v.replaced_at as at
      from replaced_value v left join account a on a.id = v.account_id
     where v.subject_type = ${subject.type} and v.subject_id = ${subject.id}
     order by v.id desc limit 1`;
  return writer;
}

/** Newest first. */
export async function listReplacedValues(
  db: Db,
  subject: { type: ReplacedSubject; id: string },
  limit: number,
): Promise<ReplacedValueRow[]> {
  return db<ReplacedValueRow[]>`
    select v.id, v.replaced_at as "replacedAt", v.account_id as "accountId", a.display_name as name, v.fields
      from replaced_value v left join account a on a.id = v.account_id
     where v.subject_type = ${subject.type} and v.subject_id = ${subject.id} and v.fields <> '{}'
     order by v.id desc limit ${limit}`;
}

/** For what is removed for good. */
export async function deleteReplacedValues(
  db: Db,
  subject: { type: ReplacedSubject; id: string },
): Promise<void> {
  await db`delete from replaced_value where subject_type = ${subject.type} and subject_id = ${subject.id}`;
}
