import type { TestService } from '../../test/harness/open-service.ts';

/** What a caller sees. */
export interface Answer {
  status: number;
  retryAfter: string | null;
  /** What is the same in every right answer to the same request. */
  shape: string;
  /** The whole reply, to compare with that of a repeat. */
  body: string;
}

/** One representative call that succeeds. */
export interface FaultCase {
  name: string;
  service: TestService;
  /** A repeat with the same Idempotency-Key gets the first reply. */
  hasKey: boolean;
  /** A repeat after success may be done again: it is a job, or sets what it set before. */
  mayRepeat?: boolean;
  /** Takes several transactions: a repeat does what is left. */
  isInParts?: boolean;
  /** Creates what the call needs; returns the call, which can be sent again with the same key. */
  make(): Promise<() => Promise<Answer>>;
}

/** Names and kinds of the fields of a reply, of a list those of its entries together. */
export function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return '[]';
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return typeof value;
  const fields = Object.entries(value).map(([name, inner]) => `${name}:${shapeOf(inner)}`);
  return `{${fields.sort().join()}}`;
}
