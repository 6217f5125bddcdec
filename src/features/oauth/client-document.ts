import CachePolicy from 'http-cache-semantics';
import { jsonLimits } from '../../base/json/json-limits.ts';
import { JsonTooComplex } from '../../base/json/json-scan.ts';
import { parsePlainJson } from '../../base/json/lossless-json.ts';
import type { Guard } from '../../engines/outbound/guard.ts';
import type { RedirectRules } from './redirect-rules.ts';

export interface ClientDocument {
  client_id: string;
  client_name: string;
  redirect_uris: string[];
  application_type?: string;
}

export type DocumentResult = { document: ClientDocument; freshForMilliseconds: number } | { problem: string };

const maxBytes = 5 * 1024;
const timeoutMs = 5_000;
const maxFreshMilliseconds = 24 * 3_600_000;

/** Whether a client_id is the URL of a client document. */
export function isDocumentUrl(clientId: string): boolean {
  return /^https?:/i.test(clientId);
}

/** An unambiguous URL: https, a path, no user, fragment or dot segments. */
export function findDocumentUrlProblem(clientId: string): string | null {
  if (clientId.length > 500 || !URL.canParse(clientId)) return 'it is not an address';
  const url = new URL(clientId);
  if (url.protocol !== 'https:') return 'it must begin with https://';
  if (url.username !== '' || url.password !== '' || clientId.includes('@')) return 'it must not carry a user';
  if (clientId.includes('#')) return 'it must not have a fragment';
  if (url.pathname === '/' || url.pathname === '') return 'it must have a path';
  if (url.port !== '' && url.port !== '443') return 'it must use the usual port';
  if (/\/\.{1,2}(?:\/|$|\?)|%2e/i.test(clientId) || url.href !== clientId)
    return 'it must be written in its plain form';
  return null;
}

/** Fetches through the guard and parses strictly. The caller caches the result for as long as its headers allow. */
export async function fetchClientDocument(
  clientId: string,
  guard: Guard,
  rules: RedirectRules,
): Promise<DocumentResult> {
  const problem = findDocumentUrlProblem(clientId);
  if (problem !== null) return { problem };
  let answer: Awaited<ReturnType<Guard['guardedFetch']>>;
  const headers = { accept: 'application/json' };
  try {
    answer = await guard.guardedFetch(clientId, {
      headers,
      maxBytes,
      timeoutMs,
      redirect: 'refuse',
      httpsOnly: true,
    });
  } catch {
    return { problem: 'its document could not be fetched' };
  }
  if (answer.status !== 200) return { problem: 'its document could not be fetched' };
  const document = readDocument(answer.body, clientId, rules);
  if (typeof document === 'string') return { problem: document };
  const policy = new CachePolicy(
    { url: clientId, method: 'GET', headers },
    { status: 200, headers: answer.headers as Record<string, string> },
  );
  const freshForMilliseconds = policy.storable()
    ? Math.min(maxFreshMilliseconds, Math.max(0, policy.timeToLive()))
    : 0;
  return { document, freshForMilliseconds };
}

function readDocument(body: Buffer, clientId: string, rules: RedirectRules): ClientDocument | string {
  let parsed: unknown;
  try {
    parsed = parsePlainJson(
      new TextDecoder('utf-8', { fatal: true }).decode(body),
      jsonLimits.clientDocument,
    );
  } catch (error) {
    return error instanceof JsonTooComplex ? 'its document holds too much' : 'its document is not JSON';
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return 'its document is not an object';
  const { client_id, client_name, redirect_uris, token_endpoint_auth_method, application_type } =
    parsed as Record<string, unknown>;
  if (client_id !== clientId) return 'the client_id in its document is another one';
  if (!isClientName(client_name)) return 'its document has no usable client_name';
  if ('client_secret' in parsed || 'client_secret_expires_at' in parsed)
    return 'its document carries a secret';
  if (token_endpoint_auth_method !== undefined && token_endpoint_auth_method !== 'none')
    return 'its document asks for a secret';
  if (!Array.isArray(redirect_uris) || redirect_uris.length === 0 || redirect_uris.length > 20)
    return 'its document has no redirect_uris';
  if (!redirect_uris.every((uri): uri is string => typeof uri === 'string' && rules.isAllowed(uri))) {
    return 'its document has a redirect address that is not allowed here';
  }
  return {
    client_id: clientId,
    client_name,
    redirect_uris,
    ...(typeof application_type === 'string' && { application_type }),
  };
}

/** A name shown on the consent page: no control characters and nothing that changes text direction. */
export function isClientName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    name.length <= 100 &&
    name.isWellFormed() &&
    !/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u.test(name)
  );
}
