import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseAcceptLanguage } from '../../base/i18n/text.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { Caller } from '../../domain/kernel/caller.ts';
import { type AnyOperation, type Audience, parseRoute } from '../../domain/kernel/operation.ts';
import { checkScope } from '../../domain/kernel/operation-input.ts';
import type { RateLimit } from '../../domain/kernel/rate-limits.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import type { Kernel } from '../../domain/kernel/run.ts';
import { bodyLimits } from './body-limits.ts';
import { matchesIfNoneMatch } from './etag.ts';
import { toRateLimitAddress } from './rate-limit.ts';

export const apiPrefix = '/api/v1';

/** Every operation becomes one route; no operation is named here. */
export function registerRest(
  server: FastifyInstance,
  operations: readonly AnyOperation[],
  kernel: Kernel,
): void {
  const admit = createAdmitHook(kernel);
  const preHandler = createRecheckHook(kernel);
  for (const operation of operations) {
    const { method, path, pathFields } = parseRoute(operation);
    const hasHead = operation.head?.every((field) => pathFields.includes(field as string)) ?? false;
    const isPublicRead = operation.scope === 'public' && method === 'GET';
    const body = operation.body ?? 'small';
    server.route({
      method,
      url: apiPrefix + path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyLimits[body].bytes,
      config: { operation: operation.name, body },
      onRequest: createAdmitHook(kernel, async (caller, call, request) => {
        checkScope(operation, caller);
        // Without a large body, the operation itself judges soon enough, and only once.
        if (hasHead && hasLargeBody(request))
          await kernel.judgeHead(operation, request.params as Record<string, unknown>, call, caller);
      }),
      ...(method !== 'GET' && { preHandler }),
      async handler(request, reply) {
        const { call, caller } = getAdmitted(request);
        const input = collectInput(request, method);
        const result = await kernel.perform(operation, input, call, caller);
        reply.code(operation.success).header('content-type', 'application/json; charset=utf-8');
        writeCallRateLimit(reply, call);
        if (!isPublicRead) return reply.header('cache-control', 'no-store').send(JSON.stringify(result));
        const { bytes, etag } = encodePublicReply(result as object);
        return matchesEtag(request, reply, etag, call) ? reply.code(304).send() : reply.send(bytes);
      },
    });
  }
  // Unknown paths are rate limited like any other request.
  const nothing = async () => refuse.notFound('address');
  for (const url of [apiPrefix, `${apiPrefix}/*`]) server.all(url, { onRequest: [admit, nothing] }, nothing);
}

interface EncodedReply {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Concurrent public reads share a reply. */
const encodedReplies = new WeakMap<object, EncodedReply>();

function encodePublicReply(reply: object): EncodedReply {
  const known = encodedReplies.get(reply);
  if (known !== undefined) return known;
  // As bytes: hashing and sending would each encode the text again.
  const bytes = Buffer.from(JSON.stringify(reply));
  const encoded = { bytes, etag: `"${hash('sha1', bytes, 'base64url')}"` };
  encodedReplies.set(reply, encoded);
  return encoded;
}

const largeBodyBytes = 16 * 1024;

/** Or one of unknown size. */
function hasLargeBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > largeBodyBytes;
}

/** What the head of a request decides, before its body is read. */
type HeadJudge = (caller: Caller, call: Call, request: FastifyRequest) => void | Promise<void>;

/** Rate limit, caller, scope and role come before the body is read: a request without them costs nothing more. */
function createAdmitHook(kernel: Kernel, judge?: HeadJudge) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await admitRequest(kernel, request, reply, createCall(request, reply), judge);
    checkIdempotencyKey(request);
  };
}

const isIdempotencyKey = (key: unknown): key is string =>
  typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key);

/** Checked after the request was counted: one with an invalid key costs as much as any other. */
export function checkIdempotencyKey({ headers }: FastifyRequest): void {
  const key = headers['idempotency-key'];
  if (key === undefined || isIdempotencyKey(key)) return;
  refuse.invalid('Idempotency-Key', {
    en: 'The key must have 1 to 200 printable ASCII characters without spaces.',
    ru: 'Ключ — от 1 до 200 печатных символов ASCII без пробелов.',
  });
}

/** Rate limit, caller, what else the head decides, and a place among the caller's concurrent requests. */
export async function admitRequest(
  kernel: Pick<Kernel, 'admit'>,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  judge?: HeadJudge,
): Promise<Caller> {
  const { requestShares } = request.server;
  request.call = call;
  try {
    request.caller = await kernel.admit(call);
  } catch (error) {
    if (call.rateLimit?.exceeded) await requestShares.slowDown(request, reply);
    throw error;
  }
  // Before it takes a place: what is refused by its head waits for nothing.
  await judge?.(request.caller, call, request);
  await requestShares.enter(request, reply, request.caller.accountId ?? call.address);
  return request.caller;
}

/** For writes, after the body was read: a slow upload may outlive its token or role. */
export function createRecheckHook(kernel: Kernel) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.call?.bearer !== undefined) request.caller = await kernel.identifyCaller(request.call);
  };
}

export function getAdmitted(request: FastifyRequest): { call: Call; caller: Caller } {
  const { call, caller } = request;
  if (call === undefined || caller === undefined) throw new Error('The request was not admitted.');
  return { call, caller };
}

export function createCall(
  request: FastifyRequest,
  reply: FastifyReply,
  server?: { resource: string; audience?: Audience },
): Call {
  const authorization = request.headers.authorization;
  const key = request.headers['idempotency-key'];
  const acceptedLanguage = parseAcceptLanguage(request.headers['accept-language']);
  let signal: AbortSignal | undefined;
  return {
    surface: server === undefined ? 'api' : 'mcp',
    ...server,
    bearer: authorization === undefined ? undefined : (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''),
    origin: request.origin,
    address: toRateLimitAddress(request.ip),
    language: acceptedLanguage ?? 'en',
    isLanguageExplicit: acceptedLanguage !== undefined,
    get signal() {
      signal ??= createAbortSignal(reply);
      return signal;
    },
    ...(isIdempotencyKey(key) && { idempotencyKey: key }),
  };
}

/** Created only when an operation uses it: most finish before a client could disconnect. */
function createAbortSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) controller.abort();
  });
  return controller.signal;
}

/** Path, query and body in one object; for equal names the path wins. */
function collectInput(request: FastifyRequest, method: string): Record<string, unknown> {
  const path = request.params as Record<string, unknown>;
  if (method === 'GET') return { ...(request.query as object), ...path };
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    refuse.invalid('body', { en: 'The body must be a JSON object.', ru: 'Тело запроса — объект JSON.' });
  }
  // Some clients cannot send a body with DELETE, so its fields may be in the query string as well.
  const query = method === 'DELETE' ? omitEmpty(request.query as Record<string, unknown>) : {};
  return { ...query, ...body, ...path };
}

function omitEmpty(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

export function writeCallRateLimit(reply: FastifyReply, call: Call | undefined): void {
  if (call?.rateLimit !== undefined) writeRateLimitHeaders(reply, call.rateLimit);
}

export function writeRateLimitHeaders(reply: FastifyReply, rateLimit: RateLimit): void {
  reply.header('ratelimit-limit', rateLimit.limit);
  reply.header('ratelimit-remaining', rateLimit.remaining);
  reply.header('ratelimit-reset', rateLimit.reset);
  if (rateLimit.exceeded) reply.header('retry-after', rateLimit.reset);
}

/** An unchanged response costs a slow connection only its headers. */
function matchesEtag(request: FastifyRequest, reply: FastifyReply, etag: string, call: Call): boolean {
  reply.header('etag', etag);
  reply.header('cache-control', call.bearer === undefined ? 'public, no-cache' : 'private, no-cache');
  reply.header('vary', 'Authorization, Accept-Encoding');
  return matchesIfNoneMatch(request, etag);
}
