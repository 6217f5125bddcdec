import type { Db } from '../../base/db/connect.ts';
import type { RepresentativeState } from '../../domain/rules/company-access.ts';

export async function findRepresentativeState(
  db: Db,
  companyId: string,
  accountId: string | null,
): Promise<RepresentativeState | null> {
  if (accountId === null) return null;
  const [row] = await db<{ state: RepresentativeState }[]>`
    select state from company_representative where company_id = ${companyId} and account_id = ${accountId}`;
  return row?.state ?? null;
}

/** Companies the account is a confirmed representative of. */
export async function listRepresentedCompanyIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await db<{ companyId: string }[]>`
    select company_id as "companyId" from company_representative
     where account_id = ${accountId} and state = 'confirmed' order by company_id limit 200`;
  return rows.map((row) => row.companyId);
}

/** Also counts former representatives and claims. */
export async function hasHadRepresentatives(db: Db, companyId: string): Promise<boolean> {
  const rows = await db`select 1 from company_representative where company_id = ${companyId} limit 1`;
  return rows.length > 0;
}

export async function setRepresentative(
  db: Db,
  companyId: string,
  accountId: string,
  state: RepresentativeState,
  now: Date,
): Promise<void> {
  await db`
    insert into company_representative (company_id, account_id, state, created_at)
    values (${companyId}, ${accountId}, ${state}, ${now})
    on conflict (company_id, account_id) do update set state = excluded.state, decided_by = null`;
}

/** Updates existing representatives and claims only; returns their account ids. */
export async function decideRepresentatives(
  db: Db,
  companyId: string,
  decisions: readonly { accountId: string; state: 'confirmed' | 'ended' }[],
  decidedBy: string,
): Promise<Set<string>> {
  const rows = await db<{ accountId: string }[]>`
    update company_representative r set state = d.state, decided_by = ${decidedBy}
      from unnest(${decisions.map((one) => one.accountId)}::bigint[], ${decisions.map((one) => one.state)}::text[]) d (account_id, state)
     where r.company_id = ${companyId} and r.account_id = d.account_id
    returning r.account_id as "accountId"`;
  return new Set(rows.map((row) => row.accountId));
}

/** Recipients of notifications to the company. */
export async function listRepresentativeIds(db: Db, companyId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select account_id as id from company_representative where company_id = ${companyId} and state = 'confirmed'
     order by account_id limit 100`;
  return rows.map(({ id }) => id);
}
