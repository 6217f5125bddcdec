import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { importPeople } from '../../../src/features/land-import/people-import.ts';
import { parsePeopleList } from '../../../src/features/land-import/people-list-parser.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, personas, type Village } from '../../harness/village.ts';
import { createParcelGrid, ringAround } from './land-fixtures.ts';

describe('residents', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
  });
  const claim = (persona: (typeof personas)[number], input: object) =>
    village.clients[persona].request_residency({ settlement, ...input } as never);
  const importList = async (csv: string, refusals: string[] = []) =>
    importPeople(
      { ...service.app.kernelDependencies, pool: service.pool },
      village.settlement.id,
      parsePeopleList(csv).lines,
      (row, reason) => refusals.push(`${row} ${reason.en}`),
    );

  it('accepts a claim by plot number in any spelling, and repeats it idempotently', async () => {
    const { data } = await claim('newcomer', { parcel: '12 а', note: 'Купила весной', role: 'family' });
    assert.equal(data.state, 'claimed');
    assert.deepEqual(data.parcel, { id: village.plots.empty, number: '12А' });
    assert.deepEqual([data.role, data.is_primary, data.note], ['family', false, 'Купила весной']);
    const again = await claim('newcomer', { parcel: village.plots.empty });
    assert.deepEqual(again.data, data);
    const { data: me } = await village.clients.newcomer.show_me({});
    assert.deepEqual(
      me.parcels.map(({ plot_number, state }) => [plot_number, state]),
      [['12А', 'claimed']],
    );
    assert.equal(me.parcels[0]?.resident, data.id, 'what remove_resident takes');
  });

  it('refuses unknown plots, plots where the person is confirmed, and too many claims', async () => {
    await assertRefused(claim('newcomer', { parcel: '77' }), 422, 'parcel');
    await assertRefused(claim('newcomer', { parcel: village.outsiderPlot }), 422, 'parcel');
    await assertRefused(claim('newcomer', {}), 422, 'parcel');
    await assertRefused(claim('newcomer', { parcel: '3', role: 'king' }), 422, 'role');
    await assertRefused(claim('newcomer', { parcel: '3', note: 'x'.repeat(1001) }), 422, 'note');
    await assertRefused(claim('resident', { parcel: '1' }), 422, 'parcel');
    await assertRefused(
      village.clients.newcomer.request_residency({ settlement: 'nowhere', parcel: '1' }),
      404,
    );
    await assertRefused(village.anonymous.request_residency({ settlement, parcel: '1' }), 401);
    await createParcelGrid(service, [30, 30], [0, 11], village.settlement.id);
    for (let column = 0; column < 10; column += 1) await claim('company', { parcel: `30-${column}` });
    await assertRefused(claim('company', { parcel: '30-10' }), 422, 'parcel');
  });

  it('shows the register to the board only, and only with mcp:private', async () => {
    for (const persona of personas) {
      const call = village.clients[persona].list_residents({ settlement });
      if (persona === 'editor') assert.ok((await call).residents.length > 3);
      else await assertRefused(call, 403);
    }
    const reader = await service.as(village.accounts.editor, ['mcp:read', 'mcp:write']);
    const error = await assertRefused(reader.list_residents({ settlement }), 403);
    assert.match(error.body.message, /mcp:private/);
    await assertRefused(village.anonymous.list_residents({ settlement }), 401);
    await assertRefused(village.clients.editor.list_residents({ settlement: village.other.slug }), 403);
  });

  it('filters by state, plot and words, and pages completely', async () => {
    const ask = async (input: object) =>
      (await village.clients.editor.list_residents({ settlement, ...input })).residents;
    assert.deepEqual(
      (await ask({ state: 'claimed', q: 'newcomer' })).map(({ account, parcel }) => [
        account.name,
        parcel.number,
      ]),
      [['Newcomer Ivanova', '12А']],
    );
    assert.deepEqual((await ask({ parcel: '1' }))[0]?.account.email, 'resident@example.org');
    assert.deepEqual((await ask({ q: '%' })).length, 0);
    const all = (await ask({ limit: 100 })).map(({ id }) => id);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { residents: { id: string }[]; cursor: string | null } =
        await village.clients.editor.list_residents({ settlement, limit: 4, ...(cursor && { cursor }) });
      walked.push(...page.residents.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== null && walked.length < 50);
    assert.deepEqual(walked, all);
    const first = await village.clients.editor.list_residents({ settlement, limit: 4 });
    await assertRefused(
      village.clients.editor.list_residents({ settlement, state: 'claimed', cursor: first.cursor as string }),
      422,
      'cursor',
    );
  });

  it('lets only the board confirm; the first confirmed plot becomes primary', async () => {
    const { data: waiting } = await claim('newcomer', { parcel: '12А' });
    const input = { settlement, resident: waiting.id };
    for (const persona of personas)
      if (persona !== 'editor') await assertRefused(village.clients[persona].confirm_resident(input), 403);
    await assertRefused(village.clients.editor.confirm_resident({ settlement, resident: '999' }), 404);
    const { data } = await village.clients.editor.confirm_resident({ ...input, role: 'owner' });
    assert.deepEqual(
      [data.state, data.role, data.is_primary, data.decided_by],
      ['confirmed', 'owner', true, village.accounts.editor],
    );
    const again = await village.clients.editor.confirm_resident({ ...input, role: 'tenant' });
    assert.deepEqual([again.data.role, again.data.decided_at], ['tenant', data.decided_at]);
    const { data: second } = await claim('newcomer', { parcel: '3' });
    const other = await village.clients.editor.confirm_resident({ settlement, resident: second.id });
    assert.equal(other.data.is_primary, false);
  });

  it('ends a membership with a reason and keeps it; the next plot becomes primary', async () => {
    const rows = (await village.clients.editor.list_residents({ settlement, q: 'newcomer' })).residents;
    const [second, first] = rows as [(typeof rows)[number], (typeof rows)[number]];
    const input = { settlement, resident: first.id };
    for (const persona of ['resident', 'neighbour', 'moderator', 'outsider', 'company'] as const)
      await assertRefused(village.clients[persona].remove_resident({ ...input, reason: 'x' }), 404);
    await assertRefused(village.clients.editor.remove_resident(input), 422, 'reason');
    await assertRefused(village.clients.editor.remove_resident({ ...input, reason: '  ' }), 422, 'reason');
    const { data } = await village.clients.editor.remove_resident({ ...input, reason: 'Участок продан' });
    assert.deepEqual([data.state, data.reason, data.is_primary], ['ended', 'Участок продан', false]);
    await assertRefused(village.clients.editor.remove_resident({ ...input, reason: 'x' }), 422, 'resident');
    await assertRefused(village.clients.editor.confirm_resident(input), 422, 'resident');
    const [mine] = (await village.clients.newcomer.list_my_parcels({})).data;
    assert.deepEqual([mine?.parcel_id, mine?.is_primary], [second.parcel.id, true]);
    const left = await village.clients.newcomer.remove_resident({ settlement, resident: second.id });
    assert.equal(left.data.state, 'ended');
    assert.deepEqual((await village.clients.newcomer.list_my_parcels({})).data, []);
    const { data: fresh } = await claim('newcomer', { parcel: '12А' });
    assert.equal(fresh.state, 'claimed', 'history does not stand in the way');
  });

  it('imports the list of the board and confirms matching claims', async () => {
    const refusals: string[] = [];
    const report = await importList(
      'Участок;ФИО;Почта;Роль\n12А;"Чижова; Мария";NEWCOMER@example.org;Арендатор\n3;Б;company@example.org;\n' +
        '99;В;c@example.org;\n3;Г;не адрес;\n3;Д;d@example.org;кот\n',
      refusals,
    );
    assert.deepEqual(report, { read: 5, listed: 2, refused: 3, confirmed: 1 });
    assert.deepEqual(
      refusals.map((line) => line.split(' ')[0]),
      ['4', '5', '6'],
    );
    const [mine] = (await village.clients.newcomer.list_my_parcels({})).data;
    assert.deepEqual([mine?.parcel_id, mine?.role], [village.plots.empty, 'tenant']);
    assert.deepEqual(await importList('plot,name,email\n12А,Ч,newcomer@example.org\n'), {
      read: 1,
      listed: 1,
      refused: 0,
      confirmed: 0,
    });
    await assert.rejects(importList('a,b\n1,2\n'), /must name the columns/);
  });

  it('confirms a later claim by the list, but not by an unverified email or after an end', async () => {
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.company} and state = 'claimed'`;
    await service.db`update account set email_confirmed_at = null where id = ${village.accounts.company}`;
    const { data: doubtful } = await claim('company', { parcel: '3' });
    assert.equal(doubtful.state, 'claimed');
    await village.clients.company.remove_resident({ settlement, resident: doubtful.id });
    await importList('plot,name,email\n3,Б,company@example.org\n');
    await service.db`update account set email_confirmed_at = now() where id = ${village.accounts.company}`;
    const { data } = await claim('company', { parcel: '3' });
    assert.deepEqual([data.state, data.decided_by, data.is_primary], ['confirmed', null, true]);
    await village.clients.editor.remove_resident({
      settlement,
      resident: data.id,
      reason: 'Ошибка в списке',
    });
    assert.equal((await claim('company', { parcel: '3' })).data.state, 'claimed', 'the list is struck');
  });

  it('creates one claim of concurrent ones, and one primary plot of two confirmations', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => claim('outsider', { parcel: '3' })));
    assert.equal(new Set(replies.map(({ data }) => data.id)).size, 1);
    const { data: other } = await claim('moderator', { parcel: '30-10' });
    const { data: further } = await claim('moderator', { parcel: '30-9' });
    await Promise.all(
      [other.id, further.id].map((resident) =>
        village.clients.editor.confirm_resident({ settlement, resident }),
      ),
    );
    const mine = (await village.clients.moderator.list_my_parcels({})).data;
    assert.deepEqual(mine.map(({ is_primary }) => is_primary).sort(), [false, true]);
  });

  it('keeps all claims when a boundary is set concurrently', async () => {
    const ring = ringAround([0, 0], [0, 1]);
    const plots = await createParcelGrid(service, [40, 40], [0, 9], village.settlement.id);
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.neighbour} and state = 'claimed'`;
    const claiming = Promise.allSettled(
      Object.keys(plots).map(async (parcel, index) => {
        await new Promise((done) => setTimeout(done, index * 8));
        const { data } = await claim('neighbour', { parcel });
        return village.clients.editor.confirm_resident({ settlement, resident: data.id });
      }),
    );
    const applying = Promise.all(
      Array.from({ length: 3 }, () => village.clients.editor.set_settlement_boundary({ settlement, ring })),
    );
    const [claims] = await Promise.all([claiming, applying]);
    for (const result of claims) {
      if (result.status === 'rejected') continue;
      const { id } = result.value.data;
      const [row] = await service.db<{ settlement: string | null }[]>`
        select p.settlement_id as settlement from membership m join parcel p on p.id = m.parcel_id where m.id = ${id}`;
      assert.equal(
        row?.settlement,
        village.settlement.id,
        'a confirmed resident keeps a plot of the settlement',
      );
    }
    const [lost] = await service.db<{ n: number }[]>`
      select count(*)::int as n from membership m join parcel p on p.id = m.parcel_id
       where m.state <> 'ended' and p.settlement_id is null`;
    assert.equal(lost?.n, 0);
  });
});
