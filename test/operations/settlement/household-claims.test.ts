import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';

const settlement = 'berezka';

describe('claims to a plot that has an owner', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const claim = async (who: Persona, role: 'owner' | 'family' | 'tenant') =>
    (await village.clients[who].request_residency({ settlement, parcel: '1', role, note: 'Это я' })).data.id;

  const toldOf = async (who: Persona) => {
    const { notifications } = await village.clients[who].list_notifications({});
    return notifications.flatMap(({ key, url }) =>
      key === 'notifications.residency_asked' ? [new URL(url, 'http://x').pathname] : [],
    );
  };

  it('notify its owners of each while it waits, and nobody else', async () => {
    const { newcomer, outsider, company, neighbour } = village.clients;
    const page = `/plots/${village.plots.neighbour}/invite`;
    const claims = [
      await newcomer.request_residency({ settlement, parcel: '2', role: 'family' }),
      await outsider.request_residency({ settlement, parcel: '2', role: 'tenant' }),
      // Claims of ownership are decided by the board, and a plot without an owner has nobody to notify.
      await company.request_residency({ settlement, parcel: '2', role: 'owner' }),
      await company.request_residency({ settlement, parcel: '3', role: 'family' }),
    ];
    assert.deepEqual(await toldOf('neighbour'), [page, page]);
    assert.equal((await neighbour.list_notifications({})).unread, 2);
    for (const other of ['resident', 'newcomer', 'outsider', 'company', 'editor', 'moderator'] as const)
      assert.deepEqual(await toldOf(other), [], other);
    for (const [place, client] of [newcomer, outsider, company, company].entries())
      await client.remove_resident({ settlement, resident: claims[place]?.data.id ?? '' });
    assert.equal((await neighbour.list_notifications({})).unread, 0, 'none waits');
    await newcomer.request_residency({ settlement, parcel: '2', role: 'family' });
    assert.equal((await neighbour.list_notifications({})).unread, 1, 'told again');
  });

  it('of family and tenants are visible to and confirmed by its owners, not by others', async () => {
    const { resident, neighbour, newcomer, editor } = village.clients;
    const id = await claim('newcomer', 'family');
    for (const client of [neighbour, newcomer, village.clients.moderator]) {
      await assertRefused(client.list_residents({ settlement, parcel: '1' }), 403);
      await assertRefused(client.confirm_resident({ settlement, resident: id }), 403);
    }
    await assertRefused(resident.list_residents({ settlement }), 403);
    await assertRefused(resident.list_residents({ settlement, parcel: '2' }), 403);
    const { residents } = await resident.list_residents({ settlement, parcel: '1' });
    assert.deepEqual(
      residents.map((one) => [one.id, one.account.name, one.account.email, one.role]),
      [[id, 'Newcomer Ivanova', '', 'family']],
    );
    assert.deepEqual(
      (await resident.list_residents({ settlement, parcel: '1', state: 'confirmed' })).residents.map(
        (one) => one.id,
      ),
      [id],
      'never those who live there',
    );
    await assertRefused(resident.confirm_resident({ settlement, resident: id, role: 'owner' }), 403);
    const { data } = await resident.confirm_resident({ settlement, resident: id, role: 'tenant' });
    assert.deepEqual(
      [data.state, data.role, data.decided_by],
      ['confirmed', 'tenant', village.accounts.resident],
    );
    await assertRefused(resident.confirm_resident({ settlement, resident: id, role: 'family' }), 403);
    const [decision] = await service.db<{ account: string; after: object }[]>`
      select account_id as account, after from audit_entry where subject_id = ${id}`;
    assert.deepEqual(decision, {
      account: village.accounts.resident,
      after: { role: 'tenant', state: 'confirmed' },
    });
    await assertRefused(newcomer.list_residents({ settlement, parcel: '1' }), 403);
    assert.equal((await editor.list_residents({ settlement, parcel: '1' })).residents.length, 2);
  });

  it('of ownership wait for the board, and a former owner decides nothing', async () => {
    const { resident, editor } = village.clients;
    const owner = await claim('outsider', 'owner');
    assert.deepEqual((await resident.list_residents({ settlement, parcel: '1' })).residents, []);
    await assertRefused(resident.confirm_resident({ settlement, resident: owner }), 403);
    await assertRefused(resident.confirm_resident({ settlement, resident: owner, role: 'family' }), 403);
    const family = await claim('company', 'family');
    await service.db`
      update membership set state = 'ended', is_primary = false where account_id = ${village.accounts.resident}`;
    const before = (await toldOf('resident')).length;
    await claim('neighbour', 'tenant');
    assert.equal((await toldOf('resident')).length, before, 'nor is told of anything');
    await assertRefused(resident.list_residents({ settlement, parcel: '1' }), 403);
    await assertRefused(resident.confirm_resident({ settlement, resident: family }), 403);
    assert.equal((await editor.confirm_resident({ settlement, resident: owner })).data.role, 'owner');
  });
});
