import { join } from 'node:path';

export interface EmbeddedConnection {
  /** The folder of the socket. */
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
}

export interface DriverOptions {
  host: string;
  port: number;
  path: string;
  user: string;
  database: string;
  ssl: false;
}

/**
 * What postgres.js wants: `postgres({ ...getDriverOptions(connection), max: 10 })`.
 * It finds a socket only through options (`path`, or a `host` with a slash in it), never through an address.
 */
export function getDriverOptions(connection: EmbeddedConnection): DriverOptions {
  const { host, port, user, database } = connection;
  return { host, port, path: join(host, `.s.PGSQL.${port}`), user, database, ssl: false };
}

/** The form that psql, pg_dump and everything else on libpq understands. */
export function formatUrl(connection: EmbeddedConnection): string {
  const { host, port, user, database } = connection;
  return `postgresql://${encodeURIComponent(user)}@/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}&port=${port}`;
}
