import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import { sealForm } from '../../src/entry/web/server/sealed-form.ts';
import { deriveKey } from '../../src/secret-key.ts';
import { startService } from '../harness/service.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { visibleText } from './sign-in.ts';

describe('a form of an expired session that an update of the service removed', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });

  for (const [what, gone] of [
    ['with its page', { page: '/was-removed/{task}', action: 'save' }],
    ['from its page', { page: paths.newTask, action: 'was-removed' }],
  ] as const)
    it(`${what} is said to be gone after signing in`, async () => {
      const { service, village } = actors;
      const key = deriveKey('a secret key only for the tests, 32+ characters', 'visitors');
      const typed = sealForm(
        { key, now: () => new Date() },
        { ...gone, account: village.accounts.resident, names: { task: '1' }, fields: [], hadFiles: false },
      );
      const browser = openBrowser(service);
      const page = await browser.submit(await browser.get(paths.login), paths.login, {
        email: 'resident@example.org',
        password,
        typed: typed ?? '',
      });
      assert.equal(page.status, 404);
      assert.match(visibleText(page.html), /the form that you filled in is no longer there/);
      assert.equal((await browser.get(paths.today)).status, 200, 'they are signed in');
    });
});
