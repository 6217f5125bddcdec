import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import { after, before, describe, it } from 'node:test';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { createGuard, type Guard } from '../../src/engines/outbound/guard.ts';
import { startService } from '../harness/service.ts';
import { makeCertificate } from '../outbound/certificate.ts';
import { type Listener, listen } from '../outbound/listeners.ts';
import { type OAuthTestClient, prepareOAuthTestClient, usedRedirect } from './oauth-test-client.ts';

const documentAddress = 'https://client.example/program.json';
const metadata = {
  client_name: 'Real client',
  redirect_uris: [usedRedirect],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};
let actors: OAuthTestClient;
let listener: Listener;
const dispatcher = getGlobalDispatcher();

before(async () => {
  // Browsers resolve names under localhost to loopback; Node has to be told.
  setGlobalDispatcher(
    new Agent({
      connect: { lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) },
    }),
  );
  const { key, cert } = makeCertificate('client.example');
  listener = await listen(
    createServer({ key, cert }, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=60' });
      response.end(JSON.stringify({ ...metadata, client_id: documentAddress }));
    }),
  );
  const led = createGuard({
    allowPrivate: true,
    allowLoopback: true,
    httpsOnly: true,
    ca: [cert],
    lookup: async () => ['127.0.0.1'],
  });
  const documentGuard: Guard = {
    ...led,
    guardedFetch: (url, options) =>
      led.guardedFetch(url.replace('client.example', `client.example:${listener.port}`), options),
  };
  actors = await prepareOAuthTestClient(await startService({}, { documentGuard }));
});
after(async () => {
  await listener.close();
  await getGlobalDispatcher().close();
  setGlobalDispatcher(dispatcher);
});

/** The user's part: signs in and consents; returns where the browser was redirected. */
async function signInAndConsent(authorizationUrl: URL): Promise<URL> {
  const browser = await actors.signIn(authorizationUrl.origin);
  const consent = await browser.get(authorizationUrl.pathname + authorizationUrl.search);
  assert.equal(consent.status, 200, consent.html.slice(0, 500));
  assert.match(consent.html, /Real client/);
  const allowed = await browser.submit(consent, '/oauth/authorize', { decision: 'allow' });
  return new URL(allowed.location as string);
}

const hosts = {
  'the main host': () => actors.service.url,
  "a settlement's subdomain": () => actors.service.url.replace('127.0.0.1', 'berezka.localhost'),
};
const registrationMethods = ['dynamic registration', 'a client document'] as const;

for (const [where, origin] of Object.entries(hosts)) {
  for (const way of registrationMethods) {
    describe(`on ${where}, by ${way}`, () => {
      it('oauth4webapi gets, uses and refreshes a token', async () => {
        const insecure = { [oauth.allowInsecureRequests]: true };
        const issuer = new URL(origin());
        const server = await oauth.processDiscoveryResponse(
          issuer,
          await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
        );
        assert.equal(server.client_id_metadata_document_supported, true);
        const client: oauth.Client =
          way === 'a client document'
            ? { client_id: documentAddress }
            : await oauth.processDynamicClientRegistrationResponse(
                await oauth.dynamicClientRegistrationRequest(server, metadata, insecure),
              );
        const verifier = oauth.generateRandomCodeVerifier();
        const state = oauth.generateRandomState();
        const url = new URL(server.authorization_endpoint as string);
        url.search = new URLSearchParams({
          client_id: client.client_id,
          redirect_uri: usedRedirect,
          response_type: 'code',
          scope: 'mcp:read',
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          resource: `${issuer.origin}/mcp/resident`,
        }).toString();
        const parameters = oauth.validateAuthResponse(server, client, await signInAndConsent(url), state);
        const reply = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.None(),
          parameters,
          usedRedirect,
          verifier,
          insecure,
        );
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, reply);
        const me = await fetch(`${issuer.origin}/api/v1/me`, {
          headers: { authorization: `Bearer ${tokens.access_token}` },
        });
        assert.equal(me.status, 200);
        const again = await oauth.refreshTokenGrantRequest(
          server,
          client,
          oauth.None(),
          tokens.refresh_token as string,
          insecure,
        );
        await oauth.processRefreshTokenResponse(server, client, again);
      });

      it('openid-client gets and uses a token', async () => {
        const issuer = new URL(origin());
        const options = { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] } as const;
        const configuration =
          way === 'a client document'
            ? await openid.discovery(issuer, documentAddress, undefined, openid.None(), {
                ...options,
                execute: [...options.execute],
              })
            : await openid.dynamicClientRegistration(issuer, metadata, openid.None(), {
                ...options,
                execute: [...options.execute],
              });
        const verifier = openid.randomPKCECodeVerifier();
        const state = openid.randomState();
        const url = openid.buildAuthorizationUrl(configuration, {
          redirect_uri: usedRedirect,
          scope: 'mcp:read mcp:write',
          state,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        const tokens = await openid.authorizationCodeGrant(configuration, await signInAndConsent(url), {
          pkceCodeVerifier: verifier,
          expectedState: state,
        });
        const me = await fetch(`${issuer.origin}/api/v1/me`, {
          headers: { authorization: `Bearer ${tokens.access_token}` },
        });
        assert.equal(me.status, 200);
      });

      it('MCP clients of both major versions discover and authorize by themselves', async () => {
        for (const line of ['1.x', '2.x'] as const) {
          const provider = createOAuthProvider(way === 'a client document' ? documentAddress : undefined);
          const url = new URL(`${origin()}/mcp/resident`);
          const connect = async () => {
            if (line === '1.x') {
              const transport = new EarlierTransport(url, { authProvider: provider as never });
              const client = new EarlierClient({ name: 'test', version: '1' });
              return { client, transport, connected: client.connect(transport as never) };
            }
            const transport = new ModernTransport(url, { authProvider: provider as never });
            const client = new ModernClient(
              { name: 'test', version: '1' },
              { versionNegotiation: { mode: 'auto' } },
            );
            return { client, transport, connected: client.connect(transport) };
          };
          const first = await connect();
          await assert.rejects(first.connected, line);
          assert.ok(provider.asked, `${line} asked for permission`);
          const back = await signInAndConsent(provider.asked);
          await (first.transport as { finishAuth(code: string | URLSearchParams): Promise<void> }).finishAuth(
            line === '1.x' ? (back.searchParams.get('code') as string) : back.searchParams,
          );
          const second = await connect();
          await second.connected;
          const { tools } = await second.client.listTools();
          assert.ok(
            tools.some((tool) => tool.name === 'list_my_parcels'),
            line,
          );
          const result = await second.client.callTool({ name: 'list_my_parcels', arguments: {} });
          assert.equal((result.structuredContent as { data: unknown[] }).data.length, 1, line);
          await second.client.close();
        }
      });
    });
  }
}

/** What an assistant stores between its calls. */
function createOAuthProvider(clientMetadataUrl: string | undefined) {
  const kept: { client?: unknown; tokens?: unknown; verifier?: string } = {};
  return {
    asked: undefined as URL | undefined,
    ...(clientMetadataUrl && { clientMetadataUrl }),
    redirectUrl: usedRedirect,
    clientMetadata: { ...metadata, scope: 'mcp:read mcp:write' },
    state: () => 'state-1',
    clientInformation: () => kept.client,
    saveClientInformation(client: unknown) {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens(tokens: unknown) {
      kept.tokens = tokens;
    },
    redirectToAuthorization(url: URL) {
      this.asked = url;
    },
    saveCodeVerifier(verifier: string) {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier as string,
  };
}
