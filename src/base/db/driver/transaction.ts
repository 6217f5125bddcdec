import { ofTheService } from '../../threads/fair-share.ts';
import type { Connections } from './connections.ts';
import type { Answer } from './execution.ts';
import type { Session } from './session.ts';
import { type Composed, createDb, type Db, type Source } from './template.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A transaction: statements, and parts of it that can be taken back alone. */
export interface Transaction extends Db {
  savepoint<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
}

export interface BeginOptions {
  /** The words that follow `begin`, such as an isolation level. */
  mode?: string;
  /** Whose share of the pool it takes; the service's own when it is not said. */
  owner?: string;
  /** How long a statement waits for what another transaction holds. */
  lockMilliseconds?: number;
}

/** Statements on one connection. Remembers the first that failed: PostgreSQL takes no more after it. */
export class SessionSource implements Source {
  readonly session: Session;
  failure: unknown;
  #isOver = false;

  constructor(session: Session) {
    this.session = session;
  }

  run(statement: Composed) {
    return this.#note(() => this.session.run(statement));
  }

  runScript(text: string) {
    return this.#note(() => this.session.runScript(text));
  }

  readInBatches(statement: Composed, size: number) {
    return this.session.readInBatches(statement, size);
  }

  end(): void {
    this.#isOver = true;
  }

  async #note(ask: () => Promise<Answer>) {
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

/** The connection a transaction runs on; undefined for a pool. */
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
      // Nothing can be taken back on a connection that is gone.
      if (!source.session.isLost) {
        await source.session.runScript(`rollback to savepoint ${name}`);
        source.failure = undefined;
      }
      throw error;
    }
  };
  const db: Transaction = Object.assign(createDb(source), { savepoint });
  sessions.set(db, source.session);
  return db;
}

/**
 * All of the work or nothing. A connection that was lost before the transaction began is replaced once; later than that
 * only whoever asked can know whether to try again. A failure that the work swallowed still takes everything back.
 */
export async function transact<T>(
  connections: Connections,
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
      throw source.failure ?? new Error('The transaction was taken back by the database.');
    return result;
  } catch (error) {
    if (!session.isLost && session.isInTransaction) await session.runScript('rollback').catch(() => {});
    throw error;
  } finally {
    source.end();
    connections.giveBack(session);
  }
}

async function begin(connections: Connections, options: BeginOptions): Promise<Session> {
  const { mode = '', owner = ofTheService, lockMilliseconds } = options;
  const session = await connections.take(owner);
  try {
    const bound =
      lockMilliseconds === undefined ? '' : `; set local lock_timeout = ${Math.ceil(lockMilliseconds)}`;
    await session.runScript(`begin ${mode}${bound}`);
    return session;
  } catch (error) {
    connections.giveBack(session);
    throw error;
  }
}
