import type { FastifyRequest } from 'fastify';
import { maskPersonal } from '../../domain/rules/mask-personal.ts';
import { nameSourcePlaces } from './source-places.ts';

/** The fields of a log line of level error. */
export interface LoggedFailure {
  readonly err?: unknown;
  /** In place of an error: why something is away. */
  readonly reason?: string;
  /** Job queue or part of the service. */
  readonly where?: string;
  readonly operation?: string | undefined;
}

/** The route, not the address: what people typed into it may be a name, a search or a token. */
export function describeRequest({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions?.url ?? 'no such page' };
}

/** Names of tables and constraints; `detail` of the same error would hold the row. */
const programFields = ['code', 'status', 'schema', 'table', 'column', 'constraint', 'routine'] as const;
const maxCauses = 3;

interface DescribedError {
  [field: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

/** What failed and where in the program, without the values that it was about. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: maskPersonal(String(error)), stack: '' };
  const fields = error as Error & Partial<Record<(typeof programFields)[number], unknown>>;
  return {
    type: error.name,
    message: maskPersonal(error.message),
    ...Object.fromEntries(
      programFields.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
    ),
    stack: nameSourcePlaces(error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause !== undefined && depth < maxCauses && { cause: describeError(error.cause, depth + 1) }),
  };
}
