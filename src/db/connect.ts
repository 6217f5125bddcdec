import postgres from 'postgres';
import type { DriverOptions } from './embedded/connection.ts';
import { makeTemplatesCheap } from './templates.ts';

/** What store functions take: the pool, or the transaction an operation runs in. */
export type Db = postgres.ISql<Record<string, never>>;
export type Pool = postgres.Sql<Record<string, never>>;

export interface ConnectOptions {
  /** A postgres:// address, or the embedded server's socket. */
  to: string | DriverOptions;
  maxConnections?: number;
  /** False behind a pooler that hands a connection to another client between statements. */
  prepare?: boolean;
  applicationName?: string;
}

export function connect(options: ConnectOptions): Pool {
  return makeTemplatesCheap(openDriver(options));
}

/** The driver as it comes, which benchmarks compare with. */
export function openDriver(options: ConnectOptions): Pool {
  const settings = {
    max: options.maxConnections ?? 10,
    prepare: options.prepare ?? true,
    idle_timeout: 300,
    connect_timeout: 10,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? 'settlements',
      TimeZone: 'UTC',
      statement_timeout: 60_000,
    },
    // A day is a day, not an instant: keep it as the text PostgreSQL sends. Bytes are compared and hashed as Buffers.
    types: {
      day: { to: 1082, from: [1082], serialize: (value: string) => value, parse: (value: string) => value },
    },
  } satisfies postgres.Options<Record<string, postgres.PostgresType>>;
  const sql =
    typeof options.to === 'string'
      ? postgres(options.to, settings)
      : postgres({ ...options.to, ...settings });
  return sql as unknown as Pool;
}

/** A string that stands for several columns of the keyset, never for user text. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof postgres.PostgresError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint_name === constraint)
  );
}
