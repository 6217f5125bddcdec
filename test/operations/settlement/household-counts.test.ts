import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { set_plot_kind } from '../../../src/features/actions/set_plot_kind.ts';
import { countHouseholds } from '../../../src/store/land/household-counts.ts';
import { runActionAs } from '../../harness/page-actions.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('households on the card of a settlement', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const show = async () =>
    (await village.clients.resident.show_settlement({ settlement: village.settlement.slug })).data.households;
  const countMarks = async () => {
    const [row] = await service.db<{ count: number }[]>`
      select count(*)::int as count from household_change where settlement_id = ${village.settlement.id}`;
    return row?.count;
  };
  const fold = async () => {
    while ((await service.pool.begin(countHouseholds)) > 0);
  };
  const pretend = (confirmed: number) => service.db`
    insert into household_count (settlement_id, confirmed, with_claims) values (${village.settlement.id}, ${confirmed}, ${confirmed})
    on conflict (settlement_id) do update set confirmed = excluded.confirmed, with_claims = excluded.with_claims`;

  /** The same before a change was counted and after. */
  const expectAfter = async (change: () => Promise<unknown>, confirmed: number, withClaims: number) => {
    await fold();
    await change();
    const expected = { confirmed, with_claims: withClaims };
    assert.deepEqual(await show(), expected);
    await fold();
    assert.equal(await countMarks(), 0);
    assert.deepEqual(await show(), expected);
  };

  it('are read from what was counted, until something changes', async () => {
    await expectAfter(async () => {}, 2, 2);
    await pretend(77);
    assert.deepEqual(await show(), { confirmed: 77, with_claims: 77 }, 'no plot was read');
    await service.db`update membership set decided_at = now() where parcel_id = ${village.plots.resident}`;
    assert.deepEqual(await show(), { confirmed: 77, with_claims: 77 }, 'nobody came or went');
    await service.db`update membership set state = 'ended' where parcel_id = ${village.plots.neighbour}`;
    assert.deepEqual(await show(), { confirmed: 1, with_claims: 1 });
    await service.db`update membership set state = 'confirmed' where parcel_id = ${village.plots.neighbour}`;
    await fold();
    assert.deepEqual(await show(), { confirmed: 2, with_claims: 2 });
  });

  it('follow claims, kinds of plots, and plots that leave or are removed', async () => {
    const claim = (state: string) => service.db`
      insert into membership (id, account_id, parcel_id, role, state, created_at, decided_at)
      values (${service.newId()}, ${village.accounts.newcomer}, ${village.plots.free}, 'owner', ${state}, now(),
              ${state === 'claimed' ? null : new Date()})`;
    await expectAfter(() => claim('claimed'), 2, 3);
    const confirm = () =>
      service.db`update membership set state = 'confirmed', decided_at = now() where parcel_id = ${village.plots.free}`;
    await expectAfter(confirm, 3, 3);
    const setKind = (kind: string) =>
      runActionAs(service, village.accounts.editor, set_plot_kind, {
        settlement: village.settlement.slug,
        parcel: village.plots.free,
        kind,
      });
    await expectAfter(() => setKind('road'), 2, 2);
    await expectAfter(() => setKind('dwelling'), 3, 3);
    const move = (settlementId: string | null) =>
      service.db`update parcel set settlement_id = ${settlementId} where id = ${village.plots.free}`;
    await expectAfter(() => move(null), 2, 2);
    await expectAfter(() => move(village.settlement.id), 3, 3);
    await expectAfter(() => service.db`delete from membership where parcel_id = ${village.plots.free}`, 2, 2);
  });

  it('miss no change that is committed while they are counted', async () => {
    await fold();
    const other = await service.pool.reserve();
    await other`begin`;
    await other`update membership set state = 'ended' where parcel_id = ${village.plots.neighbour}`;
    await service.db`insert into household_change (settlement_id) values (${village.settlement.id})`;
    await fold();
    assert.deepEqual(await show(), { confirmed: 2, with_claims: 2 });
    await other`commit`;
    other.release();
    assert.deepEqual(await show(), { confirmed: 1, with_claims: 1 });
    await fold();
    assert.deepEqual(await show(), { confirmed: 1, with_claims: 1 });
  });

  it('are counted for a settlement that is gone by then without a failure', async () => {
    await service.db`insert into household_change (settlement_id) values (1)`;
    await fold();
    const [left] = await service.db`select 1 from household_change`;
    assert.equal(left, undefined);
  });
});
