import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Db } from '../../src/base/db/connect.ts';
import { resetPassword } from '../../src/features/accounts/account-recovery.ts';
import { createPlainSecret, hashToken } from '../../src/features/oauth/secret-token.ts';
import { insertAccountCode } from '../../src/store/accounts/credentials.ts';
import { waitForLockWaiters } from '../db/lock-waiters.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../harness/village.ts';
import { openBrowser, type Page } from '../oauth/browser.ts';
import { password } from '../oauth/oauth-test-client.ts';
import { quickHash } from '../oauth/quick-hash.ts';
import { signIn } from '../web/sign-in.ts';

let service: TestService;
let village: Village;
before(async () => {
  service = await startService();
  village = await buildVillage(service);
  await service.db`update account set password_hash = ${await quickHash(password)}`;
});

const ownersPassword = 'the owner alone knows this';

/** As the reset link does: ends everything else that gives access to the account. */
async function revokeOtherAccess(db: Db, accountId: string): Promise<void> {
  const [code, now] = [createPlainSecret(), new Date()];
  await insertAccountCode(db, {
    hash: hashToken(code),
    accountId,
    purpose: 'reset_password',
    newEmail: null,
    now,
    expiresAt: new Date(now.getTime() + 60_000),
  });
  const given = { codeHash: hashToken(code), passwordHash: await quickHash(ownersPassword) };
  const parts = { origin: service.url, now: () => new Date(), newId: service.newId };
  assert.ok(await resetPassword(db, given, parts));
}

/** The attacker's request waits for the account's lock while the owner's reset commits first. */
async function resetPasswordMeanwhile(persona: Persona, thief: () => Promise<Page>): Promise<Page> {
  const accountId = village.accounts[persona];
  let page: Promise<Page> | undefined;
  await service.pool.begin(async (db) => {
    await db`select 1 from account where id = ${accountId} for update`;
    page = thief();
    await waitForLockWaiters(db);
    await revokeOtherAccess(db, accountId);
  });
  return page as Promise<Page>;
}

describe('an attacker’s concurrent request while the owner resets the password', () => {
  it('does not sign in with the old password', async () => {
    const browser = openBrowser(service);
    const form = await browser.get('/login');
    const fields = { email: 'resident@example.org', password };
    const page = await resetPasswordMeanwhile('resident', () => browser.submit(form, '/login', fields));
    assert.equal(page.status, 422);
    assert.equal((await browser.get('/account')).status, 303, 'nobody is signed in');
  });

  it('does not change the password', async () => {
    const thief = await signIn(service, 'neighbour');
    const form = await thief.get('/account/security');
    const fields = { current_password: password, new_password: 'the thief knows this' };
    const page = await resetPasswordMeanwhile('neighbour', () =>
      thief.submit(form, '/account/password', fields),
    );
    assert.equal(page.status, 401);
    const browser = openBrowser(service);
    const back = { email: 'neighbour@example.org', password: ownersPassword };
    assert.equal((await browser.submit(await browser.get('/login'), '/login', back)).status, 303);
  });

  it('does not delete the account', async () => {
    const thief = await signIn(service, 'outsider');
    const form = await thief.get('/account/data');
    const page = await resetPasswordMeanwhile('outsider', () =>
      thief.submit(form, '/account/delete', { password }),
    );
    assert.equal(page.status, 401);
    const rows = await service.db`
      select 1 from account where id = ${village.accounts.outsider} and deleted_at is null`;
    assert.equal(rows.length, 1);
  });

  it('creates no token that stays valid', async () => {
    const thief = await signIn(service, 'newcomer');
    const form = await thief.get('/account/tokens');
    const fields = { name: 'stays', scopes: 'mcp:read', days: '730' };
    const page = await resetPasswordMeanwhile('newcomer', () =>
      thief.submit(form, '/account/tokens', fields),
    );
    assert.equal(page.status, 401);
    const rows = await service.db`
      select 1 from personal_token where account_id = ${village.accounts.newcomer} and name = 'stays' and revoked_at is null`;
    assert.equal(rows.length, 0);
  });

  it('leaves no valid upload URL', async () => {
    const { editor } = village.clients;
    const subject = { subject_type: 'settlement', subject_id: village.settlement.id } as const;
    const { upload_url } = (await editor.upload_media(subject)).data;
    await service.pool.begin((db) => revokeOtherAccess(db, village.accounts.editor));
    const sent = await fetch(upload_url, { method: 'PUT', body: 'anything' });
    assert.equal(sent.status, 404);
  });
});
