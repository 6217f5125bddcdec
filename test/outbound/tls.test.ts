import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import { after, it } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { createGuard } from '../../src/engines/outbound/guard.ts';
import { makeCertificate } from './certificate.ts';
import { listen } from './listeners.ts';

const { key, cert } = makeCertificate('home.test');
const listener = await listen(
  createServer({ key, cert }, (request, reply) => {
    const { servername } = request.socket as TLSSocket;
    reply.end(JSON.stringify({ servername, host: request.headers.host }));
  }),
);
after(() => listener.close());

const options = { allowPrivate: false, allowLoopback: true, lookup: async () => ['127.0.0.1'] };
const limits = { maxBytes: 1000, timeoutMs: 120_000 };
const refusedFor = (reason: string) => (error: { reason?: string }) => error.reason === reason;

it('the certificate is verified against the requested name, not the pinned address', async () => {
  const guard = createGuard({ ...options, ca: [cert], httpsOnly: true });
  const { body } = await guard.guardedFetch(`https://home.test:${listener.port}/`, limits);
  const host = `home.test:${listener.port}`;
  assert.deepEqual(JSON.parse(body.toString()), { servername: 'home.test', host });
  const socket = await guard.guardedConnect('home.test', listener.port, true);
  assert.equal(socket.remoteAddress, '127.0.0.1');
  socket.destroy();
  for (const other of ['other.test', '127.0.0.1']) {
    const url = `https://${other}:${listener.port}/`;
    await assert.rejects(guard.guardedFetch(url, limits), refusedFor('tls_failed'), other);
    await assert.rejects(guard.guardedConnect(other, listener.port, true), refusedFor('tls_failed'), other);
    const socketUrl = `wss://${other}:${listener.port}/`;
    await assert.rejects(guard.guardedWebSocket(socketUrl, limits), refusedFor('tls_failed'), other);
  }
});

it('an untrusted certificate is refused', async () => {
  const guard = createGuard(options);
  const url = `https://home.test:${listener.port}/`;
  await assert.rejects(guard.guardedFetch(url, limits), refusedFor('tls_failed'));
});
