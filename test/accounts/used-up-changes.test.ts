import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn } from '../web/sign-in.ts';

describe('an account whose changes of the day are used up', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService({ QUOTAS: 'changes=1' }));
  });

  it('makes no token, but ends tokens and sessions, signs in and changes its password', async () => {
    const { service } = actors;
    const [account] = await service.db<{ id: string }[]>`
      select id from account where email = 'resident@example.org'`;
    const browser = await signIn(service, 'resident');
    const other = await signIn(service, 'resident');
    const tokens = await browser.get('/account/tokens');
    const wanted = { name: 'first', scopes: ['mcp:read'], days: '30' };
    assert.equal((await browser.submit(tokens, '/account/tokens', wanted)).status, 303);
    await service.db`update account_day set changes = 1000 where account_id = ${account?.id ?? ''}`;
    const refused = await browser.submit(tokens, '/account/tokens', { ...wanted, name: 'second' });
    assert.equal(refused.status, 422);

    const [token] = await service.db<{ id: string }[]>`select id from personal_token where name = 'first'`;
    const revoke = `/account/tokens/${token?.id}/revoke`;
    assert.equal((await browser.submit(await browser.get('/account/tokens'), revoke, {})).status, 303);
    const left = await service.db`select 1 from personal_token where name = 'first' and revoked_at is null`;
    assert.equal(left.length, 0, 'the token is revoked');

    const security = await browser.get('/account/security');
    assert.equal((await browser.submit(security, '/account/sessions/revoke-others', {})).status, 303);
    assert.equal((await other.get('/account')).status, 303, 'the other session has ended');

    await signIn(service, 'resident');
    const fields = { current_password: password, new_password: 'another long password' };
    assert.equal((await browser.submit(security, '/account/password', fields)).status, 303);
  });
});
