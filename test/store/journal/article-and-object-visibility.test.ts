import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  type ArticleAccessFields,
  articleKinds,
  articleStatuses,
  maySeeArticle,
} from '../../../src/domain/rules/article-publication.ts';
import { maySeeObjects } from '../../../src/domain/rules/parcel-objects.ts';
import {
  noSettlementRole,
  type SettlementRole,
  visibilities,
} from '../../../src/domain/rules/settlement-role.ts';
import { findSettlement } from '../../../src/features/loaders/memberships.ts';
import { requireTarget } from '../../../src/features/operations/media/media-target.ts';
import { listArticles } from '../../../src/store/journal/article-lists.ts';
import { findParcelForAccount } from '../../../src/store/land/named-parcels.ts';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { seesArticle } from '../../../src/store/visibility/article-visibility.ts';
import { seesObject } from '../../../src/store/visibility/object-visibility.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, personas, type Village } from '../../harness/village.ts';

type Reading = {
  name: string;
  accountId: string | null;
  isModerator: boolean;
  settlementRole: SettlementRole;
};

/** The rule for a single row and the SQL condition for lists must agree for every reader. */
describe('visibility of articles and objects', () => {
  let service: TestService;
  let village: Village;
  let readers: Reading[];
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { db, newId } = service;
    const { accounts, plots, settlement } = village;
    // The outsider is a former member of the resident's plot; the newcomer has a pending claim on the neighbour's.
    const belong = { role: 'family', isPrimary: false, decidedBy: accounts.editor, now: new Date() } as const;
    const join = (accountId: string, parcelId: string, state: 'confirmed' | 'claimed') =>
      insertMembership(db, { ...belong, id: newId(), accountId, parcelId, state });
    await join(accounts.outsider, plots.resident, 'confirmed');
    await db`update membership set state = 'ended' where account_id = ${accounts.outsider} and parcel_id = ${plots.resident}`;
    await db`delete from membership where account_id = ${accounts.newcomer}`;
    await join(accounts.newcomer, plots.neighbour, 'claimed');
    const authors = [accounts.resident, accounts.outsider, accounts.editor];
    for (const kind of articleKinds)
      for (const status of articleStatuses)
        for (const visibility of visibilities)
          for (const authorId of authors) {
            const id = newId();
            await db`
              insert into article (id, settlement_id, parcel_id, author_id, slug, title, body, excerpt, kind, status, visibility, about_on_shown, published_at, created_at, updated_at)
              values (${id}, ${settlement.id}, ${kind === 'diary' ? plots.resident : null}, ${authorId}, ${`a-${id}`}, 'Статья', 'Текст', '', ${kind}, ${status},
                      ${visibility}, current_date, ${status === 'published' ? new Date() : null}, now(), now())`;
          }
    for (const parcelId of Object.values(plots))
      await db`
        insert into parcel_object (id, parcel_id, kind, title, created_by, created_at, updated_at)
        values (${newId()}, ${parcelId}, 'tree', 'Яблоня', ${accounts.resident}, now(), now())`;
    readers = [{ name: 'nobody', accountId: null, isModerator: false, settlementRole: noSettlementRole }];
    for (const name of personas) {
      const isModerator = name === 'moderator';
      const accountId = accounts[name];
      const found = await findSettlement(db, settlement.id, { accountId, isModerator } as never);
      assert.ok(found);
      readers.push({ name, accountId, isModerator, settlementRole: found.settlementRole });
    }
  });

  it('of an article is the same in the rule, the SQL condition, the feed and when adding a picture', async () => {
    const { db } = service;
    const articles = await db<(ArticleAccessFields & { id: string })[]>`
      select id, status, visibility, author_id as "authorId", kind from article`;
    const counts = new Map<string, number>();
    for (const { name, accountId, isModerator, settlementRole } of readers) {
      const view = { settlementId: village.settlement.id, accountId, settlementRole };
      const rows = await db<{ id: string }[]>`select a.id from article a where ${seesArticle(db, view)}`;
      const listed = new Set(rows.map(({ id }) => id));
      const feed = new Set((await listArticles(db, view, {}, 1000)).map(({ id }) => id));
      for (const article of articles) {
        const isSeen = maySeeArticle(article, settlementRole, accountId);
        const where = `${name}: ${article.status} ${article.kind}, ${article.visibility}, of ${article.authorId}`;
        assert.equal(listed.has(article.id), isSeen, `condition, ${where}`);
        assert.equal(feed.has(article.id), isSeen && article.status === 'published', `feed, ${where}`);
        assert.equal(
          await findsTarget('article', article.id, { accountId, isModerator }),
          isSeen,
          `adding, ${where}`,
        );
      }
      counts.set(name, listed.size);
    }
    assert.equal(articles.length, 96);
    assert.equal(counts.get('editor'), 96);
    assert.equal(counts.get('nobody'), 12, 'public published articles: four kinds, three authors');
    assert.ok((counts.get('outsider') ?? 0) > 12, 'a former member still sees their own diary');
  });

  it('of an object is the same in the rule, the SQL condition and when adding a picture', async () => {
    const { db } = service;
    const objects = await db<{ id: string; parcelId: string }[]>`
      select id, parcel_id as "parcelId" from parcel_object`;
    const seen: Record<string, number> = {};
    for (const { name, accountId, isModerator, settlementRole } of readers) {
      const view = { settlementId: village.settlement.id, accountId, settlementRole };
      const rows = await db<{ id: string }[]>`select o.id from parcel_object o where ${seesObject(db, view)}`;
      const listed = new Set(rows.map(({ id }) => id));
      for (const { id, parcelId } of objects) {
        const plot = await findParcelForAccount(db, parcelId, accountId);
        assert.ok(plot);
        const isSeen = maySeeObjects(plot);
        assert.equal(listed.has(id), isSeen, `condition, ${name}`);
        assert.equal(await findsTarget('object', id, { accountId, isModerator }), isSeen, `adding, ${name}`);
      }
      seen[name] = listed.size;
    }
    const { resident, neighbour, editor, ...others } = seen;
    assert.deepEqual([resident, neighbour, editor], [1, 1, objects.length]);
    assert.ok(
      Object.values(others).every((count) => count === 0),
      JSON.stringify(others),
    );
  });

  const findsTarget = (
    type: 'article' | 'object',
    id: string,
    sender: { accountId: string | null; isModerator: boolean },
  ) =>
    requireTarget(service.db, sender, { type, id }).then(
      () => true,
      (refusal: { kind: string }) => refusal.kind !== 'not_found',
    );
});
