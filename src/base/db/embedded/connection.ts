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
  user: string;
  database: string;
  ssl: false;
}

/** What the driver takes: a host that begins with a slash is the folder of a socket. */
export function getDriverOptions(connection: EmbeddedConnection): DriverOptions {
  const { host, port, user, database } = connection;
  return { host, port, user, database, ssl: false };
}

/** The form that psql, pg_dump and everything else on libpq understands. */
export function formatUrl(connection: EmbeddedConnection): string {
  const { host, port, user, database } = connection;
  return `postgresql://${encodeURIComponent(user)}@/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}&port=${port}`;
}
