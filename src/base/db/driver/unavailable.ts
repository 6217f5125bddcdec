import { DatabaseError } from 'pg';

/**
 * The database is unreachable, or the connection was lost before a response. Wraps every driver error that is not a
 * PostgreSQL error, and those of a server that is starting, stopping or read-only.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  readonly code: string | undefined;
  /** Nothing was sent to the server, so a retry is safe. */
  readonly isUntouched: boolean;

  constructor(cause: unknown, options: { isUntouched?: boolean } = {}) {
    const { message, code } = cause as { message?: string; code?: unknown };
    super(message || String(cause), { cause });
    this.code = typeof code === 'string' ? code : undefined;
    this.isUntouched = options.isUntouched ?? false;
  }
}

/**
 * 57P01–57P05: server shutdown or startup; 53300: too many connections; 25006: read-only (replica). Class 08:
 * connection errors.
 */
const transientErrorCodes = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '53300', '25006']);

export function toDatabaseFailure(error: unknown, options: { isUntouched?: boolean } = {}): Error {
  if (error instanceof DatabaseUnavailable) return error;
  if (error instanceof DatabaseError) {
    const { code = '' } = error;
    if (!transientErrorCodes.has(code) && !code.startsWith('08')) return error;
  }
  return new DatabaseUnavailable(error, options);
}

/** Retries a read once after a lost connection. */
export async function retryReadIfLost<From, T>(
  read: (from: From) => Promise<T>,
  [first, second]: readonly [From, From],
): Promise<T> {
  try {
    return await read(first);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return read(second);
  }
}
