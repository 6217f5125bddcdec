import type { Db } from '../../base/db/connect.ts';

/** A company that waits, one with unconfirmed representatives, or a checked one that nobody speaks for. */
export interface WaitingCompany {
  id: string;
  slug: string;
  name: string;
  inn: string;
  isVerified: boolean;
  /** Somebody speaks for it. */
  isRepresented: boolean;
  /** Unconfirmed representatives. */
  claims: number;
  createdAt: Date;
}

/** Condition on `company c`. */
export function isCompanyWaiting(db: Db) {
  const has = (state: 'claimed' | 'confirmed') =>
    db`exists (select 1 from company_representative r where r.company_id = c.id and r.state = ${state}::text)`;
  return db`(c.state = 'waiting' or (c.state in ('verified', 'refused') and ${has('claimed')})
             or (c.state = 'verified' and not ${has('confirmed')}))`;
}

/** Longest waiting first. */
export async function listWaitingCompanies(
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<WaitingCompany[]> {
  return db<WaitingCompany[]>`
    select c.id, c.slug, c.name, c.inn, c.is_verified as "isVerified", c.created_at as "createdAt",
           exists (select 1 from company_representative r where r.company_id = c.id and r.state = 'confirmed') as "isRepresented",
           (select count(*)::int from company_representative r where r.company_id = c.id and r.state = 'claimed') as claims
      from company c
     where ${isCompanyWaiting(db)}
       ${after === undefined ? db`` : db`and c.id > ${after}`}
     order by c.id limit ${limit}`;
}
