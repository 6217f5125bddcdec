import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createGuard, type Lookup, OutboundRefusal } from '../../src/engines/outbound/guard.ts';
import { type Listener, listenHttp, listenTcp } from './listeners.ts';

const names: Record<string, readonly string[]> = {
  'inner.test': ['127.0.0.1'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'mixed-first.test': ['127.0.0.1', '93.184.216.34'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'zero.test': ['0.0.0.0'],
  'home.test': ['127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  localhost: ['127.0.0.1', '::1'],
};
const lookup: Lookup = async (host) => {
  const found = names[host];
  if (!found) throw new Error(`getaddrinfo ENOTFOUND ${host} via 10.1.2.3`);
  return found;
};
const strict = createGuard({ allowPrivate: false, lookup });
const homeOnly = createGuard({ allowPrivate: true, lookup });
const loopback = createGuard({ allowPrivate: false, allowLoopback: true, lookup });

const open: Listener[] = [];
const keep = async (listener: Promise<Listener>) => {
  const kept = await listener;
  open.push(kept);
  return kept;
};
after(() => Promise.all(open.map((listener) => listener.close())));

const limits = { maxBytes: 1000, timeoutMs: 120_000 };
const refusedFor = (reason: string) => (error: unknown) => {
  assert.ok(error instanceof OutboundRefusal);
  assert.equal(error.reason, reason);
  assert.equal(error.cause, undefined);
  return true;
};

it('no TCP connection is made to a forbidden address, however it is written', async () => {
  const listener = await keep(
    listenTcp((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')),
  );
  const hosts = [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0x7f.1',
      '127.0.0.1.',
      '0',
      '0.0.0.0',
    ],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '127。0。0。1', '[64:ff9b::7f00:1]'],
    ...[
      'inner.test',
      'mixed.test',
      'mixed-first.test',
      'mapped.test',
      'zero.test',
      'metadata.test',
      'localhost',
    ],
  ];
  for (const guard of [strict, homeOnly]) {
    for (const host of hosts) {
      const refused = refusedFor('address_not_public');
      await assert.rejects(guard.guardedFetch(`http://${host}:${listener.port}/`, limits), refused, host);
      await assert.rejects(guard.guardedConnect(host, listener.port, false), refused, host);
      await assert.rejects(guard.guardedConnect(host, listener.port, true), refused, host);
      await assert.rejects(guard.guardedWebSocket(`ws://${host}:${listener.port}/`, limits), refused, host);
    }
  }
  assert.equal(listener.connections(), 0);
  await loopback.guardedFetch(`http://2130706433:${listener.port}/`, limits);
  assert.equal(listener.connections(), 1, 'the listener does count');
});

it('a name is resolved once and the connection is pinned to that answer', async () => {
  const listener = await keep(listenHttp((request, reply) => reply.end(request.headers.host)));
  let asked = 0;
  const rebinding = createGuard({
    allowPrivate: false,
    allowLoopback: true,
    lookup: async () => {
      asked += 1;
      return asked === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
    },
  });
  const answer = await rebinding.guardedFetch(`http://rebind.test:${listener.port}/`, limits);
  assert.equal(answer.body.toString(), `rebind.test:${listener.port}`);
  assert.equal(asked, 1);
  await assert.rejects(
    rebinding.guardedFetch(`http://rebind.test:${listener.port}/`, limits),
    refusedFor('address_not_public'),
  );
  assert.equal(listener.connections(), 1);
});

it('invalid URLs, other schemes, credentials and forbidden ports are refused', async () => {
  const cases: [string, string][] = [
    ['nonsense', 'bad_address'],
    ['file:///etc/passwd', 'bad_address'],
    ['ftp://home.test/', 'bad_address'],
    ['constructor:x', 'bad_address'],
    ['http://user:pw@home.test/', 'bad_address'],
    [`http://home.test/${'a'.repeat(3000)}`, 'bad_address'],
    ['http://home.test:25/', 'port_not_allowed'],
    ['http://nowhere.test/', 'name_not_found'],
  ];
  for (const [url, reason] of cases) {
    await assert.rejects(loopback.guardedFetch(url, limits), refusedFor(reason), url);
  }
  const https = { ...limits, httpsOnly: true };
  await assert.rejects(loopback.guardedFetch('http://home.test/', https), refusedFor('https_only'));
  const secured = createGuard({ allowPrivate: false, allowLoopback: true, httpsOnly: true, lookup });
  await assert.rejects(secured.guardedFetch('http://home.test/', limits), refusedFor('https_only'));
  await assert.rejects(secured.guardedConnect('home.test', 1883, false), refusedFor('https_only'));
});

it('a missing and an internal name give the same error, and no refusal reveals an address or a header', async () => {
  const failures: OutboundRefusal[] = [];
  for (const host of ['nowhere.test', 'inner.test']) {
    await strict
      .guardedFetch(`http://${host}:8080/`, {
        ...limits,
        headers: { authorization: 'Bearer planted-secret' },
      })
      .catch((error) => failures.push(error));
  }
  const listener = await listenTcp((socket) => socket.end('rubbish\r\n\r\n'));
  await loopback
    .guardedFetch(`http://127.0.0.1:${listener.port}/`, {
      ...limits,
      headers: { authorization: 'Bearer planted-secret' },
    })
    .catch((error) => failures.push(error));
  await listener.close();
  await loopback.guardedConnect('127.0.0.1', listener.port, false).catch((error) => failures.push(error));
  assert.deepEqual(
    failures.map((failure) => failure.reason),
    ['name_not_found', 'address_not_public', 'broken_answer', 'connect_failed'],
  );
  assert.deepEqual(failures[0]?.text, failures[1]?.text);
  for (const failure of failures) {
    const told = JSON.stringify([failure, failure.message, failure.text, failure.stack?.split('\n')[0]]);
    assert.doesNotMatch(told, /planted-secret|\d+\.\d+\.\d+\.\d+/);
  }
});

it('redirects are not followed', async () => {
  const listener = await keep(
    listenHttp((request, reply) =>
      reply.writeHead(Number(request.url?.slice(1)), { location: '/200' }).end(),
    ),
  );
  for (const status of [300, 301, 302, 303, 307, 308]) {
    const url = `http://127.0.0.1:${listener.port}/${status}`;
    await assert.rejects(loopback.guardedFetch(url, limits), refusedFor('redirected'));
  }
  const unchanged = await loopback.guardedFetch(`http://127.0.0.1:${listener.port}/304`, limits);
  assert.equal(unchanged.status, 304);
  assert.equal(listener.connections(), 7);
});

it('a response is limited in bytes, declared or streamed, and must not be compressed', async () => {
  let written = 0;
  const listener = await keep(
    listenHttp((request, reply) => {
      if (request.url === '/exact') return reply.end('x'.repeat(1000));
      if (request.url === '/declared') return reply.writeHead(200, { 'content-length': 1001 }).write('x');
      if (request.url === '/bomb') {
        assert.equal(request.headers['accept-encoding'], 'identity');
        return reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000)));
      }
      const pour = () => {
        while (!reply.destroyed && written < 50_000_000) {
          written += 10_000;
          if (!reply.write('x'.repeat(10_000))) return void reply.once('drain', pour);
        }
        reply.end();
      };
      pour();
    }),
  );
  const at = (path: string) => loopback.guardedFetch(`http://127.0.0.1:${listener.port}${path}`, limits);
  assert.equal((await at('/exact')).body.length, 1000);
  await assert.rejects(at('/declared'), refusedFor('too_large'));
  await assert.rejects(at('/bomb'), refusedFor('encoded_answer'));
  await assert.rejects(at('/endless'), refusedFor('too_large'));
  assert.ok(written < 50_000_000, 'the stream was cut, not read to its end');
});

it('one timeout covers DNS, connecting, headers and a slow body', async () => {
  const silent = await keep(listenTcp());
  const drip = await keep(
    listenHttp((_request, reply) => {
      const timer = setInterval(() => reply.write('x'), 20);
      reply.once('close', () => clearInterval(timer));
    }),
  );
  const short = { maxBytes: 1_000_000, timeoutMs: 150 };
  const timedOut = refusedFor('timed_out');
  await assert.rejects(loopback.guardedFetch(`http://127.0.0.1:${silent.port}/`, short), timedOut);
  await assert.rejects(loopback.guardedFetch(`http://127.0.0.1:${drip.port}/`, short), timedOut);
  await assert.rejects(loopback.guardedWebSocket(`ws://127.0.0.1:${silent.port}/`, short), timedOut);
  await assert.rejects(loopback.guardedConnect('127.0.0.1', silent.port, true, short), timedOut);
  const deaf = createGuard({ allowPrivate: false, lookup: () => new Promise(() => {}) });
  await assert.rejects(deaf.guardedFetch('http://slow.test/', short), timedOut);
  const stopped = { ...short, timeoutMs: 120_000, signal: AbortSignal.timeout(50) };
  await assert.rejects(
    loopback.guardedFetch(`http://127.0.0.1:${silent.port}/`, stopped),
    refusedFor('aborted'),
  );
});

it('malformed responses are refused, and so is a plain server over TLS', async () => {
  const rude = await keep(
    listenTcp((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nshort')),
  );
  const address = `127.0.0.1:${rude.port}`;
  await assert.rejects(loopback.guardedFetch(`http://${address}/`, limits), refusedFor('broken_answer'));
  await assert.rejects(loopback.guardedFetch(`https://${address}/`, limits), refusedFor('tls_failed'));
  await assert.rejects(loopback.guardedConnect('127.0.0.1', rude.port, true), refusedFor('tls_failed'));
  await assert.rejects(loopback.guardedWebSocket(`ws://${address}/`, limits), refusedFor('broken_answer'));
});

it('proxies from the environment are not used', async () => {
  const proxy = await keep(listenTcp());
  const before = { ...process.env };
  process.env.HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
  process.env.http_proxy = process.env.HTTP_PROXY;
  try {
    const site = await keep(listenHttp((_request, reply) => reply.end('direct')));
    const answer = await loopback.guardedFetch(`http://home.test:${site.port}/`, limits);
    assert.equal(answer.body.toString(), 'direct');
    assert.equal(proxy.connections(), 0);
  } finally {
    process.env = before;
  }
});
