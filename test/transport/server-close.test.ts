import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { createServer } from '../../src/entry/transport/server.ts';

it('closing waits for a running request, not for connections without a request', async () => {
  const server = await createServer({
    config: { logLevel: 'error', trustProxy: [] },
    hosts: { accept: () => 'http://here', clearCache() {} },
  });
  let answer: () => void = () => assert.fail('nobody asked');
  const asked = new Promise<void>((resolve) => {
    server.get('/slow', async () => {
      resolve();
      await new Promise<void>((done) => {
        answer = done;
      });
      return { done: true };
    });
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const silent = connect(Number(new URL(url).port), '127.0.0.1');
  silent.on('error', () => {}).resume();
  await once(silent, 'connect');
  const reply = fetch(`${url}/slow`);
  await asked;
  const gone = once(silent, 'close');
  const ended = server.close();
  await gone;
  answer();
  assert.deepEqual(await (await reply).json(), { done: true });
  await ended;
});
