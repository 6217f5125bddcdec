import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import {
  type CompanyState,
  companyStates,
  companyTransitions,
} from '../../../src/domain/rules/company-states.ts';
import type { Client } from '../../../src/entry/client/client.ts';
import { deleteEmptyCompanies } from '../../../src/store/directory/company-decisions.ts';
import { addFurtherPeople, type FurtherPersona, furtherPersonas } from '../../harness/further-people.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';
import { makeInn } from './make-inn.ts';
import { readTransitionTable } from './transition-table.ts';

type Who = Persona | FurtherPersona;
const everybody = [
  'newcomer',
  'company',
  'resident',
  'neighbour',
  'editor',
  'outsider',
  'moderator',
  ...furtherPersonas,
] as const satisfies readonly Who[];
/** Who registered it and speaks for it alone. */
const registrant = 'newcomer';
const transitions = readTransitionTable();
const reason = 'Такой организации нет в реестре';

describe('the life of a company', () => {
  let service: TestService;
  let village: Village;
  let clientOf: Record<Who, Client>;
  let accountOf: Record<Who, string>;
  let nearly: { accountId: string; state: 'ended' | 'claimed' }[];
  let number = 100;
  let card: { id: string; slug: string; inn: string };

  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const further = await addFurtherPeople(service, village);
    clientOf = { ...village.clients, ...further.clients };
    accountOf = { ...village.accounts, ...further.accounts };
    const { formerRepresentative, waitingRepresentative } = further.accounts;
    nearly = [
      { accountId: formerRepresentative, state: 'ended' },
      { accountId: waitingRepresentative, state: 'claimed' },
    ];
  });
  beforeEach(async () => {
    number += 1;
    const { data } = await village.clients[registrant].register_company({
      inn: makeInn(number),
      name: `Родник ${number}`,
      description: `Роем колодцы, звоните Петру ${number}`,
      trades: ['колодцы'],
      phones: [`+7495123${String(number).padStart(4, '0')}`],
      address: `Дмитров, Весенняя, ${number}`,
      site: `https://rodnik-${number}.example`,
    });
    card = { id: data.id, slug: data.slug, inn: data.inn };
  });

  const edit = (who: Who, change: object) =>
    clientOf[who].edit_company({ company: card.id, ...change } as never);
  const stateNow = async () => {
    const [row] = await service.db<{ state: string }[]>`select state from company where id = ${card.id}`;
    return row?.state;
  };
  const bringTo = async (state: CompanyState) => {
    if (state === 'refused') await edit('moderator', { state, reason });
    if (state === 'verified') await edit('moderator', { state });
    if (state === 'closed') await edit('moderator', { state, reason });
    if (state === 'joined') await edit('moderator', { state, join_to: village.companyId });
  };
  const keysOf = async (who: Persona) => {
    const rows = await service.db<{ key: string }[]>`
      select key from notification where account_id = ${village.accounts[who]} order by id`;
    return rows.map(({ key }) => key.replace('notifications.', ''));
  };
  const forget = () => service.db`delete from notification`;
  const listTold = async () => {
    const rows = await service.db<{ id: string }[]>`select distinct account_id as id from notification`;
    return new Set(rows.map(({ id }) => everybody.find((who) => accountOf[who] === id) as Who));
  };

  for (const from of companyStates)
    for (const to of companyStates.filter((each) => each !== from))
      it(`from ${from} to ${to} is decided by ${companyTransitions[from][to]?.join(' and ') ?? 'nobody'} alone`, async () => {
        for (const { accountId, state } of nearly)
          await service.db`
            insert into company_representative (company_id, account_id, state, created_at)
            values (${card.id}, ${accountId}, ${state}, now())`;
        await bringTo(from);
        const change = { state: to, reason, ...(to === 'joined' && { join_to: village.companyId }) };
        const parties = companyTransitions[from][to] ?? [];
        const may = (who: Who) =>
          (who === 'moderator' && parties.includes('moderator')) ||
          (who === registrant && parties.some((party) => party !== 'moderator'));
        for (const who of everybody.filter((each) => !may(each)))
          await assert.rejects(
            edit(who, change),
            ({ status }) => (who === 'deleted' ? [401] : [403, 404, 422]).includes(status),
            `${who} may not`,
          );
        if (from !== 'joined') assert.equal(await stateNow(), from, 'nothing has changed');
        const decider = everybody.find(may);
        const row = transitions.find((one) => one.from === from && one.to === to);
        assert.deepEqual(row?.parties.sort() ?? [], [...parties].sort(), 'as the page has it');
        if (decider === undefined || row === undefined) return;
        await forget();
        await edit(decider, change);
        assert.equal(await stateNow(), to);
        const told = await listTold();
        // Moderators learn of a joining where somebody asks for the other company now.
        if (to === 'joined') told.delete('moderator');
        const expected = new Set<Who>(
          row.told.startsWith('moderators')
            ? ['moderator']
            : row.told.includes('or asked to')
              ? [registrant, 'waitingRepresentative']
              : [registrant],
        );
        expected.delete(decider);
        assert.deepEqual([...told].sort(), [...expected].sort(), 'who is told');
      });

  it('is decided by another moderator where one speaks for it, asks to, or speaks for what it is joined to', async () => {
    const { moderator, outsider } = village.accounts;
    const represent = async (company: string, state: string) => {
      await service.db`delete from company_representative where account_id = ${moderator}`;
      await service.db`
        insert into company_representative (company_id, account_id, state, created_at) values (${company}, ${moderator}, ${state}, now())`;
    };
    const setSecond = (role: string | null) =>
      service.db`update account set platform_role = ${role} where id = ${outsider}`;
    const joining = { state: 'joined', join_to: village.companyId };
    await setSecond('moderator');
    for (const state of ['claimed', 'confirmed']) {
      await represent(card.id, state);
      for (const change of [{ state: 'verified' }, { state: 'refused', reason }, joining])
        await assertRefused(edit('moderator', change), 403);
    }
    // As its representative they go on editing the card.
    await edit('moderator', { description: 'Кровли и заборы' });
    await represent(card.id, 'claimed');
    const own = [{ account_id: moderator, state: 'confirmed' }];
    await assertRefused(edit('moderator', { representatives: own }), 403);
    await represent(village.companyId, 'confirmed');
    await assertRefused(edit('moderator', joining), 403);
    await edit('moderator', { state: 'verified' });
    await represent(card.id, 'confirmed');
    await setSecond(null);
    await edit('moderator', { state: 'waiting' });
    await service.db`delete from company_representative where account_id = ${moderator}`;
  });

  it('is listed and found while it waits and once it is checked, and in no other state', async () => {
    const isListed = async () => {
      const { companies } = await village.anonymous.list_companies({ q: card.inn });
      return companies.length === 1;
    };
    assert.ok(await isListed());
    await edit('moderator', { state: 'refused', reason });
    assert.ok(!(await isListed()));
    await assertRefused(village.anonymous.show_company({ company: card.slug }), 404);
    await assertRefused(village.clients.resident.show_company({ company: card.slug }), 404);
    const own = await village.clients[registrant].show_company({ company: card.slug });
    assert.deepEqual([own.data.state, own.data.decision?.reason], ['refused', reason]);
    await edit(registrant, { state: 'waiting' });
    assert.ok(await isListed());
    await edit('moderator', { state: 'verified' });
    assert.ok(await isListed());
  });

  it('asks again after a refusal at most three times', async () => {
    for (let times = 0; times < 3; times += 1) {
      await edit('moderator', { state: 'refused', reason });
      await edit(registrant, { state: 'waiting', hours: `с ${times}` });
    }
    await edit('moderator', { state: 'refused', reason });
    await assertRefused(edit(registrant, { state: 'waiting' }), 422, 'state');
    await assertRefused(edit('moderator', { state: 'refused' }), 422);
  });

  it('takes no orders and serves one settlement until it is checked', async () => {
    const order = { settlement: 'berezka', title: 'Почистить колодец', company_id: card.id };
    await assertRefused(village.clients.resident.write_task(order), 422, 'company_id');
    await assertRefused(edit(registrant, { settlements: ['sosny', 'berezka'] }), 422, 'settlements');
    await edit(registrant, { settlements: ['sosny'] });
    await assertRefused(
      village.clients[registrant].send_message({ to: 'board', settlement: 'sosny', body: 'Здравствуйте' }),
      403,
    );
    await edit('moderator', { state: 'verified' });
    await edit(registrant, { settlements: ['berezka', village.other.id] });
    await village.clients.resident.write_task(order);
    await edit('moderator', { state: 'waiting' });
    const { data } = await village.clients.resident.show_company({ company: card.id });
    assert.equal(data.settlements.length, 1, 'one settlement once more');
  });

  it('tells of every step whom it concerns, and nobody else', async () => {
    await forget();
    await edit('moderator', { state: 'refused', reason });
    await edit(registrant, { state: 'waiting' });
    await edit('moderator', { state: 'verified' });
    assert.deepEqual(await keysOf(registrant), ['company_refused', 'company_verified']);
    assert.deepEqual(await keysOf('moderator'), ['company_asks_again']);
    await village.clients.outsider.register_company({ inn: card.inn, name: 'Я тоже' });
    await edit(registrant, {
      representatives: [{ account_id: village.accounts.outsider, state: 'confirmed' }],
    });
    assert.deepEqual(await keysOf('outsider'), ['representative_confirmed']);
    await edit(registrant, {
      representatives: [{ account_id: village.accounts[registrant], state: 'ended' }],
    });
    assert.deepEqual(await keysOf('outsider'), ['representative_confirmed', 'representative_left']);
    for (const who of ['resident', 'neighbour', 'editor', 'company'] as const)
      assert.deepEqual(await keysOf(who), [], who);
  });

  it('changes hands: its only representative leaves once another was taken in, and puts nobody out', async () => {
    const leave = (who: Persona) =>
      edit(who, { representatives: [{ account_id: village.accounts[who], state: 'ended' }] });
    await assertRefused(leave(registrant), 422);
    await village.clients.outsider.register_company({ inn: card.inn, name: 'Я тоже' });
    await edit(registrant, {
      representatives: [{ account_id: village.accounts.outsider, state: 'confirmed' }],
    });
    await assertRefused(
      edit(registrant, { representatives: [{ account_id: village.accounts.outsider, state: 'ended' }] }),
      403,
    );
    await assertRefused(edit(registrant, { state: 'closed' }), 403);
    await leave(registrant);
    await assertRefused(edit(registrant, { hours: 'всегда' }), 403);
    await edit('outsider', { hours: 'по будням' });
    await assertRefused(leave('outsider'), 422);
    await edit('outsider', { state: 'closed' });
    assert.equal(await stateNow(), 'closed');
  });

  it('closes with its orders cancelled and their authors told; reviews and finished work stay', async () => {
    await edit('moderator', { state: 'verified' });
    await edit(registrant, { settlements: ['berezka'] });
    const write = (title: string) =>
      village.clients.resident.write_task({ settlement: 'berezka', title, company_id: card.id });
    const [done, open] = [await write('Почистить'), await write('Углубить')];
    await village.clients[registrant].edit_task({ task: done.data.id, status: 'done' });
    await village.clients.resident.edit_task({ task: done.data.id, status: 'done' });
    const subject = { settlement: 'berezka', subject_type: 'company', subject_id: card.id } as const;
    await village.clients.resident.post_review({
      ...subject,
      medal: 'gold',
      body: 'Хорошо',
      visibility: 'public',
    });
    await forget();
    await edit(registrant, { state: 'closed' });
    assert.deepEqual(await keysOf('resident'), ['company_orders_closed']);
    const [now, before] = await Promise.all(
      [open, done].map(({ data }) => village.clients.resident.show_task({ task: data.id })),
    );
    assert.deepEqual([now?.data.status, now?.data.next_statuses], ['cancelled', []]);
    assert.equal(before?.data.status, 'done');
    await assertRefused(
      village.clients.resident.edit_task({ task: open.data.id, status: 'open' }),
      422,
      'status',
    );
    await assertRefused(write('Ещё'), 422, 'company_id');
    await assertRefused(
      village.clients.resident.post_review({ ...subject, medal: 'dung' }),
      422,
      'subject_id',
    );
    const { reviews } = await village.anonymous.list_reviews(subject);
    assert.deepEqual(
      reviews.map(({ medal, body }) => [medal, body]),
      [['gold', 'Хорошо']],
    );
    const { data } = await village.anonymous.show_company({ company: card.slug });
    assert.deepEqual(
      [data.name, data.medals.gold, data.is_verified, data.state],
      [`Родник ${number}`, 1, false, 'closed'],
    );
  });

  it('leaves nothing by which it could be reached at any door once it has closed', async () => {
    await edit('moderator', { state: 'verified' });
    await edit(registrant, { settlements: ['berezka'], tags: ['вода'] });
    await village.clients.resident.propose_change({
      settlement: 'berezka',
      subject_type: 'company',
      subject_id: card.id,
      proposed: { phones: ['+74957654321'], hours: 'с девяти' },
    });
    await village.clients.resident.send_message({ to: 'company', company: card.id, body: 'Сколько стоит?' });
    const secrets = [
      card.inn,
      `7495123${String(number).padStart(4, '0')}`,
      '7495765',
      `Весенняя, ${number}`,
      `rodnik-${number}.example`,
      `Петру ${number}`,
    ];
    await edit(registrant, { state: 'closed' });
    const { anonymous, clients } = village;
    const company = card.id;
    const doors = await Promise.all([
      anonymous.show_company({ company }),
      clients.resident.show_company({ company: card.slug }),
      clients[registrant].show_company({ company }),
      clients.moderator.show_company({ company }),
      anonymous.list_companies({}),
      anonymous.list_companies({ settlement: 'berezka', trades: 'true' } as never),
      anonymous.list_companies({ q: card.inn }),
      anonymous.list_companies({ q: 'колодцы' }),
      anonymous.list_contacts({ settlement: 'berezka', with_companies: true }),
      anonymous.list_tagged({ settlement: 'berezka', tag: 'вода' }),
      clients.resident.list_my_change_proposals({}),
      clients.editor.list_change_proposals({ settlement: 'berezka' }),
      clients.resident.list_notifications({}),
      clients.resident.list_conversations({}),
      clients.resident.show_me({ find: 'Родник' } as never),
      clients[registrant].show_me({}),
    ]);
    for (const [index, reply] of doors.entries())
      for (const secret of secrets)
        assert.ok(!JSON.stringify(reply).includes(secret), `${secret} at door ${index}`);
    await assertRefused(
      clients.resident.send_message({ to: 'company', company, body: 'Вы где?' }),
      422,
      'company',
    );
    const [row] = await service.db<
      { left: string }[]
    >`select to_jsonb(c)::text as left from company c where id = ${company}`;
    for (const secret of secrets) assert.ok(!row?.left.includes(secret), `${secret} in the database`);
    await clients.outsider.register_company({ inn: card.inn, name: 'Новый хозяин номера' });
  });

  it('is forgotten a month after it closed where nobody wrote anything about it, and kept otherwise', async () => {
    const later = (days: number) => new Date(Date.now() + days * 86_400_000);
    await edit(registrant, { state: 'closed' });
    await deleteEmptyCompanies(service.db, later(29));
    assert.equal(await stateNow(), 'closed');
    await deleteEmptyCompanies(service.db, later(31));
    assert.equal(await stateNow(), undefined);
    const kept = await service.db`select 1 from company where id = ${village.companyId}`;
    assert.equal(kept.length, 1);
  });

  it('tells the second moderator who decided what', async () => {
    const seen = { state: 'waiting' };
    await edit('moderator', { state: 'refused', reason, seen });
    const error = await assertRefused(edit('moderator', { state: 'verified', seen }), 422, 'state');
    const { decision } = error.body as unknown as { decision: { outcome: string; reason: string } };
    assert.deepEqual([decision.outcome, decision.reason], ['refused', reason]);
  });

  it('is merged into another with its reviews, orders, tags and people; one review of an author stays', async () => {
    await edit('moderator', { state: 'verified' });
    await edit(registrant, { settlements: ['berezka', village.other.id], tags: ['бурение'] });
    const of = (subject_id: string) =>
      ({ settlement: 'berezka', subject_type: 'company', subject_id }) as const;
    const open = { visibility: 'public' } as const;
    const { clients, companyId } = village;
    await clients.resident.post_review({ ...of(companyId), ...open, medal: 'gold', body: 'Сначала хвалил' });
    await clients.resident.post_review({ ...of(card.id), ...open, medal: 'dung', body: 'Потом ругал' });
    await clients.neighbour.post_review({ ...of(card.id), ...open, medal: 'silver', body: 'Сойдёт' });
    const order = await clients.resident.write_task({
      settlement: 'berezka',
      title: 'Углубить',
      company_id: card.id,
    });
    await forget();
    await edit('moderator', { state: 'joined', join_to: companyId });
    const { data } = await village.anonymous.show_company({ company: card.slug });
    assert.deepEqual([data.id, data.medals], [companyId, { gold: 0, silver: 1, bronze: 0, dung: 1 }]);
    assert.ok(data.tags.includes('бурение'));
    assert.ok(data.settlements.some(({ id }) => id === village.other.id));
    const { reviews } = await clients.resident.list_reviews(of(card.id));
    assert.deepEqual(reviews.map(({ body }) => body).sort(), ['Потом ругал', 'Сойдёт']);
    const own = reviews.find(({ body }) => body === 'Потом ругал');
    assert.deepEqual(
      own?.earlier?.map(({ body }) => body),
      ['Сначала хвалил'],
    );
    const moved = await clients[registrant].show_task({ task: order.data.id });
    assert.equal(moved.data.company_id, companyId);
    assert.deepEqual(await keysOf(registrant), ['company_joined']);
    await clients[registrant].edit_company({ company: companyId, hours: 'всегда' });
    await clients.resident.withdraw_review(of(companyId));
    await clients.neighbour.withdraw_review(of(companyId));
    await clients.moderator.edit_company({
      company: companyId,
      representatives: [{ account_id: village.accounts[registrant], state: 'ended' }],
    });
  });

  it('is joined where one person reported both reviews of an author: one report waits, the other is ended', async () => {
    await edit('moderator', { state: 'verified' });
    await edit(registrant, { settlements: ['berezka'] });
    const { clients, companyId } = village;
    const of = (subject_id: string) =>
      ({ settlement: 'berezka', subject_type: 'company', subject_id }) as const;
    const post = async (subject: string, body: string) =>
      (await clients.resident.post_review({ ...of(subject), medal: 'dung', body, visibility: 'public' })).data
        .id;
    const report = async (who: 'neighbour' | 'editor', review_id: string) =>
      (await clients[who].write_task({ kind: 'report', title: 'Неправда', review_id })).data.id;
    const [earlier, later] = [await post(companyId, 'Сначала ругал'), await post(card.id, 'Потом ругал')];
    const ended = await report('neighbour', earlier);
    const waiting = await report('neighbour', later);
    const alone = await report('editor', earlier);
    await forget();
    await edit('moderator', { state: 'joined', join_to: companyId });
    assert.deepEqual(await keysOf('neighbour'), ['report_joined'], 'whose report ended is told');
    assert.deepEqual(await keysOf('editor'), []);
    const seen = await clients.neighbour.show_task({ task: ended });
    assert.equal(seen.data.status, 'cancelled');
    assert.deepEqual(
      seen.data.history.map(({ changes }) => changes.status),
      [['open', 'cancelled']],
    );
    for (const task of [waiting, alone]) {
      const { data } = await clients.moderator.show_task({ task });
      assert.deepEqual([data.status, data.report?.thing?.body], ['open', 'Потом ругал']);
      await clients.moderator.edit_task({ task, outcome: 'nothing', comment: 'Это мнение' });
    }
    await clients.resident.withdraw_review(of(companyId));
    await clients.moderator.edit_company({
      company: companyId,
      representatives: [{ account_id: village.accounts[registrant], state: 'ended' }],
    });
  });

  it('gives nobody a company by joining to it a double that nobody has checked', async () => {
    await edit('moderator', { state: 'joined', join_to: village.companyId });
    await assertRefused(
      village.clients[registrant].edit_company({ company: village.companyId, hours: 'моё' }),
      403,
    );
    const { data } = await village.clients.moderator.show_company({ company: village.companyId });
    const asking = data.representatives?.find(
      ({ account_id }) => account_id === village.accounts[registrant],
    );
    assert.equal(asking?.state, 'claimed');
  });

  it('tells the company where to come until the order ends, and only what was given', async () => {
    const { clients, companyId } = village;
    const order = await clients.resident.write_task({
      settlement: 'berezka',
      title: 'Почистить колодец',
      company_id: companyId,
      parcel_id: village.plots.resident,
      directions: 'Вторые ворота, звонить 8 900 000-00-00',
    });
    const task = order.data.id;
    const seen = await clients.company.show_task({ task });
    assert.equal(seen.data.place?.directions, 'Вторые ворота, звонить 8 900 000-00-00');
    assert.notEqual(seen.data.parcel_number, null);
    const listed = async () =>
      (await clients.company.list_tasks({ settlement: 'berezka', parcel_id: seen.data.parcel_number ?? '' }))
        .tasks.length;
    await clients.company.edit_task({ task, status: 'cancelled' });
    const after = await clients.company.show_task({ task });
    assert.deepEqual(
      [after.data.place, after.data.parcel_id, after.data.parcel_number, after.data.object_id],
      [null, null, null, null],
    );
    const { tasks } = await clients.company.list_tasks({});
    assert.equal(tasks.find(({ id }) => id === task)?.parcel_number, null);
    assert.equal(await listed(), 0, 'asking for the plot does not tell it either');
    const own = await clients.resident.show_task({ task });
    assert.equal(own.data.place?.directions, 'Вторые ворота, звонить 8 900 000-00-00');
    await assertRefused(
      clients.resident.write_task({
        settlement: 'berezka',
        title: 'Правлению',
        directions: 'налево',
      } as never),
      422,
      'directions',
    );
  });
});
