import type { ConnectionPool } from './connection-pool.ts';
import type { StatementResult } from './execution.ts';
import type { Row } from './row-reader.ts';
import type { ComposedStatement } from './template.ts';

interface AskedStatement {
  readonly statement: ComposedStatement;
  resolve(answer: StatementResult): void;
  reject(error: unknown): void;
}

/**
 * Runs statements of one owner outside of a transaction. Those asked for in the same turn of the event loop share a
 * connection and a round trip.
 */
export class JoinedStatements {
  readonly #connections: ConnectionPool;
  readonly #owner: string;
  /** Rows of the statements so far; undefined: every statement is run. */
  readonly #known: Map<string, Promise<Row[]>> | undefined;
  #asked: AskedStatement[] = [];

  /** `isMemoized`: a statement with the same parameters is run once. For the reads of one request. */
  constructor(connections: ConnectionPool, owner: string, isMemoized: boolean) {
    this.#connections = connections;
    this.#owner = owner;
    this.#known = isMemoized ? new Map() : undefined;
  }

  run(statement: ComposedStatement): Promise<Row[]> {
    if (this.#known === undefined) return this.#ask(statement);
    // The name stands for the text, which is much longer.
    const key = `${statement.form.name} ${JSON.stringify(statement.values)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const rows = this.#ask(statement);
    this.#known.set(key, rows);
    rows.catch(() => this.#known?.delete(key));
    return rows;
  }

  #ask(statement: ComposedStatement): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      // After the microtasks that ask for others.
      if (this.#asked.length === 0) process.nextTick(() => void this.#send());
      this.#asked.push({ statement, resolve: ({ rows }) => resolve(rows), reject });
    });
  }

  async #send(): Promise<void> {
    const statements = this.#asked;
    this.#asked = [];
    try {
      const session = await this.#connections.acquire(this.#owner);
      try {
        const [only] = statements;
        if (statements.length === 1 && only)
          await session.run(only.statement).then(only.resolve, only.reject);
        else await session.runTogether(statements);
      } finally {
        this.#connections.release(session);
      }
    } catch (error) {
      for (const { reject } of statements) reject(error);
    }
  }
}
