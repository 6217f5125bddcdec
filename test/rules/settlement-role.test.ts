import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  mayActAsResident,
  mayEditSettlement,
  mayReadAsBoard,
  maySee,
  noSettlementRole,
  type SettlementRole,
  visibilities,
  wasNarrowed,
} from '../../src/domain/rules/settlement-role.ts';

const roles: Readonly<Record<string, SettlementRole>> = {
  stranger: noSettlementRole,
  related: { ...noSettlementRole, isRelated: true },
  resident: { ...noSettlementRole, isRelated: true, isResident: true },
  auditor: { ...noSettlementRole, isRelated: true, readsAsBoard: true },
  editor: { ...noSettlementRole, isRelated: true, readsAsBoard: true, isEditor: true },
};
const whoMay = (may: (role: SettlementRole) => unknown) =>
  Object.keys(roles).filter((name) => may(roles[name] as SettlementRole) === true);

describe('a role in a settlement', () => {
  it('lets the auditor read what the board reads, and decide nothing', () => {
    assert.deepEqual(whoMay(mayReadAsBoard), ['auditor', 'editor']);
    assert.deepEqual(whoMay(mayEditSettlement), ['editor']);
    assert.deepEqual(whoMay(mayActAsResident), ['resident']);
  });

  it('shows what is private to its author and the board alone', () => {
    const seen = (visibility: (typeof visibilities)[number]) =>
      whoMay((role) => maySee(role, visibility, false));
    assert.deepEqual(seen('private'), ['editor']);
    assert.deepEqual(seen('residents'), ['resident', 'auditor', 'editor']);
    assert.deepEqual(seen('settlement'), ['related', 'resident', 'auditor', 'editor']);
    assert.deepEqual(seen('public'), Object.keys(roles));
    for (const visibility of visibilities) assert.equal(maySee(noSettlementRole, visibility, true), true);
  });

  it('lets an address given for a wider circle end where something was narrowed', () => {
    assert.equal(wasNarrowed({ visibility: 'residents' }, { visibility: 'public' }), true);
    assert.equal(wasNarrowed({ visibility: 'public' }, { visibility: 'public' }), false);
    assert.equal(wasNarrowed({ visibility: 'public' }, { visibility: 'residents' }), false);
    assert.equal(wasNarrowed({ visibility: 'private' }, {}), false);
    assert.equal(wasNarrowed({ visibility: 'private' }, undefined), false);
  });
});
