import { subscribe_to_push } from '../../src/features/actions/subscribe_to_push.ts';
import { createPlainSecret, hashToken } from '../../src/features/oauth/secret-token.ts';
import { insertAccountCode } from '../../src/store/accounts/credentials.ts';
import { insertGrant, saveClient } from '../../src/store/accounts/oauth.ts';
import { insertRegistration } from '../../src/store/accounts/registrations.ts';
import { insertSession } from '../../src/store/accounts/sessions.ts';
import { insertPersonalToken } from '../../src/store/accounts/tokens.ts';
import { password } from '../../test/oauth/oauth-test-client.ts';
import { quickHash } from '../../test/oauth/quick-hash.ts';
import type { Fields, Stage } from '../../test/operations/lost-updates/meeting-cases.ts';
import { pushKeys } from './account-inputs.ts';
import type { ActingAccount, ActionInputs } from './action-cases.ts';

const browser = { user_agent: 'a browser', address: '127.0.0.1' };
const newAddress = (word: string) => `${word.replace(/\D/g, '')}@example.com`;
const tomorrow = () => new Date(Date.now() + 86_400_000);

async function register({ service: { db }, word }: Stage) {
  const [code, secret] = [createPlainSecret(), createPlainSecret()];
  await insertRegistration(db, {
    hash: hashToken(code),
    email: newAddress(word()),
    displayName: 'Анна',
    passwordHash: await quickHash(password),
    browserHash: hashToken(secret),
    language: 'ru',
    next: null,
    policyVersion: null,
    now: new Date(),
    expiresAt: tomorrow(),
  });
  return { code, secret };
}

async function mailCode(
  { service: { db }, word }: Stage,
  { account: accountId }: ActingAccount,
  purpose: 'reset_password' | 'change_email' | 'restore_email',
): Promise<string> {
  const code = createPlainSecret();
  const newEmail = purpose === 'reset_password' ? null : newAddress(word());
  const hash = hashToken(code);
  await insertAccountCode(db, { hash, accountId, purpose, newEmail, now: new Date(), expiresAt: tomorrow() });
  return code;
}

async function signInElsewhere({ service: { db, newId } }: Stage, { account: accountId }: ActingAccount) {
  const id = newId();
  const at = { host: '', userAgent: '', address: '', now: new Date(), expiresAt: tomorrow() };
  await insertSession(db, { id, hash: hashToken(id), accountId, ...at });
  return id;
}

async function subscribe({ act, service: { db }, village, word }: Stage, { session }: ActingAccount) {
  const endpoint = `https://push.example/${word().replace(/\D/g, '')}`;
  await db`delete from push_subscription where account_id = ${village.accounts.resident}`;
  const how = { sessionId: session };
  await (act as (...all: unknown[]) => Promise<Fields>)(
    'resident',
    subscribe_to_push,
    { endpoint, ...pushKeys },
    how,
  );
  const [row] = await db<{ id: string }[]>`
    select id from push_subscription where account_id = ${village.accounts.resident} order by id desc limit 1`;
  return { subscription: row?.id };
}

const client = {
  clientId: 'https://program.example/client',
  clientName: 'Program',
  clientHost: 'program.example',
};
const saveProgram = ({ service: { db } }: Stage) =>
  saveClient(db, {
    id: client.clientId,
    kind: 'document',
    name: client.clientName,
    redirectUris: ['http://127.0.0.1/callback'],
    applicationType: 'native',
    document: {},
    freshUntil: tomorrow(),
    now: new Date(),
  } as never);

/** What people do by a link in an email, with their sessions, tokens, programs and browsers. */
export const linkInputs: ActionInputs = {
  confirm_registration: {
    who: 'resident',
    async make(stage) {
      const { code, secret } = await register(stage);
      return { token: code, browser_secret: secret, browser };
    },
  },
  confirm_registration_elsewhere: {
    who: 'resident',
    async make(stage) {
      const { code } = await register(stage);
      const chosen = { display_name: 'Анна', password, policies: true, policy_version: null };
      return { token: code, ...chosen, browser };
    },
  },
  request_confirmation_email: {
    who: 'resident',
    make: async ({ word }) => ({ email: newAddress(word()) }),
    mayRepeat: true,
  },
  confirm_new_email: {
    who: 'newcomer',
    isNewcomer: true,
    make: async (stage, caller) => ({ token: await mailCode(stage, caller, 'change_email') }),
  },
  reset_password: {
    who: 'newcomer',
    isNewcomer: true,
    make: async (stage, caller) => ({ token: await mailCode(stage, caller, 'reset_password'), password }),
  },
  restore_email: {
    who: 'newcomer',
    isNewcomer: true,
    make: async (stage, caller) => ({ token: await mailCode(stage, caller, 'restore_email'), password }),
  },
  delete_account: { who: 'newcomer', isNewcomer: true, make: async () => ({ password }) },
  end_session: {
    who: 'resident',
    make: async (stage, caller) => ({ session: await signInElsewhere(stage, caller) }),
  },
  end_other_sessions: {
    who: 'newcomer',
    isNewcomer: true,
    async make(stage, caller) {
      await signInElsewhere(stage, caller);
      return {};
    },
  },
  grant_access: {
    who: 'resident',
    async make(stage) {
      await saveProgram(stage);
      return {
        ...client,
        redirectUri: 'http://127.0.0.1/callback',
        state: null,
        challenge: 'c'.repeat(43),
        scopes: ['mcp:read'],
        resource: `${stage.service.url}/mcp/resident`,
        audience: 'resident',
      };
    },
    mayRepeat: true,
  },
  revoke_application: {
    who: 'resident',
    async make(stage, { account: accountId }) {
      await saveProgram(stage);
      const { db, newId, url } = stage.service;
      const id = newId();
      const given = { issuer: url, resource: url, scopes: ['mcp:read'], now: new Date() };
      await insertGrant(db, { id, accountId, ...client, ...given } as never);
      return { application: id };
    },
  },
  revoke_token: {
    who: 'resident',
    async make({ service: { db, newId } }, { account: accountId }) {
      const id = newId();
      const token = { id, accountId, name: 'test', hash: hashToken(id), scopes: ['mcp:read'] };
      await insertPersonalToken(db, { ...token, createdAt: new Date(), expiresAt: tomorrow() } as never);
      return { token: id };
    },
    mayRepeat: true,
  },
  try_push: { who: 'resident', make: subscribe, mayRepeat: true },
  unsubscribe_from_push: { who: 'resident', make: subscribe },
  open_data_export: {
    who: 'newcomer',
    isNewcomer: true,
    async make({ service: { db, newId } }, { account }) {
      await db`
        insert into data_export (id, account_id, state, requested_at, finished_at, expires_at, sha256, bytes)
        values (${newId()}, ${account}, 'ready', now(), now(), ${tomorrow()}, ${Buffer.alloc(32)}, 1)`;
      return { password };
    },
    mayRepeat: true,
  },
  note_calendar_use: {
    who: 'newcomer',
    isNewcomer: true,
    async make({ service: { db } }, { account }) {
      await db`
        insert into calendar_link (account_id, token_hash, created_at, expires_at)
        values (${account}, ${hashToken(account)}, now(), ${tomorrow()})`;
      return { account, settlement: null };
    },
    mayRepeat: true,
  },
};
