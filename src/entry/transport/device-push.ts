import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AdmittedPush, type Pushes, refuseToken } from '../../background/jobs/device-pushes.ts';
import type { RateLimits } from '../../domain/kernel/rate-limits.ts';
import { Refusal, refuse } from '../../domain/kernel/refusal.ts';
import { maxPushBytes } from '../../engines/devices/push.ts';
import { findTokenKind, hashToken } from '../../features/oauth/secret-token.ts';
import { toRateLimitAddress } from './rate-limit.ts';
import { writeRateLimitHeaders } from './rest.ts';

export const pushPath = '/devices/push';

declare module 'fastify' {
  interface FastifyRequest {
    push?: AdmittedPush;
  }
}

/** Devices push readings here. Not an operation: the client is a machine with a token of its own. */
export function registerDevicePush(
  server: FastifyInstance,
  parts: { pushes: Pushes; rateLimits: RateLimits },
): void {
  server.register(async (scope) => {
    scope.decorateRequest('push', undefined);
    // Small devices send JSON with any content type; the parser decides.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(pushPath, {
      bodyLimit: maxPushBytes,
      // Before the body is read.
      onRequest: async (request, reply) => {
        request.push = await admitPush(request, reply, parts);
      },
      handler: async (request, reply) => {
        const { stored, leftOut } = await parts.pushes.accept(
          request.push as AdmittedPush,
          readPushBody(request),
        );
        return reply
          .header('cache-control', 'no-store')
          .header('content-type', 'application/json; charset=utf-8')
          .send(JSON.stringify({ data: { stored, left_out: leftOut } }));
      },
    });
  });
}

async function admitPush(
  request: FastifyRequest,
  reply: FastifyReply,
  { pushes, rateLimits }: { pushes: Pushes; rateLimits: RateLimits },
): Promise<AdmittedPush> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const push = findTokenKind(token) === 'device' ? await pushes.admit(hashToken(token)) : undefined;
  if (push !== undefined) return push;
  // A device with a token is limited by it; guesses count like any request without a token.
  const rateLimit = await rateLimits.consume('api_public', toRateLimitAddress(request.ip));
  writeRateLimitHeaders(reply, rateLimit);
  if (rateLimit.exceeded) {
    throw new Refusal({
      kind: 'too_many',
      text: {
        en: 'Too many requests. Try again a little later.',
        ru: 'Слишком много запросов. Попробуйте чуть позже.',
      },
    });
  }
  return refuseToken();
}

function readPushBody(request: FastifyRequest): Uint8Array {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Refusal({
      kind: 'unsupported_type',
      text: {
        en: 'Send the JSON as it is, without Content-Encoding.',
        ru: 'Отправьте JSON как есть, без Content-Encoding.',
      },
    });
  }
  if (Buffer.isBuffer(request.body) && request.body.length > 0) return request.body;
  return refuse.invalid('body', { en: 'The body is empty.', ru: 'Тело запроса пусто.' });
}
