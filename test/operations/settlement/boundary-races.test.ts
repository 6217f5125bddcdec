import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertSettlementRole } from '../../../src/store/land/settlement-roles.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createParcelGrid, listMembers, ringAround } from './land-fixtures.ts';

describe('concurrent boundary changes', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    await createParcelGrid(service, [1, 5], [0, 9]);
  });

  it('apply two boundaries of one settlement one after the other', async () => {
    const settlement = village.settlement.slug;
    const [west, east] = [ringAround([1, 5], [0, 4]), ringAround([1, 5], [3, 9])];
    const replies = await Promise.all(
      [west, east, west, east].map((ring) =>
        village.clients.editor.set_settlement_boundary({ settlement, ring }),
      ),
    );
    assert.equal(replies.length, 4);
    const { data } = await village.anonymous.show_settlement({ settlement });
    const inForce = JSON.stringify(data.boundary?.ring) === JSON.stringify(west) ? [0, 4] : [3, 9];
    const members = (await listMembers(service, village.settlement.id)).filter((number) =>
      number.includes('-'),
    );
    const columns = [...new Set(members.map((number) => Number(number.split('-')[1])))].sort();
    assert.deepEqual([columns[0], columns.at(-1)], inForce, 'the plots are those of the boundary in force');
    assert.equal(members.length, 5 * ((inForce[1] ?? 0) - (inForce[0] ?? 0) + 1));
    assert.equal(data.parcels_total, members.length + 2);
    const history = await service.db<{ linked: string[]; unlinked: string[] }[]>`
      select linked, unlinked from settlement_boundary order by id`;
    const held = new Set<string>();
    for (const { linked, unlinked } of history) {
      for (const id of linked) {
        assert.ok(!held.has(id), 'nothing is taken in that is there already');
        held.add(id);
      }
      for (const id of unlinked) held.delete(id);
    }
  });

  it('give land that two settlements claim to exactly one of them', async () => {
    await insertSettlementRole(service.db, village.other.id, village.accounts.editor, 'editor', new Date());
    await createParcelGrid(service, [50, 54], [0, 5]);
    const ring = ringAround([50, 54], [0, 5]);
    const tall = ringAround([50, 100], [0, 5]);
    const results = await Promise.allSettled([
      village.clients.editor.set_settlement_boundary({ settlement: village.settlement.id, ring }),
      village.clients.editor.set_settlement_boundary({ settlement: village.other.id, ring: tall }),
    ]);
    const owners = await service.db<{ owner: string | null; n: number }[]>`
      select settlement_id as owner, count(*)::int as n from parcel where number like '5_-%' group by 1`;
    assert.equal(
      owners.reduce((sum, { n }) => sum + n, 0),
      30,
    );
    const refusals = results.filter((result) => result.status === 'rejected').length;
    assert.ok(refusals <= 1, 'whoever comes second finds nothing left, or takes the rest');
    for (const { owner, n } of owners) {
      const [row] = await service.db<
        { total: number }[]
      >`select parcels_total as total from settlement where id = ${owner}`;
      const [real] = await service.db<
        { n: number }[]
      >`select count(*)::int as n from parcel where settlement_id = ${owner}`;
      assert.equal(row?.total, real?.n, `the count is right where ${n} went`);
    }
  });

  it('do not block other requests while ten thousand parcels are shaped', async () => {
    await createParcelGrid(service, [200, 299], [0, 99]);
    let done = false;
    const shaping = village.clients.editor
      .shape_settlement_boundary({
        settlement: village.other.id,
        ring: ringAround([200, 299], [0, 99]),
        snap: true,
      })
      .finally(() => {
        done = true;
      });
    let answered = 0;
    while (!done && answered < 5000) {
      await village.anonymous.list_settlements({});
      if (!done) answered += 1;
    }
    const { data } = await shaping;
    assert.ok(data.ring.length >= 4);
    assert.ok(answered >= 10, `only ${answered} others were answered meanwhile`);
  });

  it('stop shaping when the client disconnects', async () => {
    const gone = new AbortController();
    const shaping = village.clients.editor.shape_settlement_boundary(
      // A new line: a cached outline would come before the abort.
      { settlement: village.other.id, ring: ringAround([200, 298], [0, 99]), snap: true },
      { signal: gone.signal },
    );
    setTimeout(() => gone.abort(), 30);
    await assert.rejects(shaping, { name: 'AbortError' });
    const { data } = await village.clients.editor.shape_settlement_boundary({
      settlement: village.settlement.id,
      ring: ringAround([1, 2], [0, 2]),
    });
    assert.equal(data.ring.length, 4);
  });
});
