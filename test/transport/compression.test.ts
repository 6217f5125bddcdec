import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { turnMilliseconds } from '../../src/base/threads/loop-turns.ts';
import { chooseEncoding, registerCompression, sendText } from '../../src/entry/transport/compression.ts';

describe('compression', () => {
  for (const [accepted, expected] of [
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['*;q=0', null],
    ['identity', null],
    ['identity;q=0.5, gzip;q=0.4', null],
    ['identity;q=0.3, gzip;q=0.4', 'gzip'],
    ['deflate', null],
    ['br;q=nonsense', null],
    ['', null],
  ] as const) {
    it(`selects for "${accepted}": ${expected ?? 'identity'}`, () => {
      assert.equal(chooseEncoding(accepted), expected);
    });
  }

  const long = 'слово '.repeat(1000);
  const server = Fastify();
  registerCompression(server);
  server.get('/long', (_request, reply) =>
    reply.type('text/plain').header('etag', '"abc"').header('vary', 'Authorization').send(long),
  );
  server.get('/short', (_request, reply) => reply.type('text/plain').send('слово'));
  server.get('/picture', (_request, reply) => reply.type('image/webp').send(Buffer.alloc(5000)));
  server.get('/events', (_request, reply) => reply.type('text/event-stream').send(long));
  const get = (url: string, accepted?: string) =>
    server.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

  it('compresses as requested, sets Content-Encoding and Vary, and weakens the ETag', async () => {
    const br = await get('/long', 'br');
    assert.equal(br.headers['content-encoding'], 'br');
    assert.equal(br.headers.vary, 'Authorization, Accept-Encoding');
    assert.equal(br.headers.etag, 'W/"abc"');
    assert.equal(Number(br.headers['content-length']), br.rawPayload.length);
    assert.equal(brotliDecompressSync(br.rawPayload).toString(), long);
    assert.equal(gunzipSync((await get('/long', 'gzip')).rawPayload).toString(), long);
    const plain = await get('/long');
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(plain.body, long);
  });

  it('makes a long text in turns of the event loop, whole and in order', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index}\n`);
    let rounds = 0;
    let roundsAtEnd = 0;
    function* write(): Iterable<string> {
      for (const line of lines) {
        const end = performance.now() + turnMilliseconds / 4;
        while (performance.now() < end);
        yield line;
      }
      roundsAtEnd = rounds;
    }
    const streaming = Fastify();
    streaming.get('/lines', (request, reply) =>
      sendText(request, reply.type('text/plain'), write(), { share: 'one', isGone: () => false }),
    );
    const count = setInterval(() => {
      rounds += 1;
    });
    try {
      assert.equal((await streaming.inject('/lines')).body, lines.join(''));
      assert.ok(roundsAtEnd > 5, `${roundsAtEnd} rounds of the loop`);
      const packed = await streaming.inject({ url: '/lines', headers: { 'accept-encoding': 'br' } });
      assert.equal(brotliDecompressSync(packed.rawPayload).toString(), lines.join(''));
    } finally {
      clearInterval(count);
    }
  });

  it('skips short texts, pictures and event streams', async () => {
    for (const path of ['/short', '/picture', '/events']) {
      assert.equal((await get(path, 'br')).headers['content-encoding'], undefined, path);
    }
  });
});
