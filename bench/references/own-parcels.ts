import type { Pool } from '../../src/base/db/connect.ts';
import { findAccountByToken } from './token-cache.ts';

export async function handle(sql: Pool, _url: string, token: string | undefined): Promise<unknown> {
  const accountId = await findAccountByToken(sql, token);
  const data = await sql`
    select p.id as parcel_id, p.number as plot_number, s.id as settlement, s.name as settlement_name, m.role, m.is_primary
      from membership m join parcel p on p.id = m.parcel_id join settlement s on s.id = p.settlement_id
     where m.account_id = ${accountId} and m.state = 'confirmed' order by m.is_primary desc, m.id limit 500`;
  return { data };
}
