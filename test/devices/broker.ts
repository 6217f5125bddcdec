import { createServer, type Server } from 'node:net';
import { Aedes } from 'aedes';
import type { ConfiguredProvider } from '../../src/engines/devices/providers.ts';
import { listen } from '../outbound/listeners.ts';
import { open } from './provider-harness.ts';

export interface Broker {
  readonly port: number;
  close(): Promise<void>;
  publish(topic: string, payload: unknown, retain?: boolean): Promise<void>;
  /** Refuses all further subscriptions; not every broker supports it. */
  closeTopics?(): void;
  /** Topics that clients subscribed to; not every broker tells. */
  readonly subscriptions?: readonly string[];
}

export interface BrokerKind {
  readonly name: string;
  /** With `port`, restarts on the port of a previous one. `canRestart` is false for an external broker. */
  start(port?: number): Promise<Broker>;
  readonly canRestart: boolean;
}

export const account = { username: 'house', password: 'planted-broker-password' };

export const connectTo = (
  { port }: { port: number },
  password = account.password,
  extra = {},
): ConfiguredProvider =>
  open('mqtt', { host: '127.0.0.1', port, tls: false, username: account.username, ...extra }, password);

export const bytesOf = (payload: unknown): Buffer =>
  Buffer.isBuffer(payload)
    ? payload
    : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));

/** An in-process broker. */
export async function startBroker(port?: number): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  const subscriptions: string[] = [];
  let isOpen = true;
  aedes.authenticate = (_client, username, password, done) => {
    const isKnown = username === account.username && password?.toString() === account.password;
    done(isKnown ? null : Object.assign(new Error('refused'), { returnCode: 4 as const }), isKnown);
  };
  aedes.authorizeSubscribe = (_client, subscription, done) => {
    subscriptions.push(subscription.topic);
    done(null, isOpen ? subscription : null);
  };
  const server: Server = createServer(aedes.handle);
  const listener = await listen(server, port);
  return {
    port: listener.port,
    subscriptions,
    closeTopics() {
      isOpen = false;
    },
    publish: (topic, payload, retain = false) =>
      new Promise((resolve, reject) =>
        aedes.publish(
          { cmd: 'publish', topic, payload: bytesOf(payload), retain, qos: 0, dup: false },
          (error) => (error ? reject(error) : resolve()),
        ),
      ),
    async close() {
      await listener.close();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
  };
}

export const inProcessBroker: BrokerKind = {
  name: 'a broker in the process',
  start: startBroker,
  canRestart: true,
};
