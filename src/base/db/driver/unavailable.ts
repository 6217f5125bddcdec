import { DatabaseError } from 'pg';

/**
 * The database could not be asked, or went away before it answered. Everything the driver throws that is not an answer
 * of PostgreSQL becomes this, and so do the answers of a server that is starting, stopping or not to be written to.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  readonly code: string | undefined;
  /** Nothing of the work reached the server, so that it may be tried again. */
  readonly isUntouched: boolean;

  constructor(cause: unknown, options: { isUntouched?: boolean } = {}) {
    const { message, code } = cause as { message?: string; code?: unknown };
    super(message || String(cause), { cause });
    this.code = typeof code === 'string' ? code : undefined;
    this.isUntouched = options.isUntouched ?? false;
  }
}

/**
 * 57P01–57P05: the server ends connections, starts or stops. 53300: it takes no more of them. 25006: it is a replica
 * now, or about to become one. Class 08 is about connections altogether.
 */
const passing = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '53300', '25006']);

/** What the driver reported, as the rest of the service is to see it. */
export function toDatabaseFailure(error: unknown, options: { isUntouched?: boolean } = {}): Error {
  if (error instanceof DatabaseUnavailable) return error;
  if (error instanceof DatabaseError) {
    const { code = '' } = error;
    if (!passing.has(code) && !code.startsWith('08')) return error;
  }
  return new DatabaseUnavailable(error, options);
}

/** For work that only reads: once more when the connection was lost, because the next one may be good. */
export async function readAgainIfLost<From, T>(
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
