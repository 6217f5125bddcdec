import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('a decision of the board', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
  });
  const claim = async () =>
    (await village.clients.newcomer.request_residency({ settlement, parcel: '3' })).data.id;

  it('about a resident is refused when the state changed since it was seen (seen_state)', async () => {
    const { editor } = village.clients;
    const resident = await claim();
    await assertRefused(
      editor.confirm_resident({ settlement, resident, seen_state: 'ended' }),
      422,
      'seen_state',
    );
    await editor.confirm_resident({ settlement, resident, seen_state: 'claimed' });
    const late = { settlement, resident, seen_state: 'claimed' } as const;
    await assertRefused(editor.confirm_resident({ ...late, role: 'tenant' }), 422, 'seen_state');
    await assertRefused(editor.remove_resident({ ...late, reason: 'Нет' }), 422, 'seen_state');
    const { residents } = await editor.list_residents({ settlement, resident });
    assert.deepEqual(
      residents.map(({ id, state, role }) => [id, state, role]),
      [[resident, 'confirmed', 'owner']],
    );
    await editor.remove_resident({ settlement, resident, seen_state: 'confirmed', reason: 'Съехала' });
  });

  it('counts once when refused and confirmed concurrently', async () => {
    const { editor } = village.clients;
    for (let turn = 0; turn < 3; turn += 1) {
      const resident = await claim();
      const asked = { settlement, resident, seen_state: 'claimed' } as const;
      const [confirmed, ended] = await Promise.allSettled([
        editor.confirm_resident(asked),
        editor.remove_resident({ ...asked, reason: 'Нет' }),
      ]);
      assert.notEqual(confirmed.status, ended.status);
      const [row] = (await editor.list_residents({ settlement, resident })).residents;
      assert.equal(row?.state, confirmed.status === 'fulfilled' ? 'confirmed' : 'ended');
      if (row?.state === 'confirmed')
        await editor.remove_resident({ settlement, resident, reason: 'Съехала' });
    }
  });

  it('finds a single claim and correction by identifier, only in its own settlement', async () => {
    const { editor, resident: neighbour } = village.clients;
    const resident = await claim();
    const { data: contact } = await editor.write_contact({ settlement, name: 'Охрана', category: 'board' });
    const propose = async (hours: string) =>
      (
        await neighbour.propose_change({
          settlement,
          subject_type: 'contact',
          subject_id: contact.id,
          proposed: { hours },
        })
      ).data.id;
    const [first, second] = [await propose('пн'), await propose('вт')];
    const found = await editor.list_change_proposals({ settlement, proposal: first });
    assert.deepEqual(
      found.proposals.map(({ id }) => id),
      [first],
    );
    assert.equal(found.open, 2);
    await editor.reject_change_proposal({ settlement, proposal: second, reason: 'Нет' });
    assert.deepEqual((await editor.list_change_proposals({ settlement, proposal: second })).proposals, []);
    const decided = await editor.list_change_proposals({ settlement, proposal: second, open: false });
    assert.equal(decided.proposals[0]?.status, 'refused');
    assert.deepEqual((await editor.list_residents({ settlement, resident: second })).residents, []);
    await assertRefused(neighbour.list_residents({ settlement, resident }), 403);
    await assertRefused(editor.list_residents({ settlement: village.other.slug, resident }), 403);
  });
});
