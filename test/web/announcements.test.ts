import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('announcement pages', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let announce: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.slug;
    announce = `/settlements/${settlement}/announce`;
  });
  const fields = { title: 'Вода', body: 'Во вторник воды **не будет**.', visibility: 'residents' };

  it('show the recipients before publishing, publish once, and list who was notified after', async () => {
    const browser = await signIn(actors.service, 'editor', 'ru');
    const written = await browser.submit(await browser.get(announce), announce, { ...fields, do: 'publish' });
    const draft = written.location ?? '';
    assert.match(draft, /\/announce\/\d+$/);
    const { editor, resident } = actors.village.clients;
    const news = async () =>
      (await resident.list_articles({ settlement, kind: 'announcement' })).articles.length;
    assert.equal(await news(), 0, 'nobody reads it yet');
    const review = await browser.get(draft);
    assert.match(visibleText(review.html), /Сохранено черновиком, пока никому не сообщили\./);
    assert.match(visibleText(review.html), /Узнают 2 из 4 участков\./);
    assert.match(review.html, /<strong>не будет<\/strong>/);
    const out = await browser.submit(review, draft);
    assert.match(out.location ?? '', /\/articles\/[^/]+\/told$/);
    assert.equal(await news(), 1);
    const told = out.location ?? '';
    const going = visibleText((await browser.get(told)).html);
    assert.match(going, /Опубликовано\. Сообщаем домам\..*Рассылаем….*По участкам/);
    assert.doesNotMatch(going, /Сообщили \d/, 'no count before it went out');
    // Resubmitting the form, or opening it again, redirects: it is already published.
    assert.equal((await browser.submit(review, draft)).location, told);
    assert.equal((await browser.get(draft)).location, told);
    assert.equal(await news(), 1);
    const again = told.replace(/told$/, 'tell-again');
    const page = await browser.get(told);
    await browser.submit(page, again);
    assert.match(
      visibleText((await browser.get(told)).html),
      /меньше часа назад/,
      'not twice within an hour',
    );
    const { articles } = await editor.list_articles({ settlement, kind: 'announcement' });
    assert.match(
      visibleText((await browser.get(`/settlements/${settlement}/articles/${articles[0]?.slug}`)).html),
      /Кому сообщили/,
    );
  });

  it('save a draft that can be published only through the review page', async () => {
    const browser = await signIn(actors.service, 'editor');
    const kept = await browser.submit(await browser.get(announce), announce, {
      ...fields,
      body: 'Черновик.',
      do: 'draft',
    });
    assert.equal(kept.location, '/me/articles');
    const { html } = await browser.get('/me/articles');
    assert.match(visibleText(html), /Kept as a draft\. It is in “My entries” and not published\./);
    assert.match(html, /href="\/settlements\/[^"]+\/announce\/\d+"/);
    assert.doesNotMatch(html, /action="[^"]*\/publish"/, 'nothing goes out unseen');
  });

  it('refuse everybody but the current board', async () => {
    const { service, village } = actors;
    const editor = await signIn(service, 'editor');
    const page = await editor.get(announce);
    const draft =
      (
        await editor.submit(page, announce, {
          ...fields,
          body: 'В субботу.',
          do: 'publish',
          title: 'Собрание',
        })
      ).location ?? '';
    const { articles } = await village.clients.editor.list_articles({ settlement, kind: 'announcement' });
    const told = `/settlements/${settlement}/articles/${articles[0]?.slug}/told`;
    for (const persona of ['resident', 'newcomer', 'outsider', 'company'] as const) {
      const browser = await signIn(service, persona);
      assert.equal((await browser.get(announce)).status, 403, persona);
      assert.equal((await browser.get(draft)).status, 404, persona);
      assert.ok([403, 404].includes((await browser.get(told)).status), persona);
    }
    const drawn = await editor.get(draft);
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    const tried = await editor.submit(drawn, draft);
    assert.ok([403, 404].includes(tried.status), String(tried.status));
    const { articles: after } = await village.clients.resident.list_articles({
      settlement,
      kind: 'announcement',
    });
    assert.deepEqual(
      after.map(({ title }) => title),
      ['Вода'],
    );
  });
});
