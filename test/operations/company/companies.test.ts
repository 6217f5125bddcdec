import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { makeInn } from './make-inn.ts';

describe('companies', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  it('registers a new, unverified company with the registrar as its representative', async () => {
    const { data } = await village.clients.newcomer.register_company({
      inn: makeInn(1),
      name: 'ООО «Септик и сын»',
      trades: ['Септики', 'септики', 'Дренаж'],
      phones: ['8 495 123-45-67'],
      site: 'https://septik.example',
      tags: ['вода'],
    });
    assert.equal(data.slug, 'ooo-septik-i-syn');
    assert.deepEqual([data.is_verified, data.representation, data.rating], [false, 'confirmed', 0]);
    assert.deepEqual(
      [data.trades, data.phones, data.tags],
      [['септики', 'дренаж'], ['+74951234567'], ['вода']],
    );
    assert.equal(data.representatives?.[0]?.account_id, village.accounts.newcomer);
    const shown = await village.anonymous.show_company({ company: data.slug });
    assert.equal(shown.data.id, data.id);
    assert.equal('representatives' in shown.data, false, 'who speaks for it is not for strangers');
    const again = await village.clients.newcomer.register_company({ inn: makeInn(1), name: 'Другое имя' });
    assert.deepEqual(again.data, data, 'repeating changes nothing');
  });

  it('lets later accounts only claim it, until a moderator decides', async () => {
    const claim = await village.clients.outsider.register_company({ inn: '7707083893', name: 'Захват' });
    assert.deepEqual([claim.data.id, claim.data.representation], [village.companyId, 'claimed']);
    assert.equal(claim.data.name, 'Колодцы и скважины', 'the card stays as it is');
    const edit = () => village.clients.outsider.edit_company({ company: village.companyId, hours: 'всегда' });
    await assertRefused(edit(), 403);
    const { data } = await village.clients.moderator.show_company({ company: village.companyId });
    assert.deepEqual(
      data.representatives?.map((one) => [one.account_id, one.state]),
      [
        [village.accounts.company, 'confirmed'],
        [village.accounts.outsider, 'claimed'],
      ],
    );
    const decide = (client: Village['clients']['moderator'], state: 'confirmed' | 'ended') =>
      client.edit_company({
        company: village.companyId,
        representatives: [{ account_id: village.accounts.outsider, state }],
      });
    await assertRefused(decide(village.clients.resident, 'confirmed'), 403);
    await decide(village.clients.moderator, 'confirmed');
    assert.equal((await edit()).data.hours, 'всегда');
    await decide(village.clients.moderator, 'ended');
    await assertRefused(edit(), 403);
    const back = await village.clients.outsider.register_company({ inn: '7707083893', name: 'х' });
    assert.equal(back.data.representation, 'claimed');
    await decide(village.clients.moderator, 'ended');
    await assertRefused(
      village.clients.moderator.edit_company({
        company: village.companyId,
        representatives: [{ account_id: village.accounts.neighbour, state: 'confirmed' }],
      }),
      422,
      'representatives.0.account_id',
    );
  });

  it('creates one company of concurrent registrations, with one representative', async () => {
    const callers = [
      village.clients.resident,
      village.clients.neighbour,
      village.clients.newcomer,
      village.clients.outsider,
    ];
    const replies = await Promise.all(
      callers.map((client) => client.register_company({ inn: makeInn(2), name: 'Наперегонки' })),
    );
    assert.equal(new Set(replies.map(({ data }) => data.id)).size, 1);
    assert.deepEqual(replies.map(({ data }) => data.representation).sort(), [
      'claimed',
      'claimed',
      'claimed',
      'confirmed',
    ]);
  });

  it('refuses an invalid INN, and unknown fields', async () => {
    for (const inn of ['7707083894', '770708389', '77070838930', '500100732258', 'abc', '0000000000'])
      await assertRefused(village.clients.company.register_company({ inn, name: 'х' }), 422, 'inn');
    await assertRefused(
      village.clients.company.edit_company({ company: village.companyId, inn: '7707083893' } as never),
      422,
      'inn',
    );
    await assertRefused(village.clients.company.edit_company({ company: 'nobody' }), 404);
    await assertRefused(village.anonymous.show_company({ company: '1' }), 404);
    await assertRefused(village.anonymous.register_company({ inn: '7707083893', name: 'х' }), 401);
    await village.clients.newcomer.register_company({ inn: '500100732259', name: 'ИП Родников' });
  });

  it('is edited by its confirmed representatives and moderators; only moderators verify it', async () => {
    const { companyId: company, clients } = village;
    await clients.moderator.edit_company({ company, is_verified: false });
    for (const persona of ['resident', 'editor', 'newcomer'] as const)
      await assertRefused(clients[persona].edit_company({ company, name: 'х' }), 403);
    const { data } = await clients.company.edit_company({
      company,
      description: 'Роем с 1998 года',
      phones: [],
    });
    assert.deepEqual([data.description, data.name], ['Роем с 1998 года', 'Колодцы и скважины']);
    await assertRefused(clients.company.edit_company({ company, is_verified: true }), 403);
    await assertRefused(
      clients.company.edit_company({ company, settlements: ['berezka', 'sosny'] }),
      422,
      'settlements',
    );
    assert.equal(
      (await clients.moderator.edit_company({ company, is_verified: true })).data.is_verified,
      true,
    );
    const served = await clients.company.edit_company({
      company,
      settlements: [village.other.id, 'berezka', 'sosny'],
    });
    assert.deepEqual(
      served.data.settlements.map((one) => one.slug),
      ['berezka', 'sosny'],
    );
    await assertRefused(
      clients.company.edit_company({ company, settlements: ['berezka', 'nowhere'] }),
      422,
      'settlements.1',
    );
    assert.equal(
      (await clients.company.edit_company({ company, settlements: ['berezka'] })).data.settlements.length,
      1,
    );
  });

  it('lists newest first by trade, settlement, name and INN, in pages', async () => {
    const made: string[] = [];
    for (let index = 10; index < 15; index += 1) {
      const { data } = await village.clients.newcomer.register_company({
        inn: makeInn(index),
        name: `Кровля и Ко ${index}`,
        trades: ['кровля'],
      });
      made.push(data.id);
    }
    const ids = async (input: object) =>
      (await village.anonymous.list_companies(input)).companies.map((one) => one.id);
    assert.deepEqual(await ids({ trade: 'КРОВЛЯ' }), made.toReversed());
    assert.deepEqual(await ids({ q: 'кровля и ко 12' }), [made[2]]);
    assert.deepEqual(await ids({ q: makeInn(13) }), [made[3]]);
    assert.deepEqual(await ids({ settlement: 'berezka' }), [village.companyId]);
    assert.deepEqual(await ids({ settlement: 'berezka', trade: 'кровля' }), []);
    await assertRefused(village.anonymous.list_companies({ settlement: 'nowhere' }), 404);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { companies: { id: string }[]; cursor: string | null } =
        await village.anonymous.list_companies({
          trade: 'кровля',
          limit: 2,
          ...(cursor !== null && { cursor }),
        });
      walked.push(...page.companies.map((one) => one.id));
      cursor = page.cursor;
    } while (cursor !== null && walked.length < 10);
    assert.deepEqual(walked, made.toReversed());
  });

  it('refuses to overwrite values that changed since they were seen, and records changes', async () => {
    const { newcomer, moderator } = village.clients;
    const { data } = await newcomer.register_company({ inn: makeInn(901), name: 'Печи', hours: 'пн' });
    const company = data.id;
    await newcomer.edit_company({ company, hours: 'вт', seen: { hours: 'пн' } });
    await assertRefused(newcomer.edit_company({ company, hours: 'ср', seen: { hours: 'пн' } }), 422, 'hours');
    await newcomer.edit_company({ company, hours: 'вт', seen: { hours: 'пн' } });
    await newcomer.edit_company({ company, address: 'Клин', seen: { address: '' } });
    await moderator.edit_company({ company, is_verified: true });
    const rows = await service.db<{ action: string; account: string; before: object; after: object }[]>`
      select action, account_id as account, before, after from audit_entry
       where subject_type = 'company' and subject_id = ${company} order by id`;
    const { accounts } = village;
    assert.deepEqual(
      rows.map(({ action, account, after }) => [action, account, after]),
      [
        ['register_company', accounts.newcomer, { title: 'Печи', representation: 'confirmed', isNew: true }],
        ['edit_company', accounts.newcomer, { hours: 'вт' }],
        ['edit_company', accounts.newcomer, { address: 'Клин' }],
        ['edit_company', accounts.moderator, { is_verified: true, state: 'verified' }],
      ],
      'what changes nothing leaves none',
    );
    assert.deepEqual(rows[1]?.before, { title: 'Печи', hours: 'пн' });
  });

  it('are found by name, trade and words of the description, in other forms and misspelt', async () => {
    const { newcomer } = village.clients;
    const register = (number: number, name: string, trades: string[], description: string) =>
      newcomer.register_company({ inn: makeInn(number), name, trades, description });
    await register(71, 'ООО «Артезиан»', ['скважины'], 'Бурим и ремонтируем, приезжаем с прибором.');
    await register(72, 'ИП Муравьёв', ['кровля', 'водостоки'], 'Крыши.');
    const find = async (q: string) =>
      (await village.anonymous.list_companies({ q })).companies.map(({ name }) => name);
    for (const [q, name] of [
      ['артезиан', 'ООО «Артезиан»'],
      ['скважина', 'ООО «Артезиан»'],
      ['сквожина', 'ООО «Артезиан»'],
      ['приборы', 'ООО «Артезиан»'],
      ['водосток', 'ИП Муравьёв'],
    ] as const)
      assert.ok((await find(q)).includes(name), q);
    assert.deepEqual(await find('вертолёт'), []);
  });

  it('list their trades with counts on request', async () => {
    const { trades } = await village.anonymous.list_companies({ trades: true });
    const skvazhiny = trades?.find(({ trade }) => trade === 'скважины');
    assert.ok((skvazhiny?.companies ?? 0) >= 1);
    const here = await village.anonymous.list_companies({ trades: true, settlement: 'sosny' });
    assert.deepEqual(here.trades, []);
    assert.equal('trades' in (await village.anonymous.list_companies({})), false);
  });
});
