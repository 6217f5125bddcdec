import { type ClientConfig, DatabaseError } from 'pg';
import { serviceOwner } from '../threads/fair-share.ts';
import { ConnectionPool } from './driver/connection-pool.ts';
import { JoinedStatements } from './driver/joined-statements.ts';
import { type ListenCallbacks, Listener, type ListenHandle } from './driver/listener.ts';
import type { Session } from './driver/session.ts';
import { type ComposedStatement, createDb, type Db, type StatementSource } from './driver/template.ts';
import {
  type BeginOptions,
  createSessionDb,
  runTransaction,
  SessionSource,
  type Transaction,
} from './driver/transaction.ts';
import type { DriverOptions } from './embedded/connection.ts';

export type { ListenHandle as Listening } from './driver/listener.ts';
export type { Db } from './driver/template.ts';
export type { Transaction } from './driver/transaction.ts';

export interface Pool extends Db {
  begin<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
  begin<T>(options: BeginOptions, work: (db: Transaction) => Promise<T>): Promise<T>;
  /**
   * The same pool, with statements counted against the share of this owner. Statements asked for at the same time are
   * sent together; memoized ones are run once per parameters.
   */
  forOwner(owner: string, options?: { isMemoized?: boolean }): Db;
  /** One connection for several statements. */
  reserve(): Promise<Db & { release(): void }>;
  listen(channel: string, hear: (payload: string) => void, watch?: ListenCallbacks): Promise<ListenHandle>;
  /** Waits for running statements, at most `timeout` seconds. */
  end(options?: { timeout?: number }): Promise<void>;
}

export interface ConnectOptions {
  /** A postgres:// URL, or the socket of the embedded server. */
  to: string | DriverOptions;
  /** URL for LISTEN, when a pooler in between does not support it. */
  listenTo?: string | undefined;
  maxConnections?: number;
  /** False behind a pooler in transaction mode, which cannot keep prepared statements. */
  prepare?: boolean;
  applicationName?: string;
  /** Milliseconds without a response after which the server is probed. */
  silentAfter?: number;
  /** Checks a connection before use: the reason to reject it, or null. */
  admit?: (session: Session) => Promise<string | null>;
}

const connectTimeoutMilliseconds = 5_000;

export function connect(options: ConnectOptions): Pool {
  const config = clientConfigOf(options);
  const connections = new ConnectionPool({
    config,
    max: options.maxConnections ?? 10,
    prepare: options.prepare ?? true,
    silentAfter: options.silentAfter,
    admit: options.admit,
  });
  const { listenTo } = options;
  const listener = new Listener(
    listenTo === undefined ? config : clientConfigOf({ ...options, to: listenTo }),
  );

  const withSession = async <T>(owner: string, work: (session: Session) => Promise<T>): Promise<T> => {
    const session = await connections.acquire(owner);
    try {
      return await work(session);
    } finally {
      connections.release(session);
    }
  };
  const sourceOf = (owner: string): StatementSource => ({
    run: (statement) => withSession(owner, async (session) => (await session.run(statement)).rows),
    runScript: (text) => withSession(owner, async (session) => (await session.runScript(text)).rows),
    async *readInBatches(statement: ComposedStatement, size: number) {
      const session = await connections.acquire(owner);
      try {
        yield* session.readInBatches(statement, size);
      } finally {
        connections.release(session);
      }
    },
  });

  return Object.assign(createDb(sourceOf(serviceOwner)), {
    begin: <T>(
      first: BeginOptions | ((db: Transaction) => Promise<T>),
      second?: (db: Transaction) => Promise<T>,
    ) =>
      typeof first === 'function'
        ? runTransaction(connections, {}, first)
        : runTransaction(connections, first, second as (db: Transaction) => Promise<T>),
    forOwner: (owner: string, { isMemoized = false } = {}) => {
      const joined = new JoinedStatements(connections, owner, isMemoized);
      return createDb(
        Object.assign(sourceOf(owner), { run: (statement: ComposedStatement) => joined.run(statement) }),
      );
    },
    async reserve() {
      const session = await connections.acquire(serviceOwner);
      const reserved = new SessionSource(session);
      const release = () => {
        reserved.end();
        connections.release(session);
      };
      return Object.assign(createSessionDb(reserved), { release });
    },
    listen: (channel: string, hear: (payload: string) => void, watch?: ListenCallbacks) =>
      listener.listen(channel, hear, watch),
    async end({ timeout = 5 }: { timeout?: number } = {}) {
      await Promise.all([listener.end(), connections.end(timeout * 1000)]);
    },
  });
}

export function clientConfigOf({ to, applicationName }: ConnectOptions): ClientConfig {
  return {
    ...(typeof to === 'string' ? { connectionString: withLibpqSslmode(to) } : to),
    application_name: applicationName ?? 'settlements',
    statement_timeout: 60_000,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
  };
}

/** `sslmode` as in libpq: `require` encrypts, `verify-full` also verifies the certificate. */
function withLibpqSslmode(address: string): string {
  const isSocket = !URL.canParse(address);
  if (isSocket || !/[?&]sslmode=/.test(address) || /[?&]uselibpqcompat=/.test(address)) return address;
  return `${address}&uselibpqcompat=true`;
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}
