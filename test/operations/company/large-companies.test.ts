import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { companyOrdersWorker } from '../../../src/background/jobs/company-orders.ts';
import { maxJoinedAtOnce, maxRepresentatives } from '../../../src/domain/rules/company-states.ts';
import { recordStatements } from '../../db/request-statements.ts';
import { drainQueue } from '../../harness/jobs.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { makeInn } from './make-inn.ts';

describe('a company with very many reviews, orders and people', () => {
  let service: TestService;
  let village: Village;
  let people: string[];
  let number = 700;
  let company: { id: string; inn: string };

  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    people = Array.from({ length: 450 }, () => service.newId());
    await service.db`
      insert into account (id, email, email_key, display_name, language, email_confirmed_at, created_at)
      select n.id, 'person' || n.id || '@example.org', 'person' || n.id || '@example.org', 'Житель ' || n.id, 'ru', now(), now()
        from unnest(${people}::bigint[]) n (id)`;
  });
  beforeEach(async () => {
    number += 1;
    const inn = makeInn(number);
    const { data } = await village.clients.newcomer.register_company({ inn, name: `Бригада ${number}` });
    company = { id: data.id, inn };
    await village.clients.moderator.edit_company({ company: data.id, state: 'verified' });
    await service.db`delete from notification`;
  });

  const order = (authors: readonly string[], companyId: string) => service.db`
    insert into task (id, settlement_id, kind, title, body, visibility, author_id, addressee, company_id, created_at, updated_at)
    select n.id, ${village.settlement.id}, 'request', 'Заказ', '', 'private', n.author, 'company', ${companyId}, now(), now()
      from unnest(${authors.map(() => service.newId())}::bigint[], ${[...authors]}::bigint[]) n (id, author)`;
  const review = (authors: readonly string[], companyId: string) => service.db`
    insert into review (id, settlement_id, subject_type, subject_id, author_id, medal, weight, is_verified_resident,
                        is_verified_work, visibility, created_at, updated_at)
    select n.id, ${village.settlement.id}, 'company', ${companyId}, n.author, 'gold', 100, true, false, 'public', now(), now()
      from unnest(${authors.map(() => service.newId())}::bigint[], ${[...authors]}::bigint[]) n (id, author)`;
  const count = async (rows: ReturnType<TestService['db']>) => (await rows).length;
  const open = () =>
    count(service.db`select 1 from task where company_id = ${company.id} and status = 'open'`);

  it('closes with the orders of so many people, and a job ends those of the others and tells each once', async () => {
    await order([...people, ...people], company.id);
    await village.clients.newcomer.edit_company({ company: company.id, state: 'closed' });
    assert.equal(await open(), 500, 'those of 200 people are cancelled with it');
    assert.equal(
      await drainQueue(
        service,
        companyOrdersWorker(() => service.app.services),
      ),
      2,
    );
    assert.equal(await open(), 0);
    const told = await service.db<{ times: number }[]>`
      select count(*)::integer as times from notification where key = 'notifications.company_orders_closed' group by account_id`;
    assert.deepEqual([told.length, new Set(told.map(({ times }) => times)).size], [450, 1]);
    const changes = await count(
      service.db`select 1 from task_change c join task t on t.id = c.task_id where t.company_id = ${company.id}`,
    );
    assert.equal(changes, 900, 'the history of each says so');
  });

  it('keeps new orders when it is verified again before the job goes on', async () => {
    await order(people, company.id);
    await service.db`update company set is_verified = false where id = ${company.id}`;
    await village.clients.moderator.edit_company({
      company: company.id,
      state: 'refused',
      reason: 'Нет в реестре',
    });
    assert.equal(await open(), 250);
    await village.clients.moderator.edit_company({ company: company.id, state: 'verified' });
    await drainQueue(
      service,
      companyOrdersWorker(() => service.app.services),
    );
    assert.equal(await open(), 250);
  });

  it('is joined in as many statements as a small one', async () => {
    const join = async (id: string) => {
      const change = { company: id, state: 'joined', join_to: village.companyId } as const;
      const { statements } = await recordStatements(() => village.clients.moderator.edit_company(change));
      return statements.length;
    };
    const small = company.id;
    await review(people.slice(0, 2), village.companyId);
    await review(people.slice(0, 1), small);
    const few = await join(small);
    const { data } = await village.clients.newcomer.register_company({
      inn: makeInn(690),
      name: 'Большая бригада',
    });
    await village.clients.moderator.edit_company({ company: data.id, state: 'verified' });
    await review(people, data.id);
    await order(people, data.id);
    assert.equal(await join(data.id), few);
    const moved = await count(
      service.db`select 1 from review where subject_type = 'company' and subject_id = ${village.companyId}`,
    );
    assert.equal(moved, 450);
  });

  it('is not joined where more would go over than one transaction bears; the other is joined to it', async () => {
    const orders = Array.from({ length: maxJoinedAtOnce + 1 }, (_, index) => people[index % 450] as string);
    await order(orders, company.id);
    const join = (from: string, to: string) =>
      village.clients.moderator.edit_company({ company: from, state: 'joined', join_to: to });
    await assertRefused(join(company.id, village.companyId), 422, 'join_to');
    const [row] = await service.db<{ state: string }[]>`select state from company where id = ${company.id}`;
    assert.equal(row?.state, 'verified');
    const { data } = await village.clients.newcomer.register_company({ inn: makeInn(691), name: 'Двойник' });
    await join(data.id, company.id);
  });

  it('is claimed by no more people than an end can tell', async () => {
    await service.db`
      insert into company_representative (company_id, account_id, state, created_at)
      select ${company.id}, n.id, 'claimed', now() from unnest(${people.slice(0, maxRepresentatives - 1)}::bigint[]) n (id)`;
    const claim = () => village.clients.outsider.register_company({ inn: company.inn, name: 'Я тоже' });
    await assertRefused(claim(), 422, 'inn');
    await village.clients.newcomer.edit_company({
      company: company.id,
      representatives: [{ account_id: people[0] as string, state: 'confirmed' }],
    });
    await assertRefused(claim(), 422, 'inn');
    await village.clients.moderator.edit_company({
      company: company.id,
      representatives: [{ account_id: people[0] as string, state: 'ended' }],
    });
    assert.equal((await claim()).data.representation, 'claimed');
    await village.clients.moderator.edit_company({
      company: company.id,
      state: 'closed',
      reason: 'Не работает',
    });
    const told = await service.db<{ id: string }[]>`
      select account_id as id from notification where key = 'notifications.company_closed'`;
    assert.equal(told.length, maxRepresentatives, 'everybody who speaks for it or asked to');
  });
});
