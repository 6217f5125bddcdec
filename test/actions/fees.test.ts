import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { import_fees } from '../../src/features/actions/import_fees.ts';
import { list_fee_tables } from '../../src/features/actions/list_fee_tables.ts';
import { list_own_fees } from '../../src/features/actions/list_own_fees.ts';
import { share_fees } from '../../src/features/actions/share_fees.ts';
import { show_fee_rights } from '../../src/features/actions/show_fee_rights.ts';
import { take_back_fees } from '../../src/features/actions/take_back_fees.ts';
import { insertMembership } from '../../src/store/land/residents.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../harness/village.ts';

const csv = `Ведомость за 2026 год;;;;
№ участка;Начислено;Оплачено;Остаток;Примечание
1;"12 000,50";2000;10000,5;просил отсрочку
2;12000;12000;0;=HYPERLINK("x")
77;12000;0;12000;
3;двенадцать;0;0;
;1;1;1;итого`;

describe('a treasurer’s table of fees', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  const as = (who: Persona) => village.accounts[who];
  const take = (input: object, who: Persona = 'editor') =>
    runActionAs(service, as(who), import_fees, { settlement, period: 'Взнос 2026', csv, ...input });
  const tables = (table?: string, who: Persona = 'editor') =>
    runActionAs(service, as(who), list_fee_tables, { settlement, ...(table && { table }) });
  const own = (who: Persona, parcel: string) => runActionAs(service, as(who), list_own_fees, { parcel });
  const apply = async (input: object = {}) => {
    const { mark } = await take(input);
    return take({ ...input, tried: mark });
  };
  const join = (who: Persona, parcelId: string, role: 'owner' | 'family' | 'tenant', now = new Date()) =>
    insertMembership(service.db, {
      id: service.newId(),
      accountId: as(who),
      parcelId,
      role,
      state: 'confirmed',
      isPrimary: true,
      decidedBy: as('editor'),
      now,
    });

  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
    await join('company', village.plots.resident, 'family');
    await join('moderator', village.plots.resident, 'tenant');
  });

  it('is for the board alone', async () => {
    for (const who of personas.filter((one) => one !== 'editor')) {
      assert.equal(await refusalKindOf(take({}, who)), 'forbidden', who);
      assert.equal(await refusalKindOf(tables(undefined, who)), 'forbidden', who);
    }
  });

  it('is tried first, with what its columns mean and what cannot be matched, and nothing is written', async () => {
    const trial = await take({});
    assert.deepEqual(trial.places, { plot: 0, asked: 1, paid: 2, remaining: 3, note: 4 });
    assert.deepEqual(trial.totals, { asked: 24_000.5, paid: 14_000, remaining: 10_000.5, plots: 2 });
    assert.deepEqual(
      trial.rows.map(({ line, plot, fault }) => [line, plot, fault?.en ?? '']),
      [
        [3, '1', ''],
        [4, '2', ''],
        [5, '77', 'There is no such plot here.'],
        [6, '3', 'This is not an amount.'],
        [7, '', 'No plot is given.'],
      ],
    );
    assert.equal((await tables()).tables.length, 0);
    const corrected = await take({ columns: { ...trial.places, paid: -1 } });
    assert.equal(corrected.totals.paid, 0);
    // The table that goes along in the form is read as the first one was.
    const again = await take({ csv: trial.csv });
    assert.deepEqual(again.rows, trial.rows);
  });

  it('is taken in as it was shown, or shown again where something has changed', async () => {
    assert.equal((await take({ tried: 'something else' })).isApplied, false);
    assert.equal((await tables()).tables.length, 0);
    assert.equal((await apply()).isApplied, true);
    const [table] = (await tables()).tables;
    assert.deepEqual(
      [table?.asked, table?.paid, table?.remaining, table?.plots, table?.rowsWithoutPlot, table?.state],
      [24_000.5, 14_000, 10_000.5, 2, 3, 'standing'],
    );
    assert.deepEqual(
      (await tables(table?.id)).lines.map(({ plotNumber, remaining }) => [plotNumber, remaining]),
      [
        ['1', 10_000.5],
        ['2', 0],
      ],
    );
  });

  it('shows each household its own line, to owners and family, and nobody else', async () => {
    const { resident, neighbour } = village.plots;
    const line = { period: 'Взнос 2026', asked: 12_000.5, paid: 2000, remaining: 10_000.5 };
    for (const who of ['resident', 'company'] as const) {
      const [{ period, asked, paid, remaining } = {}] = await own(who, resident);
      assert.deepEqual({ period, asked, paid, remaining }, line, who);
    }
    for (const who of personas.filter((one) => one !== 'resident' && one !== 'company'))
      assert.deepEqual(await own(who, resident), [], who);
    assert.deepEqual(await own('resident', neighbour), []);
    assert.equal((await own('neighbour', neighbour)).length, 1);
  });

  it('is seen by tenants while an owner of the plot lets them, and for their own time', async () => {
    const { resident: plot } = village.plots;
    const share = (who: Persona, for_tenants: boolean) =>
      runActionAs(service, as(who), share_fees, { parcel: plot, for_tenants });
    const rights = (who: Persona) => runActionAs(service, as(who), show_fee_rights, { parcel: plot });
    for (const who of ['company', 'moderator'] as const)
      assert.equal(await refusalKindOf(share(who, true)), 'forbidden', `${who}, family or a tenant`);
    for (const who of ['neighbour', 'editor', 'newcomer', 'outsider'] as const)
      for (const ask of [() => share(who, true), () => rights(who)])
        assert.equal(await refusalKindOf(ask()), 'not_found', who);
    assert.deepEqual(await rights('moderator'), { isOwner: false, mayRead: false, forTenants: false });
    await share('resident', true);
    assert.equal((await own('moderator', plot)).length, 1);
    for (const who of ['neighbour', 'editor', 'newcomer', 'outsider'] as const)
      assert.deepEqual(await own(who, plot), [], who);
    // What was taken in before they came stays with those who were there.
    await service.db`update membership set decided_at = now() + interval '1 minute' where account_id = ${as('moderator')}`;
    assert.deepEqual(await own('moderator', plot), []);
    await service.db`update membership set decided_at = now() - interval '1 hour' where account_id = ${as('moderator')}`;
    assert.equal((await own('moderator', plot)).length, 1);
    await share('resident', false);
    assert.deepEqual(await own('moderator', plot), []);
    // It ends with the owner who let them.
    await share('resident', true);
    await service.db`update membership set state = 'ended' where account_id = ${as('resident')} and parcel_id = ${plot}`;
    assert.deepEqual(await own('moderator', plot), []);
    await service.db`update membership set state = 'confirmed' where account_id = ${as('resident')} and parcel_id = ${plot}`;
    await share('resident', false);
  });

  it('is not seen by who came later, nor by who has left', async () => {
    await join('newcomer', village.plots.neighbour, 'owner', new Date(Date.now() + 60_000));
    assert.deepEqual(await own('newcomer', village.plots.neighbour), []);
    await service.db`update membership set state = 'ended' where account_id = ${as('neighbour')}`;
    assert.deepEqual(await own('neighbour', village.plots.neighbour), []);
  });

  it('replaces the table of its period, which stands again when it is taken back', async () => {
    const { resident } = village.plots;
    await apply({ csv: csv.replace('10000,5', '3000') });
    assert.deepEqual(
      (await own('resident', resident)).map(({ remaining }) => remaining),
      [3000],
    );
    const { tables: two } = await tables();
    assert.deepEqual(
      two.map(({ state }) => state),
      ['standing', 'replaced'],
    );
    const undo = (table: string | undefined, who: Persona = 'editor') =>
      runActionAs(service, as(who), take_back_fees, { settlement, table });
    assert.equal(await refusalKindOf(undo(two[0]?.id, 'resident')), 'forbidden');
    assert.deepEqual(await undo(two[0]?.id), { period: 'Взнос 2026', isRestored: true });
    assert.equal(await refusalKindOf(undo(two[0]?.id)), 'invalid');
    assert.deepEqual(
      (await own('resident', resident)).map(({ remaining }) => remaining),
      [10_000.5],
    );
    const foreign = runActionAs(service, as('editor'), take_back_fees, {
      settlement: village.other.slug,
      table: two[1]?.id,
    });
    assert.equal(await refusalKindOf(foreign), 'forbidden');
  });
});
