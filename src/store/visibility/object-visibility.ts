import type { Db } from '../../base/db/connect.ts';
import type { Reader } from './visibility.ts';

/** Condition on `parcel_object o`: visible to confirmed members of the plot, the board and its auditor. */
export function seesObject(db: Db, { accountId, settlementRole }: Reader) {
  if (settlementRole.readsAsBoard) return db`true`;
  if (accountId === null) return db`false`;
  return db`exists (select 1 from membership b
                     where b.parcel_id = o.parcel_id and b.account_id = ${accountId} and b.state = 'confirmed')`;
}
