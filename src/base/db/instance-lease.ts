import { randomUUID } from 'node:crypto';
import type { Pool } from './connect.ts';
import { DatabaseUnavailable } from './driver/unavailable.ts';

/** Long enough to survive a pause of the process, short enough to be reusable the same day. */
const leaseMilliseconds = 10 * 60_000;
const renewInterval = 60_000;
/** Retry interval after a failed renewal. */
const retryInterval = 2_000;
const maxAttempts = 20;

/** Snowflake instance number of this process, unique while the lease lasts. */
export interface InstanceLease {
  number(): number;
  release(): Promise<void>;
}

export async function acquireInstanceLease(
  pool: Pool,
  onLost: (error: Error) => void,
  clock: () => number = Date.now,
): Promise<InstanceLease> {
  const holder = randomUUID();
  // Half of the lease is a safety margin: ids stop well before another process may claim the number.
  const usableUntil = (from: number) => from + leaseMilliseconds / 2;
  let goodUntil = 0;
  let isReleased = false;

  const tryTake = async (): Promise<number | undefined> => {
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
    return row?.number;
  };
  const take = async (): Promise<number> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const startedAt = clock();
      const taken = await tryTake();
      if (taken !== undefined) {
        goodUntil = usableUntil(startedAt);
        return taken;
      }
      // Of processes that start at once, one may have chosen a number that another got a moment before.
    }
    throw new Error('All 1,024 instance numbers are taken: too many processes share this database.');
  };
  let number = await take();

  const renew = async () => {
    const from = clock();
    const renewed = await pool`
      update instance_lease set expires_at = now() + ${leaseMilliseconds} * interval '1 millisecond'
       where number = ${number} and holder = ${holder} returning 1`;
    if (renewed.length > 0) goodUntil = usableUntil(from);
    // After a long outage another process may have claimed the number.
    else number = await take();
  };
  let timer: NodeJS.Timeout;
  const renewAfter = (milliseconds: number) => {
    timer = setTimeout(() => {
      renew().then(
        () => {
          if (!isReleased) renewAfter(renewInterval);
        },
        (error: Error) => {
          onLost(error);
          if (!isReleased) renewAfter(retryInterval);
        },
      );
    }, milliseconds);
    timer.unref();
  };
  renewAfter(renewInterval);

  return {
    number() {
      if (clock() > goodUntil)
        throw new DatabaseUnavailable(
          new Error('The lease on the instance number could not be renewed in time.'),
        );
      return number;
    },
    async release() {
      isReleased = true;
      clearTimeout(timer);
      await pool`delete from instance_lease where number = ${number} and holder = ${holder}`.catch(() => {});
    },
  };
}
