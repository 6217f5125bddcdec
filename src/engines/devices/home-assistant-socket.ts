import type { Guard } from '../outbound/guard.ts';
import { DeviceFailure, toDeviceFailure } from './failure.ts';
import { parseJson, readProperty } from './json.ts';
import { createByteRateLimit, limits } from './limits.ts';

export interface HomeAssistantChannel {
  /** Sends a command and returns its result. */
  ask(type: string, fields?: Readonly<Record<string, string>>): Promise<unknown>;
  listen(eventType: string, onEvent: (event: unknown) => void): Promise<void>;
  /** Resolves if ended by the signal, rejects otherwise. */
  readonly closed: Promise<void>;
  fail(error: unknown): void;
  close(): void;
}

interface PendingCommand {
  resolve(result: unknown): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

const pingIntervalMs = 30_000;
/** Two pings without any message in return: a half-open connection. */
const stallTimeoutMs = 75_000;

/** Home Assistant WebSocket API: authenticated, numbered commands, limits on size and silence. */
export async function openHomeAssistant(
  guard: Guard,
  url: string,
  token: string,
  now: () => Date,
  signal: AbortSignal,
): Promise<HomeAssistantChannel> {
  const socket = await guard.guardedWebSocket(url, {
    // Above this the socket is closed without a reason; between `answerBytes` and this the failure is `too_large`.
    maxBytes: 2 * limits.answerBytes,
    timeoutMs: limits.handshakeMs,
    signal,
  });
  socket.binaryType = 'arraybuffer';
  const time = () => now().getTime();
  const spend = createByteRateLimit(time);
  const waiting = new Map<number, PendingCommand>();
  const listeners = new Map<number, (event: unknown) => void>();
  let lastNumber = 0;
  let heardAt = time();
  let isOver = false;
  let finish: (error: Error | null) => void = () => {};
  const closed = new Promise<void>((resolve, reject) => {
    finish = (error) => (error ? reject(error) : resolve());
  });
  closed.catch(() => {});

  const end = (error: Error | null) => {
    if (isOver) return;
    isOver = true;
    clearInterval(pinging);
    signal.removeEventListener('abort', stop);
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(error ?? new DeviceFailure('aborted'));
    }
    waiting.clear();
    socket.close();
    finish(error);
  };
  const stop = () => end(null);
  const fail = (error: unknown) => end(toDeviceFailure(error));

  const send = (message: Readonly<Record<string, unknown>>) => {
    if (!isOver) socket.send(JSON.stringify(message));
  };
  const wait = (number: number) =>
    new Promise<unknown>((resolve, reject) => {
      if (isOver) return reject(new DeviceFailure('connection_lost'));
      const timer = setTimeout(() => fail(new DeviceFailure('timed_out')), limits.requestMs);
      waiting.set(number, { resolve, reject, timer });
    });
  const settle = (number: number, error: Error | null, result?: unknown) => {
    const found = waiting.get(number);
    if (!found) return;
    waiting.delete(number);
    clearTimeout(found.timer);
    if (error) found.reject(error);
    else found.resolve(result);
  };

  const receive = (message: unknown) => {
    const type = readProperty(message, 'type');
    const number = readProperty(message, 'id');
    if (type === 'auth_required') return send({ type: 'auth', access_token: token });
    if (type === 'auth_ok') return settle(0, null);
    if (type === 'auth_invalid') return fail(new DeviceFailure('unauthorized'));
    if (typeof number !== 'number') return;
    if (type === 'event') return listeners.get(number)?.(readProperty(message, 'event'));
    if (type === 'result') {
      const isDone = readProperty(message, 'success') === true;
      settle(number, isDone ? null : new DeviceFailure('unexpected_answer'), readProperty(message, 'result'));
    }
  };

  socket.addEventListener('message', ({ data }) => {
    if (isOver) return;
    try {
      const bytes = typeof data === 'string' ? Buffer.from(data) : new Uint8Array(data as ArrayBuffer);
      heardAt = time();
      if (bytes.length > limits.answerBytes) throw new DeviceFailure('too_large');
      if (!spend(bytes.length)) throw new DeviceFailure('flooded');
      const message = parseJson(bytes);
      for (const one of Array.isArray(message) ? message : [message]) receive(one);
    } catch (error) {
      fail(error);
    }
  });
  socket.addEventListener('error', () => fail(new DeviceFailure('connection_lost')));
  socket.addEventListener('close', () => fail(new DeviceFailure('connection_lost')));
  const pinging = setInterval(() => {
    if (time() - heardAt > stallTimeoutMs) return fail(new DeviceFailure('timed_out'));
    lastNumber += 1;
    send({ id: lastNumber, type: 'ping' });
  }, pingIntervalMs);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();

  const ask: HomeAssistantChannel['ask'] = (type, fields = {}) => {
    lastNumber += 1;
    const answer = wait(lastNumber);
    send({ id: lastNumber, type, ...fields });
    return answer;
  };
  await wait(0);
  return {
    ask,
    async listen(eventType, onEvent) {
      listeners.set(lastNumber + 1, onEvent);
      await ask('subscribe_events', { event_type: eventType });
    },
    closed,
    fail,
    close: () => end(null),
  };
}
