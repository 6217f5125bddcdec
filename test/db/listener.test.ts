import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../src/base/db/connect.ts';
import { DatabaseUnavailable } from '../../src/base/db/driver/unavailable.ts';
import { createDatabaseProxy } from '../harness/database-proxy.ts';

describe('LISTEN connection', () => {
  it('calls onLost and onBack once each when the connection is lost again during reconnection', async () => {
    const line = await createDatabaseProxy();
    const told = new Map<string, string[]>();
    const listen = (name: string) => {
      const states: string[] = [];
      told.set(name, states);
      return line.pool.listen(name, () => {}, {
        onLost: () => states.push('lost'),
        onBack: () => states.push('back'),
      });
    };
    const last = (name: string) => told.get(name)?.at(-1);
    try {
      await listen('first');
      for (const name of ['second', 'third', 'fourth']) {
        line.cut();
        while (last('first') !== 'lost') await sleep(1);
        // Connects at once, most likely while the others wait to reconnect.
        await listen(name);
        line.cut();
        while (last(name) !== 'back' || last('first') !== 'back') await sleep(10);
        await sleep(300);
      }
      for (const states of told.values())
        assert.deepEqual(
          states,
          states.map((_, index) => (index % 2 === 0 ? 'lost' : 'back')),
        );
    } finally {
      await line.drop();
    }
  });

  // As a load balancer does without a live server. An unhandled rejection would fail the test file.
  it('rejects with DatabaseUnavailable when the server closes the socket during connect', async () => {
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
