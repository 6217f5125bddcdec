import type { Db } from '../../base/db/connect.ts';

export interface PolicyRow {
  version: number;
  /** Markdown; empty when the installation has no such text. */
  privacy: string;
  terms: string;
  publishedAt: Date;
}

export async function findCurrentPolicy(db: Db): Promise<PolicyRow | undefined> {
  const [row] = await db<PolicyRow[]>`
    select version, privacy, terms, published_at as "publishedAt" from policy order by version desc limit 1`;
  return row;
}

/** Null when both texts are those of the current version, which then stays. */
export async function insertPolicy(
  db: Db,
  { privacy, terms, now }: { privacy: string; terms: string; now: Date },
): Promise<number | null> {
  await db`lock table policy in exclusive mode`;
  const [row] = await db<{ version: number }[]>`
    with newest as (select version, privacy, terms from policy order by version desc limit 1)
    insert into policy (version, privacy, terms, published_at)
    select coalesce((select version from newest), 0) + 1, ${privacy}, ${terms}, ${now}
     where not exists (select 1 from newest where privacy = ${privacy} and terms = ${terms})
    returning version`;
  return row?.version ?? null;
}

/** A version that does not exist is ignored. */
export async function insertPolicyConsent(
  db: Db,
  consent: { accountId: string; version: number; now: Date },
): Promise<void> {
  await db`
    insert into policy_consent (account_id, version, given_at)
    select ${consent.accountId}, version, ${consent.now} from policy where version = ${consent.version}
    on conflict do nothing`;
}
