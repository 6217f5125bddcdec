import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from '../../base/db/connect.ts';
import { audiences } from '../../domain/kernel/operation.ts';
import type { RateLimits } from '../../domain/kernel/rate-limits.ts';
import type { BearerTokens } from '../../features/oauth/bearer-tokens.ts';
import { registerClient } from '../../features/oauth/clients.ts';
import { describeAuthorizationServer, describeResource } from '../../features/oauth/metadata.ts';
import { OAuthError } from '../../features/oauth/oauth-error.ts';
import type { RedirectRules } from '../../features/oauth/redirect-rules.ts';
import {
  exchangeCode,
  refreshTokens,
  revokeByClient,
  type TokenContext,
} from '../../features/oauth/token-endpoint.ts';
import { endIfHungUp } from './hang-ups.ts';
import { toRateLimitAddress } from './rate-limit.ts';
import { findRefusal, httpStatus, logFault, sendRetryAfter } from './refusal-status.ts';
import { parseUrlencoded } from './urlencoded.ts';

export interface OAuthRouteOptions {
  pool: Pool;
  rateLimits: RateLimits;
  rules: RedirectRules;
  bearer: BearerTokens;
  now(): Date;
  newId(): string;
}

/** Ten redirect URIs and a name; nothing else of a registration is stored. */
const maxRegistrationBytes = 16 * 1024;

const maxFormBytes = 20_000;

const statusOf = (error: OAuthError) => (error.code === 'invalid_client' ? 401 : 400);

/** The machine endpoints of OAuth: metadata, tokens, registration, revocation. Authorization is a page. */
export function registerOAuth(server: FastifyInstance, options: OAuthRouteOptions): void {
  server.register(async (oauth) => {
    oauth.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: maxFormBytes },
      async (_request: FastifyRequest, body: Buffer) => parseUrlencoded(body) ?? new URLSearchParams(),
    );
    // Browser-based applications use these too; no cookie gives access to anything here.
    oauth.addHook('onRequest', async (request, reply) => {
      reply.header('access-control-allow-origin', '*');
      reply.header('vary', 'Host');
      if (request.method === 'OPTIONS') {
        reply
          .header('access-control-allow-methods', 'GET, POST')
          .header('access-control-allow-headers', 'Content-Type, MCP-Protocol-Version');
        return reply.code(204).send();
      }
    });
    oauth.setErrorHandler((error: Error, request, reply) => sendOAuthError(error, request, reply));

    oauth.get('/.well-known/oauth-authorization-server', async (request, reply) =>
      sendMetadata(reply, describeAuthorizationServer(request.origin)),
    );
    oauth.get('/.well-known/oauth-protected-resource', async (request, reply) =>
      sendMetadata(reply, describeResource(request.origin, 'resident')),
    );
    oauth.get('/.well-known/oauth-protected-resource/mcp/:audience', async (request, reply) => {
      const audience = audiences.find((name) => name === (request.params as { audience: string }).audience);
      return audience === undefined
        ? reply.callNotFound()
        : sendMetadata(reply, describeResource(request.origin, audience));
    });

    const counted =
      (surface: 'api_account' | 'costly') => async (request: FastifyRequest, reply: FastifyReply) =>
        (await isRateLimited(request, reply, options, surface)) ? reply : undefined;
    const registration = { bodyLimit: maxRegistrationBytes, onRequest: counted('costly') };
    const exchanging = { bodyLimit: maxFormBytes, onRequest: counted('api_account') };

    oauth.post('/oauth/register', registration, async (request, reply) => {
      if (request.body instanceof URLSearchParams)
        throw new OAuthError('invalid_client_metadata', 'Send the registration as JSON.');
      const registered = await registerClient(options.pool, request.body, {
        rules: options.rules,
        now: options.now(),
      });
      return reply.code(201).header('cache-control', 'no-store').send(registered);
    });

    oauth.post('/oauth/token', exchanging, async (request, reply) => {
      const parameters = readForm(request);
      const tokenParts: TokenContext = {
        pool: options.pool,
        origin: request.origin,
        now: options.now(),
        newId: options.newId,
        onRevoked: () => options.bearer.invalidateAll(),
      };
      const exchange = grantTypes.get(parameters.grant_type ?? '');
      if (parameters.grant_type === undefined)
        throw new OAuthError('invalid_request', 'grant_type is missing.');
      if (exchange === undefined)
        throw new OAuthError(
          'unsupported_grant_type',
          'Only authorization_code and refresh_token are supported.',
        );
      const tokens = await exchange(parameters, tokenParts);
      return reply.header('cache-control', 'no-store').send(tokens);
    });

    oauth.post('/oauth/revoke', exchanging, async (request, reply) => {
      const { token, client_id: clientId } = readForm(request);
      if (!token || !clientId) throw new OAuthError('invalid_request', 'token and client_id are needed.');
      await revokeByClient(token, clientId, {
        pool: options.pool,
        origin: request.origin,
        now: options.now(),
        newId: options.newId,
        onRevoked: () => options.bearer.invalidateAll(),
      });
      return reply.header('cache-control', 'no-store').send({});
    });
    for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke', '/.well-known/*'])
      oauth.options(path, async (_request, reply) => reply.code(204).send());
  });
}

/** A map, because plain objects inherit `constructor` and `toString`. */
const grantTypes = new Map<
  string,
  (parameters: Record<string, string | undefined>, context: TokenContext) => Promise<unknown>
>([
  ['authorization_code', exchangeCode],
  ['refresh_token', refreshTokens],
]);

function sendMetadata(reply: FastifyReply, body: object): FastifyReply {
  return reply.header('cache-control', 'public, max-age=300').send(body);
}

async function isRateLimited(
  request: FastifyRequest,
  reply: FastifyReply,
  options: OAuthRouteOptions,
  surface: 'api_account' | 'costly',
): Promise<boolean> {
  const rateLimit = await options.rateLimits.consume(surface, `oauth:${toRateLimitAddress(request.ip)}`);
  if (!rateLimit.exceeded) return false;
  reply
    .code(429)
    .header('retry-after', rateLimit.reset)
    .send({ error: 'temporarily_unavailable', error_description: 'Too many requests. Try again later.' });
  return true;
}

/** A form in the body and nothing else: no query string, no repeated names, no secrets. */
function readForm(request: FastifyRequest): Record<string, string | undefined> {
  if (request.headers.authorization !== undefined)
    throw new OAuthError('invalid_client', 'Clients have no secret here; send client_id in the form.');
  if (!(request.body instanceof URLSearchParams))
    throw new OAuthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.');
  if (request.url.includes('?')) throw new OAuthError('invalid_request', 'Parameters belong into the body.');
  const form = request.body;
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length <= 1) continue;
    throw new OAuthError(
      name === 'resource' ? 'invalid_target' : 'invalid_request',
      `${name} was given more than once.`,
    );
  }
  if (form.has('client_secret') || form.has('client_assertion'))
    throw new OAuthError('invalid_client', 'Clients have no secret here.');
  return Object.fromEntries([...form].map(([name, value]) => [name, value === '' ? undefined : value]));
}

function sendOAuthError(
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (endIfHungUp(error, request, reply)) return reply;
  reply.header('cache-control', 'no-store');
  if (error instanceof OAuthError) {
    if (error.code === 'invalid_client')
      reply.header('www-authenticate', 'Basic realm="oauth", error="invalid_client"');
    return reply.code(statusOf(error)).send({ error: error.code, error_description: error.message });
  }
  const refusal = findRefusal(error);
  logFault(error, request);
  if (refusal?.kind === 'unavailable') {
    sendRetryAfter(reply, refusal);
    return reply
      .code(httpStatus[refusal.kind])
      .send({ error: 'temporarily_unavailable', error_description: refusal.text.en });
  }
  const status = error.statusCode ?? ((error as { kind?: string }).kind === 'invalid' ? 400 : 500);
  if (status < 500)
    return reply
      .code(400)
      .send({ error: 'invalid_request', error_description: 'The request could not be read.' });
  request.log.error({ err: error }, 'incident');
  return reply.code(500).send({ error: 'server_error', error_description: 'Something broke on our side.' });
}
