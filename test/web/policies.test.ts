import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { createAccountRequestsWorker } from '../../src/features/accounts/account-requests.ts';
import { setOperator } from '../../src/store/accounts/accounts.ts';
import { drainQueue } from '../harness/jobs.ts';
import { startService } from '../harness/service.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('privacy policy and terms', () => {
  let actors: OAuthTestClient;
  let operator: Browser;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    await setOperator(actors.service.db, actors.village.accounts.moderator, true);
    operator = await signIn(actors.service, 'moderator');
  });
  beforeEach(async () => {
    await actors.service.db`truncate policy, policy_consent`;
    await actors.service.db`delete from registration`;
    await actors.service.db`delete from letter`;
    await actors.service.app.services.installation.reload();
  });
  const publish = async (terms: string, privacy = 'Мы храним **почту**.') =>
    operator.submit(await operator.get('/setup/policies'), '/setup/policies', { terms, privacy });
  const person = { display_name: 'Вера', email: 'vera@example.org', password: 'три слова подряд' };
  const consentsOf = (email: string) => actors.service.db<{ version: number }[]>`
    select c.version from policy_consent c join account a on a.id = c.account_id
     where a.email = ${email} order by c.version`;
  const deliver = async () => {
    const { app, db } = actors.service;
    await drainQueue(actors.service, createAccountRequestsWorker(app.kernelDependencies.rateLimits));
    const [letter] = await db<
      { text: string }[]
    >`select body_text as text from letter order by id desc limit 1`;
    return /\/confirm\?token=\S+/.exec(letter?.text ?? '')?.[0] ?? '';
  };

  it('are published by operators only, kept by version, and sanitized', async () => {
    const resident = await signIn(actors.service, 'resident');
    assert.equal((await resident.get('/setup/policies')).status, 403);
    assert.equal((await openBrowser(actors.service).get('/terms')).status, 404);
    await publish('# Правила\n\n<script>alert(1)</script>');
    const shown = await openBrowser(actors.service).get('/terms');
    assert.equal(shown.status, 200);
    assert.doesNotMatch(shown.html, /<script>alert/);
    assert.match((await openBrowser(actors.service).get('/privacy')).html, /<strong>почту<\/strong>/);
    await publish('# Правила\n\n<script>alert(1)</script>');
    await publish('Другие');
    const versions = await actors.service.db`select version from policy order by version`;
    assert.equal(versions.length, 2, 'the same texts are no new version');
  });

  it('are agreed to at registration; the consent has its version and time', async () => {
    await publish('Правила');
    const browser = openBrowser(actors.service);
    const form = await browser.get('/register');
    assert.match(form.html, /href="\/terms"/);
    const refused = await browser.submit(form, '/register', person);
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /tick that you agree/);
    assert.equal((await browser.submit(form, '/register', { ...person, policies: 'true' })).status, 303);
    const link = await deliver();
    assert.equal((await browser.submit(await browser.get(link), '/confirm')).status, 303);
    assert.deepEqual(
      (await consentsOf(person.email)).map(({ version }) => version),
      [1],
    );
    assert.doesNotMatch((await browser.get('/today')).html, /\/account\/policies/);
  });

  it('whoever confirms in another browser agrees there, because a stranger may have registered', async () => {
    await publish('Правила');
    const stranger = openBrowser(actors.service);
    const email = 'zoya@example.org';
    await stranger.submit(await stranger.get('/register'), '/register', {
      ...person,
      email,
      policies: 'true',
    });
    const link = await deliver();
    const owner = openBrowser(actors.service);
    const form = await owner.get(link);
    const chosen = { display_name: 'Зоя', password: 'другие слова здесь' };
    assert.equal((await owner.submit(form, '/confirm', chosen)).status, 422);
    assert.equal((await consentsOf(email)).length, 0);
    assert.equal((await owner.submit(form, '/confirm', { ...chosen, policies: 'true' })).status, 303);
    assert.deepEqual(
      (await consentsOf(email)).map(({ version }) => version),
      [1],
    );
  });

  it('are asked about again after a change, on every page, until agreed to', async () => {
    await publish('Первые');
    const resident = await signIn(actors.service, 'resident');
    assert.match((await resident.get('/today')).html, /href="\/account\/policies\?next=%2Ftoday"/);
    const asked = await resident.get('/account/policies?next=/more');
    await publish('Вторые');
    assert.equal(
      (await resident.submit(asked, '/account/policies')).status,
      422,
      'the shown version is outdated',
    );
    const again = await resident.get('/account/policies?next=/more');
    assert.equal((await resident.submit(again, '/account/policies')).location, '/more');
    assert.doesNotMatch((await resident.get('/today')).html, /account\/policies/);
    assert.deepEqual(
      (await consentsOf('resident@example.org')).map(({ version }) => version),
      [2],
    );
  });

  it('ask nothing when both texts are empty', async () => {
    await publish('Правила');
    await publish('', '');
    const resident = await signIn(actors.service, 'resident');
    assert.doesNotMatch((await resident.get('/today')).html, /account\/policies/);
    assert.doesNotMatch((await openBrowser(actors.service).get('/register')).html, /policy_version/);
  });
});
