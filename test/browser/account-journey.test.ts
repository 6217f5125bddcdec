import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readDemoArticles } from '../../src/entry/demo/knowledge/load.ts';
import { texts as applicationTexts } from '../../src/entry/web/pages/account/applications.tsx';
import { texts as tokenTexts } from '../../src/entry/web/pages/account/tokens.tsx';
import { texts as moreTexts } from '../../src/entry/web/pages/more/more.tsx';
import { texts as confirmTexts } from '../../src/entry/web/pages/sign-in/confirm.tsx';
import { texts as consentTexts } from '../../src/entry/web/pages/sign-in/consent.tsx';
import { texts as registerTexts } from '../../src/entry/web/pages/sign-in/register.tsx';
import { texts as copyTexts } from '../../src/entry/web/ui/copyable.tsx';
import { newAccountTexts } from '../../src/entry/web/words/new-account-texts.ts';
import { createPkce, type OAuthTestClient, password } from '../oauth/oauth-test-client.ts';
import { waitForEmail } from '../security/mailbox.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { listenForCallback, type OAuthCallback } from './oauth-callback.ts';
import { sendSignInForm } from './sign-in.ts';

const stage = prepareBrowser('pages for visitors, accounts and OAuth');

const looks: Look[] = [
  { language: 'en', width: 1280, colorScheme: 'light' },
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 360, colorScheme: 'dark' },
  { language: 'ru', width: 1280, colorScheme: 'dark' },
];
const describeLook = ({ language, width, colorScheme }: Look) =>
  `${language}, ${width} pixels, ${colorScheme}`;

describe('pages in a browser', { skip: stage.skip, concurrency: 2 }, () => {
  let actors: OAuthTestClient;
  let callback: OAuthCallback;
  let article: { slug: string };
  before(async () => {
    callback = await listenForCallback();
    actors = await stage.openWithActors({}, { jobs: true });
    // Content for the account's pages and the knowledge base.
    await actors.obtainTokens();
    const demo = (await readDemoArticles()).find(({ slug }) => slug === 'distances-on-a-garden-plot');
    assert.ok(demo, 'an article with a table and a diagram');
    const { title, body, category, tags } = demo;
    article = await actors.village.clients.moderator.write_knowledge_article({
      title,
      body,
      category: category as never,
      tags,
      publish: true,
    });
  });
  after(async () => {
    await callback?.close();
  });

  it('findFaults detects policy violations, axe faults and overflow', async () => {
    const window = await stage.openWindow(looks[1] as Look);
    await window.page.goto(callback.faultyUrl);
    const faults = (await window.findFaults('faulty')).join('\n');
    for (const expected of [/^policy: style-src/m, /^axe: image-alt/m, /^overflow: /m])
      assert.match(faults, expected);
    await window.close();
  });

  for (const look of looks.slice(0, 2))
    it(`registration, sign-in, personal token, OAuth consent and revocation: ${describeLook(look)}`, async () => {
      const window = await stage.openWindow(look);
      await walk(window);
      await window.close();
    });

  for (const look of looks)
    it(`have no policy, accessibility or layout faults: ${describeLook(look)}`, async () => {
      const window = await stage.openWindow(look);
      await visitAll(window);
      await window.close();
    });

  async function walk(window: BrowserWindow): Promise<void> {
    const { page, look } = window;
    const { language } = look;
    const { service } = actors;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const me = async (token: string) =>
      (await fetch(`${service.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    const email = `newcomer-${language}@example.org`;

    await window.visit('/register', 'walk-01-register');
    await page.getByLabel(newAccountTexts.name[language]).fill('Анна Ковалёва');
    await page.getByLabel(newAccountTexts.email[language]).fill(email);
    await page.getByLabel(newAccountTexts.password[language]).fill(password);
    await press(registerTexts.submit[language]);
    await page.getByText(email).waitFor();
    await window.inspect('walk-02-check-mail');

    await page.goto(await waitForLink(email));
    await window.inspect('walk-03-confirm');
    await press(confirmTexts.submit[language]);
    await page.waitForURL('**/today');
    await window.inspect('walk-04-confirmed');
    await window.visit('/more', 'walk-04-more');
    await press(moreTexts.signOut[language]);
    await page.waitForURL((url) => url.pathname !== '/more');
    await window.visit('/login', 'walk-05-login');
    await sendSignInForm(window, { email, password });
    await page.waitForURL('**/today');
    await window.inspect('walk-05-today');

    await window.visit('/account/tokens', 'walk-06-tokens');
    await page.getByLabel(tokenTexts.name[language]).fill('weather station');
    await press(tokenTexts.submit[language]);
    await page.getByRole('heading', { name: tokenTexts.newHeading[language] }).waitFor();
    await window.inspect('walk-07-token');
    const token = (await page.locator('#new-token').textContent()) ?? '';
    // The clipboard is shared between contexts, so only one of them uses it.
    if (language === 'en') {
      await press(`${copyTexts.copy[language]} weather station`);
      await page.getByText(copyTexts.copied[language]).waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), token);
    }
    assert.equal(await me(token), 200);

    const accessToken = await allowApplication(window, press);
    assert.equal(await me(accessToken), 200);
    await window.visit('/account/applications', 'walk-09-applications');
    await press(`${applicationTexts.revoke[language]} Garden helper`);
    await page.getByText(applicationTexts.none[language]).waitFor();
    await window.inspect('walk-10-revoked');
    assert.equal(await me(accessToken), 401);
    assert.equal(await me(token), 200, 'the personal token is no part of the application');
  }

  async function allowApplication(
    window: BrowserWindow,
    press: (name: string) => Promise<void>,
  ): Promise<string> {
    const { language } = window.look;
    const client = await actors.register({
      client_name: 'Garden helper',
      redirect_uris: [callback.url],
      application_type: 'native',
    });
    assert.equal(client.status, 201);
    const pkce = createPkce();
    const state = `state-${language}`;
    await window.visit(
      actors.authorizeUrl({
        client_id: client.body.client_id,
        redirect_uri: callback.url,
        code_challenge: pkce.challenge,
        state,
      }),
      'walk-08-consent',
    );
    await press(consentTexts.allow[language]);
    await window.page.waitForURL(`${callback.url}?*`);
    assert.deepEqual(await window.findFaults('walk-08-callback'), [], 'the policy let the answer through');
    const answer = callback.received.find((each) => each.get('state') === state);
    assert.equal(answer?.get('iss'), actors.service.url);
    const reply = await actors.exchange({
      client_id: client.body.client_id,
      grant_type: 'authorization_code',
      code: answer?.get('code') ?? undefined,
      redirect_uri: callback.url,
      code_verifier: pkce.verifier,
    });
    assert.equal(reply.status, 200, JSON.stringify(Object.keys(reply.body)));
    return reply.body.access_token as string;
  }

  async function visitAll(window: BrowserWindow): Promise<void> {
    const { page, look } = window;
    const settlement = actors.village.settlement.slug;
    for (const path of [
      '/',
      '/forgot',
      '/docs',
      '/connect',
      '/knowledge',
      `/settlements/${settlement}`,
      `/settlements/${settlement}/articles`,
    ])
      await window.visit(path, `visit-${path.slice(1).replaceAll('/', '-') || 'home'}`);
    await window.visit(`/knowledge/${article.slug}`, 'visit-knowledge-article');
    await window.visit('/nowhere', 'visit-not-found', 404);
    await window.visit('/register', 'visit-register');
    await page.getByRole('button', { name: registerTexts.submit[look.language] }).click();
    await page.getByRole('alert').waitFor();
    await window.inspect('visit-register-refused');

    await window.visit('/login', 'visit-login');
    await sendSignInForm(window, 'resident');
    await page.waitForURL('**/today');
    for (const path of ['/today', '/notifications', '/more'])
      await window.visit(path, `visit-${path.slice(1)}`);
    for (const name of [
      '',
      '/security',
      '/data',
      '/assistants',
      '/tokens',
      '/applications',
      '/sessions',
      '/notifications',
      '/interface',
    ])
      await window.visit(`/account${name}`, `visit-account${name.replace('/', '-')}`);
    await window.visit(actors.authorizeUrl(), 'visit-consent');
  }

  async function waitForLink(to: string): Promise<string> {
    const { url } = await waitForEmail(actors.service, to, 1);
    return url.href;
  }
});
