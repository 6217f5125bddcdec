import { createHash, randomBytes } from 'node:crypto';
import type { TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { type Browser, openBrowser, type Page } from './browser.ts';
import { quickHash } from './quick-hash.ts';

export const password = 'correct horse battery';
export const registeredRedirect = 'http://127.0.0.1/callback';
export const usedRedirect = 'http://127.0.0.1:8901/callback';

export interface Pkce {
  verifier: string;
  challenge: string;
}

export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export interface OAuthTestClient {
  service: TestService;
  village: Village;
  clientId: string;
  pkce: Pkce;
  /** The authorize URL with valid parameters, overridden by the given ones; undefined leaves a parameter out. */
  authorizeUrl(changes?: Record<string, string | undefined>, extra?: [string, string][]): string;
  /** Requests it without being signed in. */
  requestAuthorization(
    changes?: Record<string, string | undefined>,
    extra?: [string, string][],
  ): Promise<Page>;
  signIn(base?: string): Promise<Browser>;
  /** The whole flow up to a code. */
  obtainCode(changes?: Record<string, string | undefined>, base?: string): Promise<string>;
  exchange(
    fields: Record<string, string | undefined>,
    options?: { base?: string; extra?: [string, string][]; headers?: Record<string, string> },
  ): Promise<TokenReply>;
  obtainTokens(changes?: Record<string, string | undefined>): Promise<Record<string, string>>;
  register(body: unknown): Promise<TokenReply>;
}

export interface TokenReply {
  status: number;
  headers: Headers;
  body: Record<string, string>;
}

async function toReply(response: Response): Promise<TokenReply> {
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, string>,
  };
}

export async function prepareOAuthTestClient(service: TestService): Promise<OAuthTestClient> {
  const village = await buildVillage(service);
  await service.db`update account set password_hash = ${await quickHash(password)}`;
  const pkce = createPkce();
  const register: OAuthTestClient['register'] = async (body) =>
    toReply(
      await fetch(`${service.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const registered = await register({
    client_name: 'Test program',
    redirect_uris: [registeredRedirect],
    application_type: 'native',
  });
  const clientId = registered.body.client_id as string;

  const authorizeUrl: OAuthTestClient['authorizeUrl'] = (changes = {}, extra = []) => {
    const values: Record<string, string | undefined> = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: usedRedirect,
      state: 'state-1',
      scope: 'mcp:read mcp:write',
      code_challenge: pkce.challenge,
      code_challenge_method: 'S256',
      ...changes,
    };
    const query = new URLSearchParams(
      Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    for (const [name, value] of extra) query.append(name, value);
    return `/oauth/authorize?${query}`;
  };
  const signIn: OAuthTestClient['signIn'] = async (base) => {
    const browser = openBrowser(service, base);
    const login = await browser.get('/login');
    const done = await browser.submit(login, '/login', { email: 'resident@example.org', password });
    if (done.status !== 303) throw new Error(`signing in failed: ${done.status}`);
    return browser;
  };
  const obtainCode: OAuthTestClient['obtainCode'] = async (changes = {}, base) => {
    const browser = await signIn(base);
    const consent = await browser.get(authorizeUrl(changes));
    if (consent.status !== 200) throw new Error(`no consent page: ${consent.status} ${consent.location}`);
    const allowed = await browser.submit(consent, '/oauth/authorize', { decision: 'allow' });
    return new URL(allowed.location as string).searchParams.get('code') as string;
  };
  const exchange: OAuthTestClient['exchange'] = async (fields, options = {}) => {
    const body = new URLSearchParams(
      Object.entries({ client_id: clientId, ...fields }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
    for (const [name, value] of options.extra ?? []) body.append(name, value);
    return toReply(
      await fetch(`${options.base ?? service.url}/oauth/token`, {
        method: 'POST',
        body,
        ...(options.headers && { headers: options.headers }),
      }),
    );
  };
  return {
    service,
    village,
    clientId,
    pkce,
    authorizeUrl,
    signIn,
    obtainCode,
    exchange,
    register,
    requestAuthorization: (changes, extra) => openBrowser(service).get(authorizeUrl(changes, extra)),
    async obtainTokens(changes = {}) {
      const code = await obtainCode(changes);
      const reply = await exchange({
        grant_type: 'authorization_code',
        code,
        redirect_uri: changes.redirect_uri ?? usedRedirect,
        code_verifier: pkce.verifier,
      });
      if (reply.status !== 200) throw new Error(`no tokens: ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
  };
}
