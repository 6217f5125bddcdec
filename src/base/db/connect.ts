import { type ClientConfig, DatabaseError } from 'pg';
import { ofTheService } from '../threads/fair-share.ts';
import { Connections } from './driver/connections.ts';
import { Listener, type Listening, type ListenWatch } from './driver/listener.ts';
import type { Session } from './driver/session.ts';
import { type Composed, createDb, type Db, type Source } from './driver/template.ts';
import {
  type BeginOptions,
  createSessionDb,
  SessionSource,
  type Transaction,
  transact,
} from './driver/transaction.ts';
import type { DriverOptions } from './embedded/connection.ts';

export type { Listening } from './driver/listener.ts';
export type { Db } from './driver/template.ts';
export type { Transaction } from './driver/transaction.ts';

export interface Pool extends Db {
  begin<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
  begin<T>(options: BeginOptions, work: (db: Transaction) => Promise<T>): Promise<T>;
  /** The same pool, with statements counted against the share of this owner. */
  forOwner(owner: string): Db;
  /** One connection for several statements. */
  reserve(): Promise<Db & { release(): void }>;
  listen(channel: string, hear: (payload: string) => void, watch?: ListenWatch): Promise<Listening>;
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

const connectMilliseconds = 5_000;

export function connect(options: ConnectOptions): Pool {
  const config = configOf(options);
  const connections = new Connections({
    config,
    max: options.maxConnections ?? 10,
    prepare: options.prepare ?? true,
    silentAfter: options.silentAfter,
    admit: options.admit,
  });
  const { listenTo } = options;
  const listener = new Listener(listenTo === undefined ? config : configOf({ ...options, to: listenTo }));

  const withSession = async <T>(owner: string, work: (session: Session) => Promise<T>): Promise<T> => {
    const session = await connections.take(owner);
    try {
      return await work(session);
    } finally {
      connections.giveBack(session);
    }
  };
  const sourceOf = (owner: string): Source => ({
    run: (statement) => withSession(owner, async (session) => (await session.run(statement)).rows),
    runScript: (text) => withSession(owner, async (session) => (await session.runScript(text)).rows),
    async *readInBatches(statement: Composed, size: number) {
      const session = await connections.take(owner);
      try {
        yield* session.readInBatches(statement, size);
      } finally {
        connections.giveBack(session);
      }
    },
  });

  return Object.assign(createDb(sourceOf(ofTheService)), {
    begin: <T>(
      first: BeginOptions | ((db: Transaction) => Promise<T>),
      second?: (db: Transaction) => Promise<T>,
    ) =>
      typeof first === 'function'
        ? transact(connections, {}, first)
        : transact(connections, first, second as (db: Transaction) => Promise<T>),
    forOwner: (owner: string) => createDb(sourceOf(owner)),
    async reserve() {
      const session = await connections.take(ofTheService);
      const reserved = new SessionSource(session);
      const release = () => {
        reserved.end();
        connections.giveBack(session);
      };
      return Object.assign(createSessionDb(reserved), { release });
    },
    listen: (channel: string, hear: (payload: string) => void, watch?: ListenWatch) =>
      listener.listen(channel, hear, watch),
    async end({ timeout = 5 }: { timeout?: number } = {}) {
      await Promise.all([listener.end(), connections.end(timeout * 1000)]);
    },
  });
}

export function configOf({ to, applicationName }: ConnectOptions): ClientConfig {
  return {
    ...(typeof to === 'string' ? { connectionString: withPlainSslmode(to) } : to),
    application_name: applicationName ?? 'settlements',
    statement_timeout: 60_000,
    connectionTimeoutMillis: connectMilliseconds,
  };
}

/** `sslmode` as in libpq: `require` encrypts, `verify-full` also verifies the certificate. */
function withPlainSslmode(address: string): string {
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
