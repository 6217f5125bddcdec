import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('the list of sessions', () => {
  it('shows times in the time zone of the settlement, or as UTC to a user without one', async () => {
    const actors = await prepareOAuthTestClient(await startService());
    for (const path of ['/account/security', '/account/sessions']) {
      const resident = await signIn(actors.service, 'resident', 'ru');
      const told = visibleText((await resident.get(path)).html);
      assert.match(told, /Последний раз: сегодня\s\d\d:\d\d/);
      assert.doesNotMatch(told, /UTC/);
      const newcomer = await signIn(actors.service, 'newcomer', 'ru');
      assert.match(
        visibleText((await newcomer.get(path)).html),
        /Последний раз: \d+ \S+ \d{4} г\., \d\d:\d\d UTC/,
      );
    }
  });
});
