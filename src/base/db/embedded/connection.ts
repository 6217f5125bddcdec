export interface EmbeddedConnection {
  /** Folder of the socket. */
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
}

export interface DriverOptions {
  host: string;
  port: number;
  user: string;
  database: string;
  ssl: false;
}

/** For the driver, a host that begins with a slash is the folder of a socket. */
export function getDriverOptions(connection: EmbeddedConnection): DriverOptions {
  const { host, port, user, database } = connection;
  return { host, port, user, database, ssl: false };
}

/** URL for psql, pg_dump and other libpq clients. */
export function formatUrl(connection: EmbeddedConnection): string {
  const { host, port, user, database } = connection;
  return `postgresql://${encodeURIComponent(user)}@/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}&port=${port}`;
}
