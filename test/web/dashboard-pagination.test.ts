import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { startService } from '../harness/service.ts';
import type { Browser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn } from './sign-in.ts';

/** More than one page of any list. */
const many = 70;
const inMain = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'));

describe('pagination of the moderator and company dashboards', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });

  /** Ids of all rows of a list, following its link to the next page. */
  async function walk(browser: Browser, at: string, list: string, row: RegExp): Promise<string[]> {
    const seen: string[] = [];
    const anchor = list === '' ? '' : `#${list}`;
    for (let next: string | undefined = at; next !== undefined && seen.length <= many; ) {
      const { html, status } = await browser.get(next.split('#')[0] as string);
      assert.equal(status, 200, next);
      const main = inMain(html);
      const found = [...main.matchAll(row)].map(([, id = '']) => id);
      assert.ok(found.length > 0 && found.length <= 50, `${found.length} on ${next}`);
      seen.push(...found);
      const links = [...main.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      );
      if (next !== at) assert.ok(links.includes(`${at}${anchor}`), 'back to the beginning');
      next = links.find((href) => href.startsWith(`${at}?`) && href.endsWith(anchor));
    }
    return seen;
  }

  it('lists every report for a moderator, oldest first, except their own', async () => {
    const { service, village } = actors;
    await service.db`
      insert into task (id, kind, title, body, visibility, status, author_id, addressee, review_id, reported_id, created_at, updated_at)
      select 1000 + n, 'report', 'Жалоба ' || n, '', 'private', 'open', ${village.accounts.resident}, 'platform', 5000 + n,
             ${village.accounts.company}, now(), now() from generate_series(1, ${many}::int) n`;
    const own = 1001;
    await service.db`update task set author_id = ${village.accounts.moderator} where id = ${own}`;
    const browser = await signIn(service, 'moderator');
    const seen = await walk(browser, '/moderation/verdicts', '', /href="\/platform\/reports\/(\d+)"/g);
    assert.deepEqual(
      seen,
      Array.from({ length: many - 1 }, (_, place) => String(1002 + place)),
      'all but one’s own, which somebody else decides',
    );
  });

  it('lists every settlement request for a moderator', async () => {
    const { service, village } = actors;
    await service.db`
      insert into settlement_request (id, account_id, name, kind, region, place, asker, contact, note, created_at)
      select 1000 + n, ${village.accounts.resident}, 'Село ' || n, 'village', 'Тверская область', '', 'resident', '', '', now()
        from generate_series(1, ${many}::int) n`;
    const browser = await signIn(service, 'moderator');
    const seen = await walk(browser, '/platform', 'villages', /href="\/platform\/villages\/(\d+)"/g);
    assert.equal(new Set(seen).size, many);
  });

  it('lists every order and every review for a company', async () => {
    const { service, village } = actors;
    const { db, newId } = service;
    const settlement = village.settlement.slug;
    const { resident } = village.clients;
    const order = {
      settlement,
      kind: 'request',
      addressee: 'company',
      company_id: village.companyId,
    } as const;
    for (let place = 0; place < many; place += 1) await resident.write_task({ ...order, title: 'Колодец' });
    const { data: verdict } = await resident.post_review({
      settlement,
      subject_type: 'company',
      subject_id: village.companyId,
      medal: 'gold',
      body: 'Хорошо',
    });
    for (let place = 1; place < many; place += 1) {
      const id = newId();
      await insertAccount(db, {
        id,
        email: `author-${place}@example.org`,
        displayName: `Author ${place}`,
        language: 'en',
        passwordHash: null,
        emailConfirmedAt: null,
        createdAt: new Date(),
      });
      await db`
        insert into review (id, settlement_id, subject_type, subject_id, author_id, medal, weight, body,
                            is_verified_resident, is_verified_work, visibility, created_at, updated_at)
        select r.id + ${place}::int, settlement_id, subject_type, subject_id, ${id}, medal, weight, body, true, false, visibility,
               created_at, updated_at
          from review r where r.id = ${verdict.id}`;
    }
    const browser = await signIn(service, 'company');
    const at = '/companies/kolodtsy/desk';
    assert.equal(new Set(await walk(browser, at, 'orders', /href="\/tasks\/(\d+)"/g)).size, many);
    assert.equal(new Set(await walk(browser, at, 'verdicts', /desk\/verdicts\/(\d+)"/g)).size, many);
    const { html } = await browser.get(at);
    assert.match(html, new RegExp(`<dd>${many}</dd>|>${many}<`), 'all open orders are counted');
    assert.equal((await browser.get(`${at}?verdicts=nonsense`)).status, 200);
  });
});
