import { randomUUID } from 'node:crypto';
import type { Pool } from './connect.ts';

/** Long enough to outlast a pause of the process, short enough to come free the same day it is needed. */
const leaseMilliseconds = 10 * 60_000;
const renewEvery = 60_000;

/** This process's snowflake instance number; no other process holds the same one while the lease lasts. */
export interface InstanceLease {
  number(): number;
  release(): Promise<void>;
}

export async function takeInstanceLease(
  pool: Pool,
  onLost: (error: Error) => void,
  clock: () => number = Date.now,
): Promise<InstanceLease> {
  const holder = randomUUID();
  // Half of the lease is kept as a margin: identifiers stop well before another process may take the number over.
  const usableUntil = (from: number) => from + leaseMilliseconds / 2;
  let goodUntil = 0;

  const asked = clock();
  const [row] = await pool<{ number: number }[]>`
    with chosen as (
      select n from generate_series(0, 1023) n
       where not exists (select 1 from instance_lease l where l.number = n and l.expires_at > now())
         and pg_try_advisory_xact_lock(7201511846000 + n)
       order by n limit 1
    )
    insert into instance_lease (number, holder, expires_at)
    select n, ${holder}, now() + ${leaseMilliseconds} * interval '1 millisecond' from chosen
    on conflict (number) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where instance_lease.expires_at <= now()
    returning number`;
  if (row === undefined)
    throw new Error('All 1,024 instance numbers are taken: too many processes share this database.');
  goodUntil = usableUntil(asked);

  const renew = async () => {
    const from = clock();
    const renewed = await pool`
      update instance_lease set expires_at = now() + ${leaseMilliseconds} * interval '1 millisecond'
       where number = ${row.number} and holder = ${holder} returning 1`;
    if (renewed.length === 0) throw new Error('The instance number was taken over by another process.');
    goodUntil = usableUntil(from);
  };
  const timer = setInterval(() => renew().catch(onLost), renewEvery);
  timer.unref();

  return {
    number() {
      if (clock() > goodUntil)
        throw new Error('The lease on the instance number could not be renewed in time.');
      return row.number;
    },
    async release() {
      clearInterval(timer);
      await pool`delete from instance_lease where number = ${row.number} and holder = ${holder}`.catch(
        () => {},
      );
    },
  };
}
