import { createPlainSecret, hashToken } from '../../src/features/oauth/secret-token.ts';
import { insertSession } from '../../src/store/accounts/sessions.ts';
import type { TestService } from '../harness/open-service.ts';
import { hiddenFields } from '../oauth/browser.ts';
import { createPkce, registeredRedirect, usedRedirect } from '../oauth/oauth-test-client.ts';
import type { PrivateDataVillage } from './private-data-village.ts';

/** Who requests pages: anonymous and some signed-in users. */
export const visitorNames = ['nobody', 'resident', 'editor', 'moderator', 'newcomer'] as const;
export type VisitorName = (typeof visitorNames)[number];

export interface PageVisitor {
  cookie: string;
  /** The CSRF token of this visitor. */
  csrf: string;
  /** The sealed consent form of an application, which only a signed-in user gets. */
  consent: string;
}

export type PageVisitors = Record<VisitorName, PageVisitor>;

export interface PageApplication {
  clientId: string;
  /** Query parameters of the consent page. */
  authorize: Record<string, string>;
}

export async function registerApplication(url: string): Promise<PageApplication> {
  const reply = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Program',
      redirect_uris: [registeredRedirect],
      application_type: 'native',
    }),
  });
  const { client_id: clientId } = (await reply.json()) as { client_id: string };
  return {
    clientId,
    authorize: {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: usedRedirect,
      state: 'state',
      scope: 'mcp:read mcp:write',
      code_challenge: createPkce().challenge,
      code_challenge_method: 'S256',
    },
  };
}

/** Signs everybody in again, because some requests end sessions. Resets failed attempts. */
export async function signVisitorsIn(
  service: TestService,
  { village }: Pick<PrivateDataVillage, 'village'>,
  application: PageApplication,
): Promise<PageVisitors> {
  await service.db`delete from sign_in_failure`;
  const visitors = {} as PageVisitors;
  for (const name of visitorNames) {
    const form = `form=${'f'.repeat(22)}`;
    if (name === 'nobody') {
      const csrf = await readForm(service.url, '/login', form, '/login');
      visitors.nobody = { cookie: form, csrf: csrf.csrf ?? '', consent: '' };
      continue;
    }
    const session = createPlainSecret();
    const now = new Date();
    await insertSession(service.db, {
      id: service.newId(),
      hash: hashToken(session),
      accountId: village.accounts[name],
      host: new URL(service.url).host,
      userAgent: 'stress test',
      address: '127.0.0.1',
      now,
      expiresAt: new Date(now.getTime() + 86_400_000),
    });
    const cookie = `${form}; session=${session}`;
    const address = `/oauth/authorize?${new URLSearchParams(application.authorize)}`;
    const { csrf = '', request = '' } = await readForm(service.url, address, cookie, '/oauth/authorize');
    visitors[name] = { cookie, csrf, consent: request };
  }
  return visitors;
}

async function readForm(
  url: string,
  path: string,
  cookie: string,
  action: string,
): Promise<Record<string, string>> {
  const reply = await fetch(url + path, { headers: { cookie }, redirect: 'manual' });
  return hiddenFields(await reply.text(), action);
}
