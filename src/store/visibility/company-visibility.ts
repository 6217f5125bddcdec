import type { Db } from '../../base/db/connect.ts';

/** Condition on `company c`: what lists and searches show. */
export const isCompanyListed = (db: Db) => db`c.state in ('waiting', 'verified')`;
