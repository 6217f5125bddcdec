import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Caller } from '../../src/domain/kernel/caller.ts';
import { type Me, readMemberships } from '../../src/entry/web/server/overview.ts';
import { findSettlement, isCompanyRepresentative } from '../../src/features/loaders/memberships.ts';
import { requireParcelInView } from '../../src/features/loaders/parcel-reference.ts';
import { setRepresentative } from '../../src/store/directory/company-representatives.ts';
import { insertMembership } from '../../src/store/land/residents.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, personas, type Village } from '../harness/village.ts';

describe('what a page knows of its user from the profile', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { accounts, plots, other } = village;
    const { db, newId } = service;
    const member = { role: 'owner', state: 'confirmed', isPrimary: false, decidedBy: null } as const;
    const join = (accountId: string, state: 'claimed' | 'confirmed') =>
      insertMembership(db, {
        ...member,
        id: newId(),
        accountId,
        parcelId: plots.free,
        state,
        now: new Date(),
      });
    await join(accounts.newcomer, 'claimed');
    await join(accounts.outsider, 'confirmed');
    await db`update membership set state = 'ended' where account_id = ${accounts.outsider} and parcel_id = ${plots.free}`;
    await insertSettlementRole(db, other.id, accounts.neighbour, 'staff', new Date());
  });

  async function callerWithMemberships(
    name: (typeof personas)[number],
  ): Promise<{ plain: Caller; known: Caller }> {
    const plain: Caller = {
      accountId: village.accounts[name],
      isModerator: name === 'moderator',
      scopes: new Set(),
      via: 'session',
    };
    const { data } = await village.clients[name].show_me({});
    return { plain, known: { ...plain, memberships: async () => readMemberships(data as Me) } };
  }

  it('is the role that the database says, for everybody in every settlement', async () => {
    const { settlement, other } = village;
    const roles = new Set<string>();
    for (const name of personas) {
      const { plain, known } = await callerWithMemberships(name);
      for (const reference of [settlement.id, settlement.slug, other.id, other.slug]) {
        const asked = await findSettlement(service.db, reference, plain);
        assert.deepEqual(await findSettlement(service.db, reference, known), asked, `${name}, ${reference}`);
        roles.add(JSON.stringify(asked?.settlementRole));
      }
    }
    assert.ok(roles.size >= 4, `nobody, a resident, the board and a tie without a role: ${[...roles]}`);
  });

  it('is the relation to every plot that the database says', async () => {
    const parcels = [...Object.values(village.plots), village.outsiderPlot];
    let own = 0;
    for (const name of personas) {
      const { plain, known } = await callerWithMemberships(name);
      for (const parcel of parcels) {
        const relation = async (caller: Caller) => {
          const { id, number, settlementId, isMember, isEditor } = await requireParcelInView(
            { db: service.db, caller: caller as never },
            parcel,
            'parcel',
          );
          return { id, number, settlementId, isMember, isEditor };
        };
        const asked = await relation(plain);
        assert.deepEqual(await relation(known), asked, `${name}, ${parcel}`);
        if (asked.isMember) own += 1;
      }
    }
    assert.ok(own >= 3, `members of plots were among them: ${own}`);
  });

  it('is whether the database says that they speak for a company', async () => {
    const { accounts, companyId } = village;
    await setRepresentative(service.db, companyId, accounts.resident, 'claimed', new Date());
    await setRepresentative(service.db, companyId, accounts.editor, 'ended', new Date());
    for (const name of personas) {
      const { plain, known } = await callerWithMemberships(name);
      const asked = await isCompanyRepresentative(service.db, companyId, plain);
      assert.equal(asked, name === 'company', name);
      assert.equal(await isCompanyRepresentative(service.db, companyId, known), asked, name);
    }
  });

  it('begins with the primary plot', async () => {
    const { accounts, plots, clients } = village;
    const { db, newId } = service;
    await insertMembership(db, {
      id: newId(),
      accountId: accounts.neighbour,
      parcelId: plots.empty,
      role: 'owner',
      state: 'confirmed',
      isPrimary: false,
      decidedBy: null,
      now: new Date(),
    });
    const first = async () => (await clients.neighbour.show_me({})).data.parcels[0]?.parcel_id;
    assert.equal(await first(), plots.neighbour);
    await db`update membership set is_primary = false where account_id = ${accounts.neighbour}`;
    await db`
      update membership set is_primary = true where account_id = ${accounts.neighbour} and parcel_id = ${plots.empty}`;
    assert.equal(await first(), plots.empty);
  });

  it('is nothing where the profile may be cut off', () => {
    const place = { settlement: '1', settlement_slug: 'a', settlement_name: 'A', time_zone: 'UTC' };
    const plot = { ...place, resident: '1', role: 'owner', state: 'confirmed', plot_number: '1' };
    const parcels = Array.from({ length: 500 }, (_, index) => ({ ...plot, parcel_id: String(index) }));
    const membershipsOf = (lists: object) =>
      readMemberships({ parcels: [], settlements: [], companies: [], ...lists } as unknown as Me);
    const unknown = { settlements: [], plots: [], companies: null };
    assert.deepEqual(membershipsOf({ parcels }), unknown);
    assert.deepEqual(membershipsOf({ companies: parcels }), unknown);
    assert.equal(membershipsOf({ parcels: parcels.slice(1) }).settlements.length, 1);
  });
});
