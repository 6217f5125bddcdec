import { type ConnectOptions, clientConfigOf, connect, type Pool } from './connect.ts';
import { Session } from './driver/session.ts';

/** Maximum replica lag behind what the primary had committed. */
const maxLagMilliseconds = 700;
const checkInterval = 300;
/** Detects half-open connections. */
const checkTimeout = 1_000;
/** Required consecutive successful checks, to avoid flapping. */
const requiredGoodChecks = 3;

const primaryPositionQuery = `
  select (pg_current_wal_lsn() - '0/0')::text as place,
         ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`;
// A former primary may be ahead of the new one, so the WAL position is compared only within a timeline. The WAL
// receiver knows the timeline at once but shows it only to privileged roles; the control file lags.
const replicaPositionQuery = `
  select (pg_last_wal_replay_lsn() - '0/0')::text as place, pg_is_in_recovery() as "isReplica",
         greatest((select received_tli from pg_stat_wal_receiver),
                  (select timeline_id from pg_control_checkpoint()),
                  (select min_recovery_end_timeline from pg_control_recovery())) as timeline`;

/** WAL position of the primary at a time. */
interface WalPosition {
  at: number;
  place: bigint;
  timeline: number;
}

/** A read replica, usable while its lag is small. */
export interface Replica {
  readonly pool: Pool;
  readonly isCaughtUp: boolean;
  /** Called on every change; `why` is the reason for becoming unusable. */
  onChange: ((isCaughtUp: boolean, why: string) => void) | undefined;
  end(): Promise<void>;
}

export interface ReplicaOptions {
  main: ConnectOptions['to'];
  replica: ConnectOptions['to'];
  maxConnections: number;
  prepare: boolean;
}

/**
 * Polls the WAL position of the primary, and checks every replica connection against it before use, because one
 * address may lead to several servers. A lagging connection is closed and its reader falls back to the primary.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const config = clientConfigOf({ to: options.main, applicationName: 'settlements replica watch' });
  let points: WalPosition[] = [];
  /** Time up to which a connection has replayed all writes. */
  const seen = new WeakMap<Session, number>();
  let main: Session | undefined;
  let good = 0;
  let isCaughtUp = false;
  let isAsking = false;
  let isEnded = false;

  const setNear = (value: boolean, why = '') => {
    if (!value) good = 0;
    if (value === isCaughtUp || isEnded) return;
    isCaughtUp = value;
    replica.onChange?.(value, why);
  };

  const admit = async (session: Session): Promise<string | null> => {
    const known = seen.get(session);
    if (known !== undefined && performance.now() - known <= maxLagMilliseconds) return null;
    const answer = await queryWithTimeout(session, replicaPositionQuery);
    const point = points.findLast(
      ({ place, timeline }) => timeline === answer.timeline && place <= BigInt(String(answer.place ?? -1)),
    );
    const why =
      answer.isReplica !== true
        ? 'it is not a replica'
        : point === undefined || performance.now() - point.at > maxLagMilliseconds
          ? 'it lags behind the primary'
          : null;
    if (why === null && point !== undefined) seen.set(session, point.at);
    else setNear(false, why ?? '');
    return why;
  };

  const ask = async () => {
    main = main?.isLost === false ? main : await Session.open(config, false, () => {});
    const at = performance.now();
    const { place, timeline } = await queryWithTimeout(main, primaryPositionQuery);
    points = points.filter((point) => point.timeline === timeline && at - point.at <= 2 * maxLagMilliseconds);
    points.push({ at, place: BigInt(String(place)), timeline: Number(timeline) });
    await pool`select 1`;
    good += 1;
    if (good >= requiredGoodChecks) setNear(true);
  };
  const askAgain = () => {
    if (isAsking) return;
    isAsking = true;
    ask()
      .catch((error: Error) => setNear(false, error.message))
      .finally(() => {
        isAsking = false;
      });
  };

  const { replica: to, maxConnections, prepare } = options;
  const pool = connect({ to, maxConnections, prepare, admit });
  const timer = setInterval(askAgain, checkInterval);
  timer.unref();
  const replica: Replica = {
    pool,
    get isCaughtUp() {
      return isCaughtUp;
    },
    onChange: undefined,
    async end() {
      isEnded = true;
      clearInterval(timer);
      await Promise.all([pool.end({ timeout: 5 }), main?.close()]);
    },
  };
  askAgain();
  return replica;
}

async function queryWithTimeout(session: Session, text: string): Promise<Record<string, unknown>> {
  const late = setTimeout(() => session.destroy(), checkTimeout);
  try {
    const { rows } = await session.runScript(text);
    return rows[0] ?? {};
  } finally {
    clearTimeout(late);
  }
}
