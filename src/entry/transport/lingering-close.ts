import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How much more of a refused body is taken in, and for how long, before its connection is closed. */
const maxBytes = 32 * 1024 * 1024;
const maxMilliseconds = 10_000;
const checkMilliseconds = 100;

/**
 * A refusal is sent while the body is still arriving. Closing the connection then would reset it, and most clients
 * would report a broken pipe instead of the refusal: what arrives is discarded unread for a while instead.
 */
export function registerLingeringClose(server: FastifyInstance): void {
  let isStopping = false;
  server.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  // Fastify asks to close the connection after every body that it could not parse.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (!isStopping && reply.hasHeader('connection')) reply.removeHeader('connection');
    done();
  });
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    // A request that a test injects says nothing of it.
    if (raw.complete === false && !raw.destroyed) discardRest(raw);
    done();
  });
}

function discardRest(raw: IncomingMessage): void {
  const { socket } = raw;
  const bytesBefore = socket.bytesRead;
  const deadline = performance.now() + maxMilliseconds;
  raw.on('error', () => {});
  raw.resume();
  // By the socket: of a request that nobody has read, Node drops the rest without an event.
  const timer = setInterval(() => {
    if (raw.complete || socket.destroyed) return clearInterval(timer);
    if (socket.bytesRead - bytesBefore <= maxBytes && performance.now() < deadline) return;
    clearInterval(timer);
    socket.destroy();
  }, checkMilliseconds);
  timer.unref();
}
