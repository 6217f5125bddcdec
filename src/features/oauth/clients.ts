import { randomBytes } from 'node:crypto';
import type { Db } from '../../base/db/connect.ts';
import type { Guard } from '../../engines/outbound/guard.ts';
import { findClient, saveClient } from '../../store/accounts/oauth.ts';
import { fetchClientDocument, isClientName, isDocumentUrl } from './client-document.ts';
import { OAuthError } from './oauth-error.ts';
import type { RedirectRules } from './redirect-rules.ts';

/** A client as shown on the consent page and used by the authorization. */
export interface Client {
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** Host of its client document; null for a registered client, whose name is unverified. */
  host: string | null;
}

/** A registered client, or one whose document is fetched now or still cached. */
export async function loadClient(
  db: Db,
  clientId: string,
  parts: { guard: Guard; rules: RedirectRules; now: Date; beforeFetch(): Promise<void> },
): Promise<Client> {
  const known =
    clientId.length <= 500 && !clientId.includes('\0') && clientId.isWellFormed()
      ? await findClient(db, clientId)
      : undefined;
  if (!isDocumentUrl(clientId)) {
    if (known === undefined || known.kind !== 'registered')
      throw new OAuthError('invalid_client', 'This application is not known here.');
    return { id: known.id, name: known.name, redirectUris: known.redirectUris, host: null };
  }
  const host = URL.canParse(clientId) ? new URL(clientId).host : '';
  if (known?.freshUntil != null && known.freshUntil > parts.now) {
    return { id: known.id, name: known.name, redirectUris: known.redirectUris, host };
  }
  await parts.beforeFetch();
  const result = await fetchClientDocument(clientId, parts.guard, parts.rules);
  if ('problem' in result)
    throw new OAuthError('invalid_client', `The application's address cannot be used: ${result.problem}.`);
  const { document } = result;
  await saveClient(db, {
    id: clientId,
    kind: 'document',
    name: document.client_name,
    redirectUris: document.redirect_uris,
    applicationType: document.application_type === 'web' ? 'web' : 'native',
    document,
    freshUntil: new Date(parts.now.getTime() + result.freshForMilliseconds),
    now: parts.now,
  });
  return { id: clientId, name: document.client_name, redirectUris: document.redirect_uris, host };
}

const maxRedirectUris = 10;

const invalidMetadata = (text: string) => new OAuthError('invalid_client_metadata', text);

/** Dynamic client registration (RFC 7591). No secret is issued: clients are public and use PKCE. */
export async function registerClient(
  db: Db,
  body: unknown,
  parts: { rules: RedirectRules; now: Date },
): Promise<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidMetadata('The body must be a JSON object.');
  const wanted = body as Record<string, unknown>;
  const { redirect_uris: uris, client_name: name, application_type: type = 'native' } = wanted;
  if (
    !Array.isArray(uris) ||
    uris.length === 0 ||
    uris.length > maxRedirectUris ||
    !uris.every((uri) => typeof uri === 'string' && parts.rules.isAllowed(uri))
  ) {
    throw new OAuthError(
      'invalid_redirect_uri',
      'Every redirect address must be a loopback address or on the list of this service.',
    );
  }
  if (!isClientName(name)) throw invalidMetadata('client_name is needed: 1 to 100 ordinary characters.');
  if (type !== 'native' && type !== 'web') throw invalidMetadata('application_type must be native or web.');
  if (wanted.token_endpoint_auth_method !== undefined && wanted.token_endpoint_auth_method !== 'none') {
    throw invalidMetadata('token_endpoint_auth_method must be none: no secrets are issued here.');
  }
  requireSubset(wanted.grant_types, ['authorization_code', 'refresh_token'], 'grant_types');
  requireSubset(wanted.response_types, ['code'], 'response_types');
  const id = `stl_client_${randomBytes(16).toString('base64url')}`;
  await saveClient(db, {
    id,
    kind: 'registered',
    name,
    redirectUris: uris,
    applicationType: type,
    document: null,
    freshUntil: null,
    now: parts.now,
  });
  return {
    client_id: id,
    client_id_issued_at: Math.floor(parts.now.getTime() / 1000),
    client_name: name,
    redirect_uris: uris,
    application_type: type,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

function requireSubset(value: unknown, allowed: readonly string[], name: string): void {
  if (value === undefined) return;
  const fits =
    Array.isArray(value) && value.length > 0 && value.every((entry) => allowed.includes(entry as string));
  if (!fits) throw invalidMetadata(`${name} may hold only ${allowed.join(', ')}.`);
}
