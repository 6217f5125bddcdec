import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { journal } from '../../src/demo/journal.ts';
import type { DemoPeople } from '../../src/demo/people.ts';
import { articleKinds } from '../../src/rules/article-publication.ts';
import { visibilities } from '../../src/rules/settlement-role.ts';
import { loadDemoParts } from '../harness/demonstration.ts';
import { startService, type TestService } from '../harness/service.ts';

describe('the diaries of the demonstration', () => {
  let service: TestService;
  let people: DemoPeople;
  let settlement: string;
  before(async () => {
    service = await startService();
    ({ people, slug: settlement } = await loadDemoParts(service, [journal]));
  });

  it('have every kind and visibility, a past, tags and drafts', async () => {
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
});
