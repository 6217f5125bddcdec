import { randomBytes } from 'node:crypto';
import type { Guard } from '../outbound/guard.ts';
import { DeviceFailure, toDeviceFailure } from './failure.ts';
import { createByteRateLimit, limits } from './limits.ts';
import { createPacketMeter } from './mqtt-packet-meter.ts';

export interface MqttTarget {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

export interface MqttSession {
  /** Waits for CONNACK and for at least one of the topics to be granted, but not for ever. */
  start(topics: readonly string[]): Promise<void>;
  subscribe(topics: readonly string[]): void;
  readonly closed: Promise<void>;
  fail(error: unknown): void;
  close(): void;
}

/** MQTT 3.1.1: bad user name or password, not authorized. */
const loginRefusedCodes = new Set([4, 5, 134, 135]);

/** One guarded connection to a broker. It never reconnects: it ends with a reason. */
export async function openMqtt(
  guard: Guard,
  target: MqttTarget,
  onMessage: (topic: string, payload: Uint8Array, isRetained: boolean) => void,
  now: () => Date,
  signal: AbortSignal,
): Promise<MqttSession> {
  // Loaded lazily: some three hundred files that most installations never need.
  const { MqttClient } = await import('../../base/packages/mqtt.ts');
  const socket = await guard.guardedConnect(target.host, target.port, target.tls, {
    timeoutMs: limits.handshakeMs,
    signal,
  });
  const spend = createByteRateLimit(() => now().getTime());
  const measure = createPacketMeter(limits.answerBytes);
  const client = new MqttClient(
    () => {
      // Registered before the client's listener: an oversized packet ends the socket before it is buffered.
      socket.on('data', (chunk: Buffer) => {
        if (!measure(chunk)) fail(new DeviceFailure('too_large'));
        else if (!spend(chunk.length)) fail(new DeviceFailure('flooded'));
      });
      return socket;
    },
    {
      clientId: `settlements-${randomBytes(6).toString('hex')}`,
      ...(target.username === undefined ? {} : { username: target.username }),
      ...(target.password === undefined ? {} : { password: target.password }),
      protocolVersion: 4,
      clean: true,
      keepalive: 30,
      reconnectPeriod: 0,
      // Ours is sooner, and says what it is.
      connectTimeout: 2 * limits.handshakeMs,
      resubscribe: false,
      // The library's log prints the options, including the password.
      log: () => {},
    },
  );

  let isOver = false;
  let finish: (error: Error | null) => void = () => {};
  const closed = new Promise<void>((resolve, reject) => {
    finish = (error) => (error ? reject(error) : resolve());
  });
  closed.catch(() => {});
  const end = (error: Error | null) => {
    if (isOver) return;
    isOver = true;
    signal.removeEventListener('abort', stop);
    clearTimeout(welcome);
    client.end(true);
    socket.destroy();
    finish(error);
  };
  const stop = () => end(null);
  const fail = (error: unknown) => end(toDeviceFailure(error));
  const welcome = setTimeout(() => fail(new DeviceFailure('timed_out')), limits.handshakeMs);

  client.on('error', (error) => {
    const code = 'code' in error ? Number(error.code) : Number.NaN;
    fail(new DeviceFailure(loginRefusedCodes.has(code) ? 'unauthorized' : 'broken_answer'));
  });
  client.on('close', () => fail(new DeviceFailure('connection_lost')));
  client.on('message', (topic, payload, packet) => {
    if (isOver) return;
    try {
      onMessage(topic, payload, packet.retain);
    } catch (error) {
      fail(error);
    }
  });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();

  const subscribed = new Set<string>();
  return {
    async start(topics) {
      const connected = new Promise<void>((resolve) => client.once('connect', () => resolve()));
      await Promise.race([connected, closed]);
      if (isOver) return;
      const granted = await Promise.race([client.subscribeAsync([...topics], { qos: 0 }), closed]).catch(
        (error: unknown) => {
          throw error instanceof DeviceFailure ? error : new DeviceFailure('broker_refused');
        },
      );
      clearTimeout(welcome);
      if (granted?.every(({ qos }) => qos === 128)) throw new DeviceFailure('broker_refused');
    },
    subscribe(topics) {
      const fresh = topics.filter((topic) => !subscribed.has(topic));
      const room = fresh.slice(0, Math.max(0, limits.topics - subscribed.size));
      if (isOver || room.length === 0) return;
      for (const topic of room) subscribed.add(topic);
      // A topic that the account may not read means one sensor without values, not a broken connection.
      client.subscribe(room, { qos: 0 }, () => {});
    },
    closed,
    fail,
    close: () => end(null),
  };
}
