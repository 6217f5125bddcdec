import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  computeRating,
  type Medal,
  type MedalCounts,
  medals,
  noMedals,
} from '../../../src/domain/rules/medals.ts';
import type { Client } from '../../../src/entry/client/client.ts';
import { insertAccount } from '../../../src/store/accounts/accounts.ts';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { runInLanes } from '../lanes.ts';

interface Step {
  who: number;
  subject: number;
  action: 'post' | 'withdraw' | 'hide' | 'restore';
  medal: Medal;
}

const residents = 6;
const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(residents - 1),
  subject: fc.nat(1),
  action: fc.constantFrom('post', 'post', 'post', 'withdraw', 'hide', 'restore'),
  medal: fc.constantFrom(...medals),
});

describe('ratings', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  const people: { id: string; client: Client }[] = [];
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
    for (let index = 0; index < residents; index += 1) {
      const [id, now] = [service.newId(), new Date()];
      await insertAccount(service.db, {
        id,
        email: `person${index}@example.org`,
        displayName: `Person ${index}`,
        language: 'en',
        passwordHash: null,
        emailConfirmedAt: now,
        createdAt: now,
      });
      await insertMembership(service.db, {
        id: service.newId(),
        accountId: id,
        parcelId: village.plots.free,
        role: 'family',
        state: 'confirmed',
        isPrimary: true,
        decidedBy: village.accounts.editor,
        now,
      });
      people.push({ id, client: await service.as(id) });
    }
  });

  type Subject = { settlement: string; subject_type: 'contact' | 'company'; subject_id: string };

  async function makeSubjects(): Promise<Subject[]> {
    const { data } = await village.clients.editor.write_contact({
      settlement,
      name: 'Мастер',
      category: 'trade',
    });
    await service.db`delete from review where subject_type = 'company'`;
    await service.db`update company set gold = 0, silver = 0, bronze = 0, dung = 0, rating = 0`;
    return [
      { settlement, subject_type: 'contact', subject_id: data.id },
      { settlement, subject_type: 'company', subject_id: village.companyId },
    ];
  }

  /** False when it was refused because there was no review. */
  async function take({ who, action, medal }: Step, subject: Subject): Promise<boolean> {
    const person = people[who] as (typeof people)[number];
    try {
      if (action === 'post') await person.client.post_review({ ...subject, medal });
      else if (action === 'withdraw') await person.client.withdraw_review(subject);
      else {
        const [row] = await service.db<{ id: string }[]>`
          select id from review where subject_id = ${subject.subject_id} and author_id = ${person.id}`;
        if (row === undefined) return false;
        await village.clients.editor.moderate_review({
          settlement,
          review: row.id,
          decision: action,
          reason: 'проверка',
        });
      }
      return true;
    } catch (error) {
      assert.equal((error as { status?: number }).status, 404, String(error));
      return false;
    }
  }

  async function readCard({
    subject_type,
    subject_id,
  }: Subject): Promise<{ rating: number; medals: MedalCounts }> {
    if (subject_type === 'company')
      return (await village.anonymous.show_company({ company: subject_id })).data;
    const { contacts } = await village.anonymous.list_contacts({ settlement, limit: 100 });
    return contacts.find((one) => one.id === subject_id) as NonNullable<(typeof contacts)[number]>;
  }

  async function recompute({
    subject_id,
  }: Subject): Promise<{ rating: number; medals: MedalCounts; doubled: number }> {
    const rows = await service.db<{ authorId: string; medal: Medal; status: string; weight: number }[]>`
      select author_id as "authorId", medal, moderation_status as status, weight from review where subject_id = ${subject_id}`;
    const counts = { ...noMedals };
    let rating = 0;
    for (const row of rows.filter((one) => one.status === 'visible')) {
      counts[row.medal] += 1;
      rating += row.medal === 'dung' ? -row.weight : row.weight;
    }
    return { rating, medals: counts, doubled: rows.length - new Set(rows.map((row) => row.authorId)).size };
  }

  it('match a model of one review per resident, step by step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
        const subjects = await makeSubjects();
        const model = subjects.map(() => new Map<number, { medal: Medal; isHidden: boolean }>());
        for (const one of steps) {
          const verdicts = model[one.subject] as (typeof model)[number];
          const had = verdicts.get(one.who);
          const done = await take(one, subjects[one.subject] as Subject);
          assert.equal(done, one.action === 'post' || had !== undefined);
          if (one.action === 'post')
            verdicts.set(one.who, { medal: one.medal, isHidden: had?.isHidden ?? false });
          else if (one.action === 'withdraw') verdicts.delete(one.who);
          else if (had) had.isHidden = one.action === 'hide';
        }
        for (const [index, subject] of subjects.entries()) {
          const counts = { ...noMedals };
          for (const verdict of model[index]?.values() ?? [])
            if (!verdict.isHidden) counts[verdict.medal] += 1;
          const card = await readCard(subject);
          assert.deepEqual([card.medals, card.rating], [counts, computeRating(counts)]);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('equal the sum over visible reviews after any interleaving', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50 }), async (steps) => {
        const subjects = await makeSubjects();
        await Promise.all(steps.map((one) => take(one, subjects[one.subject] as Subject)));
        for (const subject of subjects) {
          const { doubled, ...summed } = await recompute(subject);
          const { rating, medals: counted } = await readCard(subject);
          assert.deepEqual({ rating, medals: counted }, summed);
          assert.equal(doubled, 0, 'one verdict per resident and subject');
        }
      }),
      { numRuns: 10 },
    );
  });

  it('count one review after 200 concurrent posts by one resident', async () => {
    const [subject] = await makeSubjects();
    const { client } = people[0] as (typeof people)[number];
    const bodies = Array.from({ length: 200 }, (_, index) => `раз ${index}`);
    const replies = await runInLanes(bodies, (body, index) =>
      client.post_review({ ...(subject as Subject), medal: medals[index % 4] as Medal, body }),
    );
    assert.equal(new Set(replies.map(({ data }) => data.id)).size, 1);
    const { doubled, ...summed } = await recompute(subject as Subject);
    const { rating, medals: counted } = await readCard(subject as Subject);
    assert.deepEqual({ rating, medals: counted }, summed);
    assert.equal(
      Object.values(counted).reduce((sum, count) => sum + count, 0),
      1,
    );
    assert.equal(doubled, 0);
  });
});
