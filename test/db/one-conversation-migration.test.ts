import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { startService } from '../harness/service.ts';
import { repository } from '../harness/source-tree.ts';
import { buildVillage } from '../harness/village.ts';

it('migration 348 finds two people again by the conversation they wrote in last', async () => {
  const service = await startService();
  const { accounts, plots, settlement, clients } = await buildVillage(service);
  const { resident, neighbour, editor } = accounts;
  const older = [resident, neighbour].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).join(',');
  const cases: [key: string, last: number, after: string | null][] = [
    [`person:${older}`, 1001, null],
    [`plot:${plots.neighbour}:${resident}:${neighbour}`, 1003, `person:${older}`],
    [`plot:${plots.resident}:${neighbour}:${resident}`, 1002, null],
    [
      `plot:${plots.resident}:${neighbour}:${resident},${editor}`,
      1004,
      `plot:${plots.resident}:${neighbour}:${resident},${editor}`,
    ],
    [`board:${settlement.id}:${resident}`, 1005, `board:${settlement.id}:${resident}`],
  ];
  const ids: string[] = [];
  for (const [key, last] of cases) {
    const id = service.newId();
    ids.push(id);
    await service.db`
      insert into conversation (id, settlement_id, kind, parcel_id, member_key, last_message_id, created_at)
      values (${id}, ${settlement.id}, ${key.startsWith('board') ? 'board' : 'person'}, null, ${key}, ${last}, now())`;
    await service.db`
      insert into conversation_member (conversation_id, account_id, side, last_message_id)
      values (${id}, ${resident}, 'person', ${last}), (${id}, ${neighbour}, 'person', ${last})`;
  }
  const file = join(repository, 'src/base/db/migrations/348_one_conversation_of_two.sql');
  await service.pool.begin(async (db) => db.unsafe(await readFile(file, 'utf8')));
  const rows = await service.db<
    { id: string; key: string }[]
  >`select id, member_key as key from conversation`;
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  assert.deepEqual(
    ids.map((id) => keys.get(id)),
    cases.map(([, , after], index) => after ?? `former:${ids[index]}`),
  );
  const { data } = await clients.resident.send_message({ to: 'person', account: neighbour, body: 'Снова я' });
  assert.equal(data.conversation, ids[1]);
});
