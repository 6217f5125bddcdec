import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { copyIn, copyOut } from '../../src/base/db/driver/copy.ts';
import { createDatabase } from '../harness/cluster.ts';

it('copyIn and copyOut work in a transaction, with backpressure, and the pool is usable after an error', async () => {
  const { pool, drop } = await createDatabase();
  try {
    await pool`create table pear (id int primary key, name text)`;
    await pool.begin(async (db) => {
      const lines = Array.from({ length: 20_000 }, (_, n) => `${n}\tгруша ${n}\n`);
      await copyIn(db, 'copy pear from stdin', Readable.from(lines));
      assert.deepEqual(await db`select count(*)::int as n from pear`, [{ n: 20_000 }]);
      let bytes = 0;
      const slow = new Writable({
        highWaterMark: 1024,
        async write(chunk: Buffer, _encoding, done) {
          bytes += chunk.length;
          await nextTurn();
          done();
        },
      });
      await copyOut(db, 'copy (select * from pear order by id) to stdout', slow);
      assert.equal(bytes, Buffer.byteLength(lines.join('')));
      assert.deepEqual(await db`select 1 as n`, [{ n: 1 }]);
    });
    const twice = pool.begin((db) => copyIn(db, 'copy pear from stdin', Readable.from(['1\tagain\n'])));
    await assert.rejects(twice, { code: '23505' });
    assert.deepEqual(await pool`select count(*)::int as n from pear`, [{ n: 20_000 }]);
  } finally {
    await drop();
  }
});
