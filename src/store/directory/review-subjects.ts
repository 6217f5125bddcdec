import type { Db } from '../../base/db/connect.ts';
import { computeRating, type MedalCounts } from '../../domain/rules/medals.ts';

export type SubjectType = 'contact' | 'company';

export interface ReviewSubject {
  type: SubjectType;
  id: string;
  name: string;
  /** Of a company: refused, closed. */
  isArchived: boolean;
  /** The account is a confirmed representative of this company. */
  isRepresented: boolean;
  counts: MedalCounts;
}

type SubjectRow = Omit<ReviewSubject, 'type' | 'counts'> & MedalCounts;

/** A contact or company. Lock order: subject before review, so that its medal counts stay consistent. */
export async function findReviewSubject(
  db: Db,
  settlementId: string,
  type: SubjectType,
  id: string,
  accountId: string,
  lock: boolean,
): Promise<ReviewSubject | undefined> {
  const locking = lock ? db`for no key update of c` : db``;
  const [row] =
    type === 'contact'
      ? await db<SubjectRow[]>`
          select c.id, c.name, c.archived_at is not null as "isArchived", false as "isRepresented", c.gold, c.silver, c.bronze, c.dung
            from contact c where c.id = ${id} and c.settlement_id = ${settlementId} ${locking}`
      : await db<SubjectRow[]>`
          select c.id, c.name, c.state not in ('waiting', 'verified') as "isArchived", ${representsCompany(db, accountId)} as "isRepresented", c.gold, c.silver, c.bronze, c.dung
            from company c where c.id = (select coalesce(named.joined_to, named.id) from company named where named.id = ${id}) ${locking}`;
  if (row === undefined) return undefined;
  const { gold, silver, bronze, dung, ...subject } = row;
  return { ...subject, type, counts: { gold, silver, bronze, dung } };
}

function representsCompany(db: Db, accountId: string) {
  return db`exists (select 1 from company_representative r
                     where r.company_id = c.id and r.account_id = ${accountId} and r.state = 'confirmed')`;
}

export async function saveMedalCounts(
  db: Db,
  subject: Pick<ReviewSubject, 'type' | 'id'>,
  counts: MedalCounts,
): Promise<void> {
  const { gold, silver, bronze, dung } = counts;
  await db`
    update ${subject.type === 'contact' ? db`contact` : db`company`}
       set gold = ${gold}, silver = ${silver}, bronze = ${bronze}, dung = ${dung}, rating = ${computeRating(counts)}
     where id = ${subject.id}`;
}

/** Whether the subject did verified work for the account. Lock the subject first. */
export async function hasVerifiedWork(
  db: Db,
  authorId: string,
  subject: { type: SubjectType; id: string },
): Promise<boolean> {
  const rows = await db`
    select 1 from task
     where author_id = ${authorId} and is_verified_work
       and ${subject.type === 'contact' ? db`contact_id = ${subject.id}` : db`company_id = ${subject.id}`}
     limit 1`;
  return rows.length > 0;
}
