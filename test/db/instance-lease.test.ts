import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { acquireInstanceLease } from '../../src/base/db/instance-lease.ts';
import { createDatabase } from '../harness/cluster.ts';
import { addFileCleanup } from '../harness/file-cleanup.ts';

describe('instance numbers', () => {
  it('differ between processes that start at once', async () => {
    const { pool, drop } = await createDatabase();
    addFileCleanup(drop);
    for (let round = 0; round < 20; round += 1) {
      const leases = await Promise.all(
        Array.from({ length: 8 }, () => acquireInstanceLease(pool, assert.ifError)),
      );
      assert.equal(new Set(leases.map((lease) => lease.number())).size, leases.length);
      await Promise.all(leases.map((lease) => lease.release()));
    }
  });

  it('are refused with a message when all are taken', async () => {
    const { pool, drop } = await createDatabase();
    addFileCleanup(drop);
    await pool`insert into instance_lease (number, holder, expires_at)
      select n, gen_random_uuid(), now() + interval '1 hour' from generate_series(0, 1023) n`;
    await assert.rejects(acquireInstanceLease(pool, assert.ifError), /All 1,024/);
  });
});
