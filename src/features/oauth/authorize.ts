import type { Db } from '../../base/db/connect.ts';
import { scopes as knownScopes, type Scope } from '../../domain/kernel/caller.ts';
import type { Audience } from '../../domain/kernel/operation.ts';
import type { Guard } from '../../engines/outbound/guard.ts';
import { insertCode, insertGrant } from '../../store/accounts/oauth.ts';
import { type Client, loadClient } from './clients.ts';
import { buildResourceUrl, findAudienceOfResource } from './metadata.ts';
import { OAuthError } from './oauth-error.ts';
import { matchesRegisteredRedirect, type RedirectRules } from './redirect-rules.ts';
import { createPlainSecret, hashToken } from './secret-token.ts';

/** Parameters as received: a name may occur more than once. */
export type RequestParameters = URLSearchParams;

export interface AuthorizeContext {
  db: Db;
  guard: Guard;
  rules: RedirectRules;
  origin: string;
  now: Date;
  /** Called before a client document is fetched; throws when the rate limit is exceeded. */
  beforeFetch(): Promise<void>;
}

/** The validated request, as the consent page and the code use it. */
export interface AuthorizationRequest {
  clientId: string;
  clientName: string;
  clientHost: string | null;
  redirectUri: string;
  state: string | null;
  challenge: string;
  scopes: Scope[];
  resource: string;
  audience: Audience;
}

/** Shown on our own page: no redirect URI is trusted yet. */
export class UnsafeRequest extends OAuthError {
  override name = 'UnsafeRequest';
}

/** Reported to the client by a redirect. */
export class RedirectedError extends OAuthError {
  override name = 'RedirectedError';
  readonly redirectUri: string;
  readonly state: string | null;
  constructor(cause: OAuthError, redirectUri: string, state: string | null) {
    super(cause.code, cause.message);
    this.redirectUri = redirectUri;
    this.state = state;
  }
}

const codeLifetime = 60_000;

/** Client and redirect URI are checked first; only then may errors be redirected. */
export async function checkAuthorization(
  parameters: RequestParameters,
  context: AuthorizeContext,
): Promise<AuthorizationRequest> {
  const { client, redirectUri } = await checkRedirectTarget(parameters, context);
  const state = parameters.getAll('state').length === 1 ? parameters.get('state') : null;
  try {
    for (const check of orderedChecks) check(parameters);
    const resource = readResource(parameters, context.origin);
    return {
      clientId: client.id,
      clientName: client.name,
      clientHost: client.host,
      redirectUri,
      state,
      challenge: parameters.get('code_challenge') ?? '',
      scopes: readScopes(parameters.get('scope')),
      ...resource,
    };
  } catch (error) {
    if (error instanceof OAuthError) throw new RedirectedError(error, redirectUri, state);
    throw error;
  }
}

async function checkRedirectTarget(
  parameters: RequestParameters,
  context: AuthorizeContext,
): Promise<{ client: Client; redirectUri: string }> {
  const clientIds = parameters.getAll('client_id');
  const redirects = parameters.getAll('redirect_uri');
  const [clientId, redirectUri] = [clientIds[0], redirects[0]];
  if (clientIds.length !== 1 || clientId === undefined || clientId === '')
    throw new UnsafeRequest('invalid_request', 'client_id must be given exactly once.');
  if (redirects.length !== 1 || redirectUri === undefined || redirectUri === '')
    throw new UnsafeRequest('invalid_request', 'redirect_uri must be given exactly once.');
  let client: Client;
  try {
    client = await loadClient(context.db, clientId, context);
  } catch (error) {
    if (error instanceof OAuthError) throw new UnsafeRequest(error.code, error.message);
    throw error;
  }
  if (!matchesRegisteredRedirect(client.redirectUris, redirectUri)) {
    throw new UnsafeRequest('invalid_request', 'redirect_uri is not one the application registered.');
  }
  return { client, redirectUri };
}

const orderedChecks: readonly ((parameters: RequestParameters) => void)[] = [
  function nothingTwice(parameters) {
    for (const name of new Set(parameters.keys())) {
      if (parameters.getAll(name).length > 1 && name !== 'resource')
        throw new OAuthError('invalid_request', `${name} was given more than once.`);
    }
  },
  function noRequestObject(parameters) {
    if (parameters.has('request_uri'))
      throw new OAuthError('request_uri_not_supported', 'request_uri is not supported.');
    if (parameters.has('request')) throw new OAuthError('request_not_supported', 'request is not supported.');
  },
  function onlyCodes(parameters) {
    const type = parameters.get('response_type');
    if (type === null || type === '') throw new OAuthError('invalid_request', 'response_type is missing.');
    if (type !== 'code')
      throw new OAuthError('unsupported_response_type', 'Only response_type=code is supported.');
    const mode = parameters.get('response_mode');
    if (mode !== null && mode !== 'query')
      throw new OAuthError('invalid_request', 'Only response_mode=query is supported.');
  },
  function provenByPkce(parameters) {
    const challenge = parameters.get('code_challenge');
    if (challenge === null || challenge === '')
      throw new OAuthError('invalid_request', 'code_challenge is missing: PKCE is mandatory.');
    if (parameters.get('code_challenge_method') !== 'S256')
      throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
    if (!/^[A-Za-z0-9_-]{43}$/.test(challenge))
      throw new OAuthError('invalid_request', 'code_challenge is not a SHA-256 in base64url.');
  },
  function boundedState(parameters) {
    if ((parameters.get('state') ?? '').length > 2000)
      throw new OAuthError('invalid_request', 'state is too long.');
  },
  function knownScope(parameters) {
    readScopes(parameters.get('scope'));
  },
];

/** Without a scope, an application gets read access only. */
export function readScopes(requestedScopes: string | null): Scope[] {
  const wanted = (requestedScopes ?? '').split(' ').filter(Boolean);
  if (wanted.length === 0) return ['mcp:read'];
  if (wanted.some((scope) => !(knownScopes as readonly string[]).includes(scope))) {
    throw new OAuthError('invalid_scope', `The scopes are ${knownScopes.join(', ')}.`);
  }
  return knownScopes.filter((scope) => wanted.includes(scope));
}

function readResource(
  parameters: RequestParameters,
  origin: string,
): { resource: string; audience: Audience } {
  const resources = parameters.getAll('resource');
  if (resources.length === 0) return { resource: buildResourceUrl(origin, 'resident'), audience: 'resident' };
  const [resource = ''] = resources;
  const audience = resources.length === 1 ? findAudienceOfResource(origin, resource) : null;
  if (audience === null)
    throw new OAuthError('invalid_target', 'resource must be the address of one MCP server of this host.');
  return { resource, audience };
}

/** After consent: inserts the grant and a code for it that is valid for a minute. */
export async function issueAuthorizationCode(
  db: Db,
  request: AuthorizationRequest,
  parts: { accountId: string; issuer: string; grantId: string; now: Date },
): Promise<string> {
  await insertGrant(db, {
    id: parts.grantId,
    accountId: parts.accountId,
    clientId: request.clientId,
    clientName: request.clientName,
    clientHost: request.clientHost ?? new URL(request.redirectUri).host,
    issuer: parts.issuer,
    resource: request.resource,
    scopes: request.scopes,
    now: parts.now,
  });
  const code = createPlainSecret();
  await insertCode(db, {
    hash: hashToken(code),
    grantId: parts.grantId,
    redirectUri: request.redirectUri,
    challenge: request.challenge,
    now: parts.now,
    expiresAt: new Date(parts.now.getTime() + codeLifetime),
  });
  return code;
}

/** The redirect back to the client, with `iss` against mix-up attacks (RFC 9207). */
export function buildRedirectUrl(
  redirectUri: string,
  origin: string,
  state: string | null,
  values: Record<string, string>,
): string {
  const separator = redirectUri.includes('?') ? '&' : '?';
  const query = new URLSearchParams({ ...values, ...(state !== null && { state }), iss: origin });
  return `${redirectUri}${separator}${query}`;
}
