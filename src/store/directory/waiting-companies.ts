import type { Db } from '../../base/db/connect.ts';

/** An unverified company, or one with unconfirmed representatives. */
export interface WaitingCompany {
  id: string;
  slug: string;
  name: string;
  inn: string;
  isVerified: boolean;
  /** Unconfirmed representatives. */
  claims: number;
  createdAt: Date;
}

/** Condition on `company c`. */
export function isCompanyWaiting(db: Db) {
  return db`(not c.is_verified
             or exists (select 1 from company_representative r where r.company_id = c.id and r.state = 'claimed'))`;
}

/** Longest waiting first. */
export async function listWaitingCompanies(
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<WaitingCompany[]> {
  return db<WaitingCompany[]>`
    select c.id, c.slug, c.name, c.inn, c.is_verified as "isVerified", c.created_at as "createdAt",
           (select count(*)::int from company_representative r where r.company_id = c.id and r.state = 'claimed') as claims
      from company c
     where ${isCompanyWaiting(db)}
       ${after === undefined ? db`` : db`and c.id > ${after}`}
     order by c.id limit ${limit}`;
}
