import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { articleKinds } from '../../src/domain/rules/article-publication.ts';
import { visibilities } from '../../src/domain/rules/settlement-role.ts';
import { claims } from '../../src/entry/demo/claims.ts';
import { journal } from '../../src/entry/demo/journal.ts';
import { landDetails } from '../../src/entry/demo/land-details.ts';
import type { DemoPeople } from '../../src/entry/demo/people.ts';
import { englishSlug } from '../../src/entry/demo/settlement-list.ts';
import { loadDemoParts } from '../harness/demo.ts';
import { startService, type TestService } from '../harness/service.ts';

describe('demo data: articles and diaries', () => {
  let service: TestService;
  let people: DemoPeople;
  let settlement: string;
  before(async () => {
    service = await startService();
    ({ people, slug: settlement } = await loadDemoParts(service, [landDetails, claims, journal]));
  });

  it('cover every kind and visibility, with past dates, tags and a draft', async () => {
    const as = (persona: keyof typeof people.access) => service.client(people.access[persona].token);
    const { articles } = await as('editor').list_articles({ settlement });
    assert.deepEqual(new Set(articles.map((one) => one.kind)), new Set(articleKinds));
    assert.deepEqual(new Set(articles.map((one) => one.visibility)), new Set(visibilities));
    assert.ok(articles.every((one) => Date.parse(one.published_at ?? '') < Date.now() - 86_400_000));
    assert.ok(articles.every((one) => one.excerpt !== ''));
    assert.ok((await service.client().list_articles({ settlement })).articles.length >= 4);
    const drafts = await as('resident').list_my_articles({ status: 'draft' });
    assert.equal(drafts.articles.length, 1);
    assert.ok((await service.client().list_tagged({ settlement, tag: 'въезд' })).items.length >= 2);
  });

  it('cover a year on several plots, dated in season, with photographs taken on that day', async () => {
    const entries = (await listAll('diary')).filter(({ plot_number }) => plot_number !== null);
    assert.ok(entries.length >= 18, `${entries.length}`);
    assert.ok(new Set(entries.map(({ plot_number }) => plot_number)).size >= 6);
    const months = new Set(entries.map(({ published_at }) => new Date(published_at ?? '').getUTCMonth()));
    assert.ok(months.size >= 9, [...months].join());
    const bloom = entries.find(({ title }) => title.startsWith('Антоновка зацвела'));
    assert.match(bloom?.published_at ?? '', /-05-17T/);
    assert.equal(bloom?.photos_count, 2);
    const { data } = await service
      .client(people.access.resident.token)
      .show_article({ settlement, article: bloom?.id ?? '' });
    assert.match(data.body, /\[object:\d+\]/);
    const { media } = await service
      .client(people.access.resident.token)
      .list_media({ settlement, limit: 100 });
    const own = media.filter(({ subject }) => subject.type === 'article' && subject.id === bloom?.id);
    assert.ok(own.length > 0 && own.every(({ taken_at }) => taken_at?.includes('-05-17T')));
  });

  it('are in English in the English-speaking settlement', async () => {
    const { articles } = await service.client().list_articles({ settlement: englishSlug });
    assert.ok(articles.length >= 3);
    assert.ok(articles.every(({ title, excerpt }) => !/[а-яё]/i.test(title + excerpt)));
  });

  async function listAll(kind: 'diary') {
    const client = service.client(people.access.editor.token);
    const all: Awaited<ReturnType<typeof client.list_articles>>['articles'] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await client.list_articles({ settlement, kind, ...(cursor && { cursor }) });
      all.push(...page.articles);
      cursor = page.cursor;
    }
    return all;
  }
});
