import { createHash } from 'node:crypto';
import type { Db, Pool } from '../../base/db/connect.ts';
import type { Scope } from '../../domain/kernel/caller.ts';
import {
  findCode,
  findToken,
  type GrantRow,
  insertOauthToken,
  lockGrantOfCode,
  lockGrantOfToken,
  markCodeUsed,
  markTokenRotated,
  revokeGrant,
  revokeToken,
} from '../../store/accounts/oauth.ts';
import { readScopes } from './authorize.ts';
import { OAuthError } from './oauth-error.ts';
import { createToken, findTokenKind, hashToken } from './secret-token.ts';
import { decryptWithSecret, encryptWithSecret, equalsInConstantTime } from './signed-values.ts';

export const accessLifetime = 86_400_000;
export const refreshLifetime = 30 * 86_400_000;
/** A client that refreshes twice at once gets the same response twice; a later reuse is treated as theft. */
const refreshGrace = 10_000;

export interface TokenContext {
  pool: Pool;
  origin: string;
  now: Date;
  newId(): string;
  /** Called after tokens were revoked, to clear caches of them. */
  onRevoked(): void;
}

export interface TokenResponse {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** The error is returned and thrown after the transaction, so that a revocation is committed. */
type TokenResult = TokenResponse | OAuthError;

const invalidGrant = () =>
  new OAuthError('invalid_grant', 'The grant is not valid: it is unknown, expired, used or revoked.');

export async function exchangeCode(
  parameters: Record<string, string | undefined>,
  context: TokenContext,
): Promise<TokenResponse> {
  const {
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    client_id: clientId,
    resource,
  } = parameters;
  if (!code || !redirectUri || !clientId)
    throw new OAuthError('invalid_request', 'code, redirect_uri and client_id are needed.');
  if (!verifier || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier))
    throw new OAuthError('invalid_request', 'code_verifier is missing or malformed.');
  const hash = hashToken(code);
  return runTokenTransaction(context, async (db): Promise<TokenResult> => {
    const grant = await lockGrantOfCode(db, hash);
    const row = grant && (await findCode(db, hash));
    if (grant === undefined || row === undefined) return invalidGrant();
    if (grant.clientId !== clientId || grant.issuer !== context.origin) return invalidGrant();
    if (row.usedAt !== null) {
      await revokeGrant(db, grant.id, context.now);
      return invalidGrant();
    }
    if (grant.revokedAt !== null || row.expiresAt <= context.now || row.redirectUri !== redirectUri)
      return invalidGrant();
    if (!equalsInConstantTime(createHash('sha256').update(verifier).digest('base64url'), row.challenge))
      return invalidGrant();
    if (resource !== undefined && resource !== grant.resource)
      return new OAuthError('invalid_target', 'The code was issued for another resource.');
    await markCodeUsed(db, hash, context.now);
    return issueTokens(db, grant, grant.scopes, context);
  });
}

export async function refreshTokens(
  parameters: Record<string, string | undefined>,
  context: TokenContext,
): Promise<TokenResponse> {
  const { refresh_token: token, client_id: clientId, scope, resource } = parameters;
  if (!token || !clientId) throw new OAuthError('invalid_request', 'refresh_token and client_id are needed.');
  if (findTokenKind(token) !== 'refresh') throw invalidGrant();
  const hash = hashToken(token);
  return runTokenTransaction(context, async (db): Promise<TokenResult> => {
    const grant = await lockGrantOfToken(db, hash);
    const row = grant && (await findToken(db, hash));
    if (grant === undefined || row === undefined || row.kind !== 'refresh') return invalidGrant();
    if (grant.clientId !== clientId || grant.issuer !== context.origin) return invalidGrant();
    if (grant.revokedAt !== null || row.revokedAt !== null || row.expiresAt <= context.now)
      return invalidGrant();
    if (resource !== undefined && resource !== grant.resource)
      return new OAuthError('invalid_target', 'The token was issued for another resource.');
    const scopes = scope === undefined ? grant.scopes : narrowScopes(scope, grant.scopes);
    if (scopes instanceof OAuthError) return scopes;
    if (row.usedAt !== null) {
      const successor = row.successor && decryptWithSecret(token, row.successor);
      if (successor && context.now.getTime() - row.usedAt.getTime() <= refreshGrace)
        return JSON.parse(successor) as TokenResponse;
      await revokeGrant(db, grant.id, context.now);
      return invalidGrant();
    }
    const reply = await issueTokens(db, grant, scopes, context);
    await markTokenRotated(db, hash, encryptWithSecret(token, JSON.stringify(reply)), context.now);
    return reply;
  });
}

async function runTokenTransaction(
  context: TokenContext,
  work: (db: Db) => Promise<TokenResult>,
): Promise<TokenResponse> {
  const outcome = (await context.pool.begin(work)) as TokenResult;
  if (!(outcome instanceof OAuthError)) return outcome;
  // A refusal may have revoked the grant: a replayed code, a refresh token used twice.
  context.onRevoked();
  throw outcome;
}

function narrowScopes(requestedScopes: string, granted: readonly Scope[]): Scope[] | OAuthError {
  try {
    const wanted = readScopes(requestedScopes);
    if (wanted.every((scope) => granted.includes(scope))) return wanted;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
  }
  return new OAuthError('invalid_scope', 'A refresh may narrow the scope, never widen it.');
}

async function issueTokens(
  db: Db,
  grant: GrantRow,
  scopes: readonly Scope[],
  context: TokenContext,
): Promise<TokenResponse> {
  const [access, refresh] = [createToken('access'), createToken('refresh')];
  const at = context.now.getTime();
  const shared = { grantId: grant.id, now: context.now };
  await insertOauthToken(db, {
    ...shared,
    id: context.newId(),
    kind: 'access',
    hash: hashToken(access),
    scopes,
    expiresAt: new Date(at + accessLifetime),
  });
  await insertOauthToken(db, {
    ...shared,
    id: context.newId(),
    kind: 'refresh',
    hash: hashToken(refresh),
    scopes: grant.scopes,
    expiresAt: new Date(at + refreshLifetime),
  });
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: accessLifetime / 1000,
    refresh_token: refresh,
    scope: scopes.join(' '),
  };
}

/** RFC 7009: an unknown or foreign token gets the same response, and nothing happens. */
export async function revokeByClient(token: string, clientId: string, context: TokenContext): Promise<void> {
  const kind = findTokenKind(token);
  if (kind !== 'access' && kind !== 'refresh') return;
  const hash = hashToken(token);
  await context.pool.begin(async (db) => {
    const grant = await lockGrantOfToken(db, hash);
    if (grant === undefined || grant.clientId !== clientId || grant.issuer !== context.origin) return;
    if (kind === 'refresh') await revokeGrant(db, grant.id, context.now);
    else await revokeToken(db, hash, context.now);
  });
  context.onRevoked();
}
