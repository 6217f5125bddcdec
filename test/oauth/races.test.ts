import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient, usedRedirect } from './oauth-test-client.ts';

let actors: OAuthTestClient;
before(async () => {
  actors = await prepareOAuthTestClient(await startService());
});
const times = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, work));
const isAlive = async (token: string) => {
  actors.service.clock.offset += 31_000;
  const reply = await fetch(`${actors.service.url}/api/v1/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return reply.status === 200;
};

describe('OAuth races', () => {
  it('redeeming one code 20 times in parallel yields at most one token, and revokes it', async () => {
    const code = await actors.obtainCode();
    const replies = await times(20, () =>
      actors.exchange({
        grant_type: 'authorization_code',
        code,
        redirect_uri: usedRedirect,
        code_verifier: actors.pkce.verifier,
      }),
    );
    const won = replies.filter((reply) => reply.status === 200);
    assert.equal(won.length, 1);
    assert.ok(
      replies.filter((reply) => reply.status !== 200).every((reply) => reply.body.error === 'invalid_grant'),
    );
    assert.equal(await isAlive(won[0]?.body.access_token as string), false);
  });

  it('20 parallel refreshes leave exactly one token family valid', async () => {
    const { refresh_token } = await actors.obtainTokens();
    const replies = await times(20, () => actors.exchange({ grant_type: 'refresh_token', refresh_token }));
    assert.deepEqual([...new Set(replies.map((reply) => reply.status))], [200]);
    assert.equal(
      new Set(replies.map((reply) => reply.body.refresh_token)).size,
      1,
      'all of them got the same successor',
    );
    const [{ count } = { count: 0 }] = await actors.service.db<{ count: number }[]>`
      select count(*)::int from oauth_token t join oauth_grant g on g.id = t.grant_id
       where t.kind = 'refresh' and t.used_at is null and t.revoked_at is null and g.revoked_at is null`;
    assert.equal(count, 1);
    assert.equal(await isAlive(replies[0]?.body.access_token as string), true);
  });

  it('revoking an application while it refreshes leaves no valid token', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refresh_token } = await actors.obtainTokens();
      const browser = await actors.signIn();
      const page = await browser.get('/account/applications');
      const action = /action="(\/account\/applications\/\d+\/revoke)"/.exec(page.html)?.[1] as string;
      const [replies] = await Promise.all([
        times(10, () => actors.exchange({ grant_type: 'refresh_token', refresh_token })),
        browser.submit(page, action),
      ]);
      for (const reply of replies) {
        if (reply.status === 200) assert.equal(await isAlive(reply.body.access_token as string), false);
      }
      const [{ count } = { count: 0 }] = await actors.service.db<
        { count: number }[]
      >`select count(*)::int from oauth_grant where revoked_at is null`;
      assert.equal(count, 0);
    }
  });
});
