import { serviceOwner } from '../../threads/fair-share.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { StatementResult } from './execution.ts';
import type { Session } from './session.ts';
import { type ComposedStatement, createDb, type Db, type StatementSource } from './template.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A transaction with savepoints. */
export interface Transaction extends Db {
  /** Bytes of the parameters of its statements so far: an upper bound of what they can have written. */
  sentBytes(): number;
  savepoint<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
}

export interface BeginOptions {
  /** Appended to `begin`, such as an isolation level. */
  mode?: string;
  /** Owner whose share of the pool it uses; by default the service itself. */
  owner?: string;
  /** lock_timeout of its statements. */
  lockMilliseconds?: number;
}

/** Statements on one connection. Remembers the first failure, after which PostgreSQL rejects further statements. */
export class SessionSource implements StatementSource {
  readonly session: Session;
  failure: unknown;
  sentBytes = 0;
  #isOver = false;

  constructor(session: Session) {
    this.session = session;
  }

  run(statement: ComposedStatement) {
    for (const value of statement.values) if (value !== null) this.sentBytes += Buffer.byteLength(value);
    return this.#note(() => this.session.run(statement));
  }

  runScript(text: string) {
    return this.#note(() => this.session.runScript(text));
  }

  readInBatches(statement: ComposedStatement, size: number) {
    return this.session.readInBatches(statement, size);
  }

  end(): void {
    this.#isOver = true;
  }

  async #note(ask: () => Promise<StatementResult>) {
    if (this.#isOver) throw new Error('The transaction or connection of this statement has ended.');
    try {
      return (await ask()).rows;
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}

const sessions = new WeakMap<Db, Session>();

/** The connection of a transaction; undefined for a pool. */
export function sessionOf(db: Db): Session | undefined {
  return sessions.get(db);
}

export function createSessionDb(source: SessionSource): Transaction {
  let points = 0;
  const savepoint = async <T>(work: (db: Transaction) => Promise<T>): Promise<T> => {
    points += 1;
    const name = `point_${points}`;
    await source.runScript(`savepoint ${name}`);
    try {
      const result = await work(db);
      await source.runScript(`release savepoint ${name}`);
      return result;
    } catch (error) {
      // No rollback on a lost connection.
      if (!source.session.isLost) {
        await source.session.runScript(`rollback to savepoint ${name}`);
        source.failure = undefined;
      }
      throw error;
    }
  };
  const db: Transaction = Object.assign(createDb(source), {
    savepoint,
    sentBytes: () => source.sentBytes,
  });
  sessions.set(db, source.session);
  return db;
}

/**
 * Runs work in a transaction. A connection lost before `begin` is retried once; later only the caller can decide to
 * retry. An error swallowed by the work still rolls back.
 */
export async function runTransaction<T>(
  connections: ConnectionPool,
  options: BeginOptions,
  work: (db: Transaction) => Promise<T>,
): Promise<T> {
  const session = await begin(connections, options).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable) return begin(connections, options);
    throw error;
  });
  const source = new SessionSource(session);
  try {
    const result = await work(createSessionDb(source));
    const { command } = await session.runScript('commit');
    if (command !== 'COMMIT')
      throw source.failure ?? new Error('The transaction was rolled back by the database.');
    return result;
  } catch (error) {
    if (!session.isLost && session.isInTransaction) await session.runScript('rollback').catch(() => {});
    throw error;
  } finally {
    source.end();
    connections.release(session);
  }
}

async function begin(connections: ConnectionPool, options: BeginOptions): Promise<Session> {
  const { mode = '', owner = serviceOwner, lockMilliseconds } = options;
  const session = await connections.acquire(owner);
  try {
    const bound =
      lockMilliseconds === undefined ? '' : `; set local lock_timeout = ${Math.ceil(lockMilliseconds)}`;
    await session.runScript(`begin ${mode}${bound}`);
    return session;
  } catch (error) {
    connections.release(session);
    throw error;
  }
}
