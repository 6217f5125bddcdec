/** The embedded database could not be started; the message tells the operator what to do. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}

/** Another service uses the data folder. */
export class FolderInUseError extends DatabaseStartError {}

/** Appended to errors about machines that cannot run the embedded server. */
export const USE_DATABASE_URL =
  'Set DATABASE_URL to a PostgreSQL server (version 15 or newer) to run without the embedded one.';

export function getErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
