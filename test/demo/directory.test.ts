import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { claims } from '../../src/entry/demo/claims.ts';
import { directory } from '../../src/entry/demo/directory.ts';
import type { DemoPeople } from '../../src/entry/demo/people.ts';
import { englishSlug } from '../../src/entry/demo/settlement-list.ts';
import { loadDemoParts } from '../harness/demo.ts';
import { startService, type TestService } from '../harness/service.ts';

describe('demo data: directory', () => {
  let service: TestService;
  let people: DemoPeople;
  let slug: string;
  before(async () => {
    service = await startService();
    ({ people, slug } = await loadDemoParts(service, [claims, directory]));
  });

  it('has contacts, companies, change proposals in every state and reviews', async () => {
    const as = (persona: keyof typeof people.access) => service.client(people.access[persona].token);
    const { contacts } = await as('newcomer').list_contacts({ settlement: slug });
    assert.ok(contacts.length >= 10);
    assert.equal((await as('editor').list_contacts({ settlement: slug, archived: true })).contacts.length, 1);
    const { companies } = await as('newcomer').list_companies({ settlement: slug });
    assert.ok(companies.some((one) => one.is_verified) && companies.some((one) => !one.is_verified));
    const me = await as('company').show_me({});
    assert.equal(me.data.companies.length, 1);
    const queue = await as('editor').list_change_proposals({ settlement: slug, open: false });
    assert.deepEqual([...new Set(queue.proposals.map((one) => one.status))].sort(), [
      'approved',
      'pending',
      'refused',
    ]);
    assert.equal(queue.open, 5);
    assert.ok(
      queue.proposals.some((one) => one.is_new && one.status === 'pending'),
      'a proposed contact waits',
    );
    const moved = queue.proposals.filter(
      (one) => one.status === 'pending' && JSON.stringify(one.before) !== JSON.stringify(one.now),
    );
    assert.equal(moved.length, 1);
    const pending = queue.proposals.filter(({ status }) => status === 'pending');
    const hours = pending.filter(({ subject_name }) => subject_name === 'Фельдшерский пункт');
    assert.equal(hours.length, 2, 'two that cannot both be right');
    const [electrician] = (await as('resident').list_contacts({ settlement: slug, q: 'электрик' })).contacts;
    assert.ok((electrician?.medals.gold ?? 0) >= 3, 'an electrician with medals');
    const elsewhere = (await as('newcomer').list_contacts({ settlement: englishSlug })).contacts;
    assert.ok(elsewhere.some(({ name }) => name.includes('electrician')));
    assert.ok(
      (await as('resident').list_my_change_proposals({})).proposals.some((one) => one.status === 'withdrawn'),
    );
  });

  it('has ratings that equal the sum of the visible reviews’ weights', async () => {
    for (const table of ['contact', 'company'] as const) {
      const rows = await service.db<{ rating: string; summed: string }[]>`
        select s.rating, coalesce((select sum(case medal when 'dung' then -weight else weight end) from review r
                                     where r.subject_type = ${table} and r.subject_id = s.id and r.moderation_status = 'visible'), 0)::text as summed
          from ${table === 'contact' ? service.db`contact` : service.db`company`} s`;
      assert.ok(rows.some((row) => row.rating !== '0'));
      for (const row of rows) assert.equal(row.rating, row.summed);
    }
  });
});
