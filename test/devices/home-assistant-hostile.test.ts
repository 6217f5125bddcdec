import assert from 'node:assert/strict';
import { after, it, type TestContext } from 'node:test';
import type { ProviderIo } from '../../src/engines/devices/provider.ts';
import {
  type FakeHomeAssistant,
  type FakeOptions,
  startFakeHomeAssistant,
  token,
} from './fake-home-assistant.ts';
import { collectSnapshots, hasReason, io, open } from './provider-harness.ts';
import type { ServerSocket } from './websocket-server.ts';

const doubles: FakeHomeAssistant[] = [];
async function start(options: Partial<FakeOptions> = {}): Promise<FakeHomeAssistant> {
  const double = await startFakeHomeAssistant({ states: [], ...options });
  doubles.push(double);
  return double;
}
after(() => Promise.all(doubles.map((double) => double.close())));

const limited = { timeout: 300_000 };
const never = () => new AbortController().signal;
/** The same guard with a shorter timeout, to keep the test fast. */
const shortTimeouts: ProviderIo = {
  ...io,
  guard: {
    ...io.guard,
    guardedFetch: (url, options) => io.guard.guardedFetch(url, { ...options, timeoutMs: 300 }),
    guardedWebSocket: (url, options) => io.guard.guardedWebSocket(url, { ...options, timeoutMs: 300 }),
  },
};

it('a REST response that stalls before its headers or within its body times out', limited, async () => {
  const silent = await start({ onRequest: () => {} });
  const dribbling = await start({
    onRequest: (_request, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => reply.write(' '), 20);
      reply.on('close', () => clearInterval(timer));
    },
  });
  for (const { url } of [silent, dribbling]) {
    const polling = open('home_assistant', { url }, token).poll(shortTimeouts, never());
    await assert.rejects(polling, hasReason('timed_out'));
  }
});

/** Advances mocked timers once the socket is open and expects a timeout. */
async function expectTimeout(t: TestContext, onSocket: (socket: ServerSocket) => boolean): Promise<void> {
  let isOpen = false;
  const { url } = await start({
    onSocket: (socket) => {
      if (!isOpen) t.mock.timers.enable({ apis: ['setTimeout'] });
      isOpen = true;
      return onSocket(socket);
    },
  });
  const ticking = setInterval(() => isOpen && t.mock.timers.tick(1000), 20);
  try {
    const running = open('home_assistant', { url }, token).subscribe(io, () => {}, never());
    await assert.rejects(running, hasReason('timed_out'));
  } finally {
    clearInterval(ticking);
    t.mock.timers.reset();
  }
}

it('a WebSocket that sends nothing times out', limited, (t) => expectTimeout(t, () => true));

it('a WebSocket that sends noise but never replies times out', limited, (t) =>
  expectTimeout(t, (socket) => {
    const timer = setInterval(() => socket.send({ type: 'noise', id: 99 }), 10);
    socket.onClose(() => clearInterval(timer));
    return true;
  }),
);

it('invalid WebSocket results fail with unexpected_answer', limited, async () => {
  const answering = (answer: (type: unknown, id: unknown) => unknown): Partial<FakeOptions> => ({
    onMessage: (message, socket) => {
      const { type, id } = message as { type: unknown; id: unknown };
      if (type === 'auth') return false;
      socket.send(answer(type, id));
      return true;
    },
  });
  const cases: [Partial<FakeOptions>, string][] = [
    [
      answering((_type, id) => ({ id, type: 'result', success: true, result: { not: 'a list' } })),
      'unexpected_answer',
    ],
    [answering((_type, id) => ({ id, type: 'result', success: 'yes', result: [] })), 'unexpected_answer'],
    [answering((type, id) => ({ id, type: 'result', success: type !== 'get_states' })), 'unexpected_answer'],
  ];
  for (const [options, reason] of cases) {
    const { url } = await start(options);
    const running = open('home_assistant', { url }, token).subscribe(io, () => {}, never());
    await assert.rejects(running, hasReason(reason));
  }
});

it('hostile states and events by WebSocket are ignored, and limits hold', limited, async (t) => {
  const state = (id: string, value: unknown) => ({ entity_id: id, state: value, attributes: {} });
  const double = await start({
    states: [
      null,
      7,
      state('__proto__.x', '1'),
      state('sensor.object', {}),
      ...Array.from({ length: 6000 }, (_, index) => state(`sensor.n${index}`, '1')),
    ],
  });
  const found = collectSnapshots();
  const stop = new AbortController();
  t.after(() => stop.abort());
  const running = open('home_assistant', { url: double.url }, token).subscribe(
    io,
    found.onSnapshot,
    stop.signal,
  );
  await found.until(() => found.readings().length > 0);
  for (const event of [null, [], 'x', { new_state: null }, { new_state: { entity_id: 5 } }])
    double.change(event);
  double.change(state('constructor.x', '1'));
  double.change(state('sensor.one_too_many', '2'));
  double.change(state('sensor.n1', '5'));
  await found.until(() => found.valueOf('sensor.n1')?.number === 5);
  const sensors = [...found.devices().values()].flatMap((device) => device.sensors);
  assert.equal(sensors.length, 5000);
  assert.ok(!sensors.some(({ key }) => key.includes('proto') || key.includes('constructor')));
  assert.equal(found.valueOf('sensor.one_too_many'), undefined);
  stop.abort();
  await running;
});
