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
    on conflict (company_id, account_id) do update
       set state = excluded.state, created_at = excluded.created_at, decided_by = null, decided_at = null, reason = ''`;
}

/** Of representatives, former ones and claimants among these; locked with the company. */
export async function listRepresentativeStates(
  db: Db,
  companyId: string,
  accountIds: readonly string[],
): Promise<Map<string, { state: RepresentativeState; name: string }>> {
  const rows = await db<{ accountId: string; state: RepresentativeState; name: string }[]>`
    select r.account_id as "accountId", r.state, a.display_name as name
      from company_representative r join account a on a.id = r.account_id
     where r.company_id = ${companyId} and r.account_id = any(${[...accountIds]}::bigint[])`;
  return new Map(rows.map(({ accountId, ...row }) => [accountId, row]));
}

export async function decideRepresentatives(
  db: Db,
  companyId: string,
  decisions: readonly { accountId: string; state: 'confirmed' | 'ended' }[],
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<void> {
  await db`
    update company_representative r
       set state = d.state, decided_by = ${by}, decided_at = ${at}, reason = case d.state when 'ended' then ${reason}::text else '' end
      from unnest(${decisions.map((one) => one.accountId)}::bigint[], ${decisions.map((one) => one.state)}::text[]) d (account_id, state)
     where r.company_id = ${companyId} and r.account_id = d.account_id and r.state <> d.state`;
}

/** Everybody who speaks for it or asks to, when it ends; returns them. */
export async function endRepresentatives(
  db: Db,
  companyId: string,
  { by, at }: { by: string; at: Date },
): Promise<string[]> {
  const rows = await db<{ accountId: string }[]>`
    update company_representative set state = 'ended', decided_by = ${by}, decided_at = ${at}
     where company_id = ${companyId} and state <> 'ended' returning account_id as "accountId"`;
  return rows.map(({ accountId }) => accountId);
}

export async function countRepresentatives(db: Db, companyId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from company_representative where company_id = ${companyId} and state = 'confirmed'`;
  return row?.count ?? 0;
}

/** Also those who ask to. Lock the company first. */
export async function countStanding(db: Db, companyId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from company_representative where company_id = ${companyId} and state <> 'ended'`;
  return row?.count ?? 0;
}

/** Recipients of notifications to the company. */
export async function listRepresentativeIds(db: Db, companyId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select account_id as id from company_representative where company_id = ${companyId} and state = 'confirmed'
     order by account_id limit 100`;
  return rows.map(({ id }) => id);
}
