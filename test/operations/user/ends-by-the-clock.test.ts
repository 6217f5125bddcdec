import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { insertSettlementRole } from '../../../src/store/land/settlement-roles.ts';
import { sweepExpired } from '../../../src/store/system/expiry.ts';
import { withClockOffset } from '../../harness/clock.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { repository } from '../../harness/source-tree.ts';
import { buildVillage } from '../../harness/village.ts';
import { password } from '../../oauth/oauth-test-client.ts';
import { quickHash } from '../../oauth/quick-hash.ts';
import { type Ending, listEndings } from './endings.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let service: TestService;
let endings: Ending[];
const names = listEndings({} as never, {} as never).map(({ name }) => name);
before(async () => {
  service = await startService();
  const village = await buildVillage(service);
  await service.db`update account set password_hash = ${await quickHash(password)}`;
  const now = new Date();
  await insertSettlementRole(service.db, village.settlement.id, village.accounts.neighbour, 'editor', now);
  endings = listEndings(service, village);
});

describe('what ends by the clock', () => {
  for (const [index, name] of names.entries())
    it(`${name}: holds to its last minute and not a minute longer, wherever the clock jumps before`, async () => {
      const { lasts, make } = endings[index] as Ending;
      const holdsAt = async (offset: number) => {
        const holds = await make();
        return withClockOffset(service, offset, holds);
      };
      assert.equal(await holdsAt(lasts - minute), true, 'a minute before its end');
      assert.equal(await holdsAt(lasts + minute), false, 'a minute after its end');
      if (lasts > hour) assert.equal(await holdsAt(hour), true, 'the clock jumped an hour forward');
      assert.equal(await holdsAt(-hour), true, 'the clock jumped an hour back');
      const holds = await make();
      assert.equal(await withClockOffset(service, lasts + minute, async () => true), true);
      assert.equal(await holds(), true, 'the clock was ahead for a while');
    });

  it('is removed by the sweep once it is over, and not before', async () => {
    const { db } = service;
    for (const { make } of endings) await make();
    const left = async () => {
      const [row] = await db<Record<string, number>[]>`
        select (select count(*)::int from session) as sessions, (select count(*)::int from registration) as registrations,
               (select count(*)::int from account_code where used_at is null) as codes,
               (select count(*)::int from idempotency_reply) as replies`;
      return row ?? assert.fail();
    };
    const before = await left();
    await sweepExpired(db, new Date());
    assert.deepEqual(await left(), before);
    assert.ok((before.registrations ?? 0) > 0 && (before.codes ?? 0) > 0);
    await sweepExpired(db, new Date(Date.now() + 9 * day));
    assert.deepEqual(await left(), { ...before, registrations: 0, codes: 0, replies: 0 });
    await sweepExpired(db, new Date(Date.now() + 10_001 * day));
    assert.equal((await left()).sessions, 0);
  });

  it('is in the table, and the table names tests that are there', () => {
    const page = readFileSync(join(repository, 'docs/decisions/024-time.md'), 'utf8');
    const rows = new Map(
      [...page.matchAll(/^\| ([^|]+?) \| [^|]+ \| `(test\/[^`]+)` \|$/gm)].map(([, name, file]) => [
        name,
        file,
      ]),
    );
    for (const { name } of endings) assert.ok(rows.has(name), `${name} is not in the table`);
    assert.ok(rows.size > endings.length + 10, `${rows.size} rows`);
    for (const file of rows.values()) readFileSync(join(repository, String(file)), 'utf8');
  });

  it('is, of every column with an end, in the table', async () => {
    const page = readFileSync(join(repository, 'docs/decisions/024-time.md'), 'utf8');
    const columns = await service.db<{ name: string }[]>`
      select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and (data_type like 'timestamp%' or data_type = 'date')
         and column_name ~ '(^|_)(expires_at|until|fresh_until|run_at|due_at|due_on|next_poll_at|starts_at|ends_at)$'
         and table_name !~ '^(job_|reading)' order by 1`;
    assert.ok(columns.length > 15);
    assert.deepEqual(
      columns.map(({ name }) => name).filter((name) => !page.includes(`\`${name}\``)),
      [],
    );
  });
});
