/** The embedded database could not be started; the message says what to do about it. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}

/** Another service runs on the data folder, and its database with it. */
export class FolderInUseError extends DatabaseStartError {}

/** The way out that always exists, appended to errors about a machine that cannot run the embedded server. */
export const USE_DATABASE_URL =
  'Set DATABASE_URL to a PostgreSQL server (version 15 or newer) to run without the embedded one.';

export function getErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
