import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createNotificationReads } from '../../src/features/notify/notification-reads.ts';
import { runWithFault } from '../../stress/statements/faults.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

describe('what was opened while the database failed', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  it('is marked as read with what is opened next', async () => {
    const { pool, db } = service;
    const account = village.accounts.resident;
    const errors: unknown[] = [];
    const reads = createNotificationReads(
      pool,
      () => new Date(),
      (error) => void errors.push(error),
    );
    const { settlement } = village;
    const { data: task } = await village.clients.editor.write_task({
      ...{ settlement: settlement.slug, title: 'Открыть ворота', assignees: [account] },
    });
    const unread = async () => (await village.clients.resident.list_notifications({})).unread;
    assert.equal(await unread(), 1);
    const [row] = await db<{ url: string }[]>`select url from notification where account_id = ${account}`;
    assert.match(row?.url ?? '', new RegExp(task.id));
    reads.record(account, row?.url as string);
    const { result, hasStruck } = await runWithFault(() => reads.flush(account), { at: 0, way: '40P01' });
    assert.deepEqual([result, hasStruck, errors.length, await unread()], [0, true, 1, 1]);
    assert.equal(await reads.flush(account), 1);
    assert.equal(await unread(), 0);
    await reads.close();
  });

  it('is kept, too, where it could not be looked up who has unread ones', async () => {
    const account = village.accounts.resident;
    const reads = createNotificationReads(
      service.pool,
      () => new Date(),
      () => {},
    );
    await village.clients.editor.write_task({
      ...{ settlement: village.settlement.slug, title: 'Закрыть ворота', assignees: [account] },
    });
    const [row] = await service.db<{ url: string }[]>`
      select url from notification where account_id = ${account} order by id desc limit 1`;
    reads.record(account, row?.url as string);
    const { hasStruck } = await runWithFault(() => reads.close(), { at: 0, way: '57014' });
    assert.equal(hasStruck, true);
    await reads.close();
    assert.equal((await village.clients.resident.list_notifications({})).unread, 0);
  });
});
