import { createServer, type Server } from 'node:net';
import { Aedes } from 'aedes';
import type { OpenProvider } from '../../src/devices/providers.ts';
import { type Listener, listen } from '../outbound/listeners.ts';
import { open } from './connection.ts';

export interface Broker extends Listener {
  readonly aedes: Aedes;
  publish(topic: string, payload: unknown, retain?: boolean): Promise<void>;
}

export const account = { username: 'house', password: 'planted-broker-password' };

export const connectTo = ({ port }: Listener, password = account.password, extra = {}): OpenProvider =>
  open('mqtt', { host: '127.0.0.1', port, tls: false, username: account.username, ...extra }, password);

/** A real broker; with `port`, one that comes back where another has been. */
export async function startBroker(port?: number): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  aedes.authenticate = (_client, username, password, done) => {
    const isKnown = username === account.username && password?.toString() === account.password;
    done(isKnown ? null : Object.assign(new Error('refused'), { returnCode: 4 as const }), isKnown);
  };
  const server: Server = createServer(aedes.handle);
  const listener = await listen(server, port);
  return {
    ...listener,
    aedes,
    publish: (topic, payload, retain = false) =>
      new Promise((resolve, reject) =>
        aedes.publish(
          {
            cmd: 'publish',
            topic,
            payload: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)),
            retain,
            qos: 0,
            dup: false,
          },
          (error) => (error ? reject(error) : resolve()),
        ),
      ),
    async close() {
      await listener.close();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
  };
}
