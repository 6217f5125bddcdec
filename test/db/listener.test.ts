import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { it } from 'node:test';
import { connect } from '../../src/db/connect.ts';
import { DatabaseUnavailable } from '../../src/db/unavailable.ts';

/** As a balancer does when none of its servers is there. */
it('a listener that is hung up on while it connects fails, and nothing else does', {
  timeout: 30_000,
}, async () => {
  const loose: unknown[] = [];
  const note = (error: unknown) => loose.push(error);
  process.on('uncaughtException', note);
  const server = createServer((socket) => socket.end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const pool = connect({ to: `postgres://somebody:x@127.0.0.1:${port}/nothing` });
  try {
    await assert.rejects(
      pool.listen('anything', () => {}),
      DatabaseUnavailable,
    );
    await assert.rejects(pool`select 1`, DatabaseUnavailable);
    assert.deepEqual(loose, []);
  } finally {
    process.off('uncaughtException', note);
    await pool.end({ timeout: 1 });
    await new Promise((done) => server.close(done));
  }
});
