import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('quotas on pages', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService({ QUOTAS: 'tokens=4,drafts=1' }));
  });

  it('hold for concurrent token forms, and free a place when a token is revoked', async () => {
    const browser = await signIn(actors.service, 'resident');
    const fields = { name: 'Метеостанция', scopes: ['mcp:read'], days: '30' };
    const page = await browser.get('/account/tokens');
    const made = await Promise.all(
      [...Array(6)].map(() => browser.submit(page, '/account/tokens', { ...fields })),
    );
    assert.deepEqual(made.map(({ status }) => status).sort(), [303, 303, 303, 422, 422, 422]);
    const full = await browser.submit(await browser.get('/account/tokens'), '/account/tokens', fields);
    assert.equal(full.status, 422);
    assert.match(visibleText(full.html), /You have 4 access keys; the limit is 4\. Revoke some first\./);
    const list = await browser.get('/account/tokens');
    const revoke = /action="(\/account\/tokens\/\d+\/revoke)"/.exec(list.html)?.[1] ?? assert.fail();
    assert.equal((await browser.submit(list, revoke)).status, 303);
    assert.equal((await browser.submit(list, '/account/tokens', fields)).status, 303);
  });

  it('show the refusal on the form and keep the input', async () => {
    await actors.village.clients.neighbour.write_knowledge_article({ title: 'Трубы', body: 'Утеплите.' });
    const browser = await signIn(actors.service, 'neighbour', 'ru');
    const page = await browser.get('/knowledge/new');
    const back = await browser.submit(page, '/knowledge/new', {
      title: 'Кран',
      body: 'Закройте.',
      do: 'draft',
    });
    assert.equal(back.status, 422);
    assert.match(visibleText(back.html), /Черновиков у вас 1, а можно не больше 1/);
    assert.match(back.html, /Закройте\./);
  });

  it('show the usage on the account page', async () => {
    const words = async (language: 'en' | 'ru') =>
      visibleText((await (await signIn(actors.service, 'neighbour', language)).get('/account')).html);
    assert.match(
      await words('ru'),
      /Сколько занято Черновики 1 из 1 На проверке 0 из 20 Файлы 0 КБ из 2 ГБ Ключи доступа 1 из 4/,
    );
    assert.match(
      await words('en'),
      /Your usage Drafts 1 of 1 With the moderators 0 of 20 Files 0 KB of 2 GB Access keys 1 of 4/,
    );
  });
});
