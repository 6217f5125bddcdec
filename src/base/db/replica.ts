import { type ConnectOptions, configOf, connect, type Pool } from './connect.ts';
import { Session } from './driver/session.ts';

/** What somebody reads there is at most this much older than what the main database had acknowledged. */
const nearMilliseconds = 700;
const askEvery = 300;
/** A connection whose other end vanished without a word is found out by this. */
const lateAfter = 1_000;
/** So many good answers in a row, so that one at the edge does not come and go. */
const goodInARow = 3;

const askMain = `
  select (pg_current_wal_lsn() - '0/0')::text as place,
         ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`;
// Whoever was a main database may have written more than the one that came after it, so the place alone says nothing.
// The receiver knows the timeline at once but tells only roles that read all statistics; the others know it later.
const askReplica = `
  select (pg_last_wal_replay_lsn() - '0/0')::text as place, pg_is_in_recovery() as "isReplica",
         greatest((select received_tli from pg_stat_wal_receiver),
                  (select timeline_id from pg_control_checkpoint()),
                  (select min_recovery_end_timeline from pg_control_recovery())) as timeline`;

/** What the main database had written at a moment. */
interface Point {
  at: number;
  place: bigint;
  timeline: number;
}

/** A copy of the database that may be read while it is near. */
export interface Replica {
  readonly pool: Pool;
  readonly isNear: boolean;
  /** Hears of every change; `why` while it is not near. */
  onChange: ((isNear: boolean, why: string) => void) | undefined;
  end(): Promise<void>;
}

export interface ReplicaOptions {
  main: ConnectOptions['to'];
  replica: ConnectOptions['to'];
  maxConnections: number;
  prepare: boolean;
}

/**
 * Asks the main database over and over what it has written, and every connection to the replica before it is used what that
 * has replayed: an address may lead to several servers. A connection that is not near is closed, and whoever wanted to read
 * on it reads from the main database.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const config = configOf({ to: options.main, applicationName: 'settlements replica watch' });
  let points: Point[] = [];
  /** The moment whose writes a connection has seen. */
  const seen = new WeakMap<Session, number>();
  let main: Session | undefined;
  let good = 0;
  let isNear = false;
  let isAsking = false;
  let isEnded = false;

  const setNear = (value: boolean, why = '') => {
    if (!value) good = 0;
    if (value === isNear || isEnded) return;
    isNear = value;
    replica.onChange?.(value, why);
  };

  const admit = async (session: Session): Promise<string | null> => {
    const known = seen.get(session);
    if (known !== undefined && performance.now() - known <= nearMilliseconds) return null;
    const answer = await askInTime(session, askReplica);
    const point = points.findLast(
      ({ place, timeline }) => timeline === answer.timeline && place <= BigInt(String(answer.place ?? -1)),
    );
    const why =
      answer.isReplica !== true
        ? 'it is no replica'
        : point === undefined || performance.now() - point.at > nearMilliseconds
          ? 'it has not replayed what was written before'
          : null;
    if (why === null && point !== undefined) seen.set(session, point.at);
    else setNear(false, why ?? '');
    return why;
  };

  const ask = async () => {
    main = main?.isLost === false ? main : await Session.open(config, false, () => {});
    const at = performance.now();
    const { place, timeline } = await askInTime(main, askMain);
    points = points.filter((point) => point.timeline === timeline && at - point.at <= 2 * nearMilliseconds);
    points.push({ at, place: BigInt(String(place)), timeline: Number(timeline) });
    await pool`select 1`;
    good += 1;
    if (good >= goodInARow) setNear(true);
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
  const timer = setInterval(askAgain, askEvery);
  timer.unref();
  const replica: Replica = {
    pool,
    get isNear() {
      return isNear;
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

async function askInTime(session: Session, text: string): Promise<Record<string, unknown>> {
  const late = setTimeout(() => session.destroy(), lateAfter);
  try {
    const { rows } = await session.runScript(text);
    return rows[0] ?? {};
  } finally {
    clearTimeout(late);
  }
}
