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
  /** The same connections, for statements of somebody whose share they take. */
  forOwner(owner: string): Db;
  /** A connection for whoever needs the same one for several statements. */
  reserve(): Promise<Db & { release(): void }>;
  listen(channel: string, hear: (payload: string) => void, watch?: ListenWatch): Promise<Listening>;
  /** Waits for what runs, for so many seconds at most. */
  end(options?: { timeout?: number }): Promise<void>;
}

export interface ConnectOptions {
  /** A postgres:// address, or the embedded server's socket. */
  to: string | DriverOptions;
  /** Where to listen instead, when a pooler in between cannot carry that. */
  listenTo?: string | undefined;
  maxConnections?: number;
  /** False behind a pooler that hands a connection to another client between statements. */
  prepare?: boolean;
  applicationName?: string;
  /** In milliseconds: when nothing was answered for so long, it is asked whether the server is still there. */
  silentAfter?: number;
  /** Asked before a connection is used: why not, or null. */
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

/** `sslmode` means what it means to psql: `require` encrypts, `verify-full` also asks who is there. */
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
