import assert from 'node:assert/strict';
import { it } from 'node:test';
import { auditKindNames, boardAuditKinds, platformAuditKinds } from '../../src/domain/rules/audit-kinds.ts';

it('boards and moderators choose from their own kinds of audit rows, both from reports', () => {
  const shared = boardAuditKinds.filter((kind) => (platformAuditKinds as readonly string[]).includes(kind));
  assert.deepEqual(shared, ['reports']);
  assert.deepEqual(new Set([...boardAuditKinds, ...platformAuditKinds]), new Set(auditKindNames));
});
