import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../../base/db/driver/unavailable.ts';
import type { Language } from '../../base/i18n/text.ts';
import { ShareRefused } from '../../base/threads/fair-share.ts';
import { concurrentChangeRefusal } from '../../domain/kernel/preparation.ts';
import { Refusal, type RefusalKind } from '../../domain/kernel/refusal.ts';
import { StoreFailure } from '../../engines/media/blob-store.ts';

/** The only mapping of refusals to HTTP status codes. */
export const httpStatus: Readonly<Record<RefusalKind, number>> = {
  unauthenticated: 401,
  missing_scope: 403,
  forbidden: 403,
  not_found: 404,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
};

/**
 * PostgreSQL class 53: disk full, out of memory, too many connections. Operating system: no space, no file
 * descriptors.
 */
const outOfResourceCodes = new Set([
  '53000',
  '53100',
  '53200',
  '53300',
  '53400',
  'ENOSPC',
  'EDQUOT',
  'EMFILE',
  'ENFILE',
]);

const outOfResources = new Refusal({
  kind: 'unavailable',
  text: {
    en: 'The service has run out of room, and nothing was written. Try again a little later.',
    ru: 'Сервису не хватает места, и ничего не записано. Попробуйте чуть позже.',
  },
});

export const storeUnavailable = new Refusal({
  kind: 'unavailable',
  text: {
    en: 'The storage of photographs and files does not answer at the moment. Try again in a few minutes.',
    ru: 'Хранилище фотографий и файлов сейчас не отвечает. Попробуйте ещё раз через несколько минут.',
  },
  retryAfter: 60,
});

/** Where the refusal gives none. */
const retryAfterSeconds = 2;

const databaseUnavailableRefusal = new Refusal({
  kind: 'unavailable',
  text: {
    en: 'The database does not answer at the moment. Try again in a few seconds.',
    ru: 'База данных сейчас не отвечает. Повторите через несколько секунд.',
  },
});

const ownShareExceeded = new Refusal({
  kind: 'too_many',
  text: {
    en: 'Too much of yours is under way at once. Let it finish, then send this again.',
    ru: 'Слишком много ваших запросов выполняется сразу. Дождитесь их и повторите.',
  },
  retryAfter: 5,
});

const queueFull = new Refusal({
  kind: 'unavailable',
  text: {
    en: 'Too many wait for the same work just now. Try again in a few seconds.',
    ru: 'Сейчас этого ждёт слишком много людей. Повторите через несколько секунд.',
  },
});

/**
 * PostgreSQL undid the transaction because of another one: lock_not_available (a lock was held longer than
 * `lock_timeout`), serialization_failure, deadlock_detected.
 */
const concurrentChangeCodes = new Set(['55P03', '40001', '40P01']);

/** PostgreSQL's query_canceled: a statement took longer than `statement_timeout`. */
const statementTimeout = '57014';

const tookTooLong = new Refusal({
  kind: 'unavailable',
  text: {
    en: 'The database took too long, and this was stopped. Try again in a few seconds.',
    ru: 'База данных отвечала слишком долго, и это остановлено. Повторите через несколько секунд.',
  },
});

/** Expected refusals, an unavailable database, a shortage of resources or time; undefined for incidents. */
export function findRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable) return databaseUnavailableRefusal;
  if (error instanceof ShareRefused) return error.reason === 'share' ? ownShareExceeded : queueFull;
  if (error instanceof StoreFailure) return storeUnavailable;
  const code = codeOf(error);
  if (concurrentChangeCodes.has(code)) return concurrentChangeRefusal;
  if (code === statementTimeout) return tookTooLong;
  return outOfResourceCodes.has(code) ? outOfResources : undefined;
}

const codeOf = (error: unknown) => (error as { code?: string } | null)?.code ?? '';

/** Logs what the client can only retry and the operator has to know. */
export function logFault(error: unknown, { id, log }: Pick<FastifyRequest, 'id' | 'log'>): void {
  const code = codeOf(error);
  const fault = outOfResourceCodes.has(code)
    ? 'out of disk space, memory, connections or file descriptors'
    : { '40P01': 'a deadlock', [statementTimeout]: 'a statement took too long' }[code];
  if (fault !== undefined) log.error({ err: error, requestId: id }, fault);
}

export function sendRetryAfter(reply: FastifyReply, refusal: Refusal): void {
  const wait = refusal.retryAfter ?? (refusal.kind === 'unavailable' ? retryAfterSeconds : undefined);
  if (wait !== undefined) reply.header('retry-after', wait);
}

export interface ErrorBody {
  message: string;
  errors?: Record<string, string[]>;
  [detail: string]: unknown;
}

export function buildErrorBody(refusal: Refusal, language: Language): ErrorBody {
  const body: ErrorBody = { message: refusal.text[language] };
  if (refusal.kind === 'invalid') {
    body.errors = Object.fromEntries(
      Object.entries(refusal.fields ?? {}).map(([name, texts]) => [
        name,
        texts.map((text) => text[language]),
      ]),
    );
  }
  const hasDetails = refusal.kind === 'invalid' || refusal.kind === 'forbidden';
  return refusal.details && hasDetails ? { ...body, ...refusal.details } : body;
}
