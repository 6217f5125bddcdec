import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { connect } from '../../src/db/connect.ts';
import { DatabaseUnavailable } from '../../src/db/unavailable.ts';

describe('a listener', () => {
  // As a balancer does when none of its servers is there. A failure that nobody catches would fail the file.
  it('that is hung up on while it connects fails, and nothing else does', async () => {
    const server = createServer((socket) => socket.on('error', () => {}).end());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const pool = connect({ to: `postgres://somebody:x@127.0.0.1:${port}/nothing` });
    try {
      for (let turn = 0; turn < 3; turn += 1) {
        const heard = await pool.listen('anything', () => {}).catch((error: unknown) => error);
        assert.ok(heard instanceof DatabaseUnavailable);
        const asked = await pool`select 1`.catch((error: unknown) => error);
        assert.ok(asked instanceof DatabaseUnavailable);
      }
    } finally {
      await pool.end({ timeout: 1 });
      server.close();
    }
  });
});
