import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { listAudit, recordDecision } from '../../../src/store/system/audit.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('audit log', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const ofBoard = () =>
    listAudit(service.db, { kind: 'board', settlementId: village.settlement.id }, { limit: 100 });

  it('records decisions of a board with account, action, subject, before and after', async () => {
    const settlement = village.settlement.slug;
    const { newcomer, editor, resident } = village.clients;
    const { data: claim } = await newcomer.request_residency({ settlement, parcel: '3', role: 'family' });
    assert.deepEqual(await ofBoard(), [], 'a claim is not a decision');
    await assertRefused(resident.confirm_resident({ settlement, resident: claim.id }), 403);
    assert.deepEqual(await ofBoard(), [], 'a refused call is not recorded');
    await editor.confirm_resident({ settlement, resident: claim.id });
    await editor.confirm_resident({ settlement, resident: claim.id });
    await editor.confirm_resident({ settlement, resident: claim.id, role: 'owner' });
    await editor.remove_resident({ settlement, resident: claim.id, reason: 'ошибка' });
    const rows = await ofBoard();
    assert.deepEqual(
      rows.map(({ action, accountId, subjectId }) => [action, accountId, subjectId]),
      ['remove_resident', 'confirm_resident', 'confirm_resident'].map((action) => [
        action,
        village.accounts.editor,
        claim.id,
      ]),
    );
    const { kind, reason, state, on } = (rows[0]?.after ?? {}) as Record<string, string>;
    assert.deepEqual([kind, reason, state], ['other', 'ошибка', 'ended']);
    assert.match(on ?? '', /^\d{4}-\d\d-\d\d$/);
    assert.deepEqual([rows[1]?.before, rows[1]?.after], [{ role: 'family' }, { role: 'owner' }]);
    const { data: second } = await newcomer.request_residency({ settlement, parcel: '3' });
    await newcomer.remove_resident({ settlement, resident: second.id });
    assert.equal((await ofBoard()).length, 3, 'withdrawing one’s own claim is not a decision');
  });

  it('is separate for boards, moderators and operators, and paginated', async () => {
    const record = (settlementId: string | null, isOfInstallation: boolean) =>
      recordDecision(
        {
          db: service.db,
          caller: { accountId: village.accounts.moderator },
          now: () => new Date(),
          newId: service.newId,
        },
        {
          action: 'test',
          subject: { type: 'account', id: '1' },
          settlementId,
          isOfInstallation,
        },
      );
    await record(village.other.id, false);
    await record(null, false);
    await record(null, false);
    await record(null, true);
    const count = async (reader: Parameters<typeof listAudit>[1]) =>
      (await listAudit(service.db, reader, { limit: 100 })).filter(({ action }) => action === 'test').length;
    assert.equal(await count({ kind: 'board', settlementId: village.settlement.id }), 0);
    assert.equal(await count({ kind: 'board', settlementId: village.other.id }), 1);
    assert.equal(await count({ kind: 'moderator' }), 2);
    assert.equal(await count({ kind: 'operator' }), 1);
    const [newest] = await listAudit(service.db, { kind: 'moderator' }, { limit: 1 });
    const [older] = await listAudit(service.db, { kind: 'moderator' }, { limit: 1, before: newest?.id });
    assert.ok(older !== undefined && BigInt(older.id) < BigInt(newest?.id as string));
  });

  it('rejects update, delete and truncate', async () => {
    const before = await ofBoard();
    await assert.rejects(service.db`update audit_entry set action = 'nothing'`, /stay as they were/);
    await assert.rejects(service.db`delete from audit_entry`, /stay as they were/);
    await assert.rejects(service.db`truncate audit_entry`, /stay as they were/);
    assert.deepEqual(await ofBoard(), before);
  });
});
