import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import { findFreePort } from '../harness/free-port.ts';
import { account, type Broker, type BrokerKind, bytesOf, inProcessBroker } from './broker.ts';

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** The in-process broker, Mosquitto if installed, and the broker of MQTT_TEST_URL if set. */
export function findBrokers(): BrokerKind[] {
  const kinds = [inProcessBroker];
  if (has('mosquitto') && has('mosquitto_passwd'))
    kinds.push({ name: 'Mosquitto', start: startMosquitto, canRestart: true });
  const given = process.env.MQTT_TEST_URL;
  if (given) kinds.push({ name: 'MQTT_TEST_URL', start: () => useExternalBroker(given), canRestart: false });
  return kinds;
}

async function startMosquitto(wanted?: number): Promise<Broker> {
  const port = wanted ?? (await findFreePort());
  const folder = await mkdtemp(join(tmpdir(), 'settlements-mosquitto-'));
  const passwords = join(folder, 'passwords');
  await writeFile(passwords, '', { mode: 0o600 });
  spawnSync('mosquitto_passwd', ['-b', passwords, account.username, account.password]);
  const config = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous false',
    `password_file ${passwords}`,
    'persistence false',
    'log_dest none',
    // Started as root, it would switch to a user who cannot read the folder.
    `user ${process.env.USER ?? 'root'}`,
  ];
  await writeFile(join(folder, 'mosquitto.conf'), `${config.join('\n')}\n`);
  await chmod(folder, 0o755);
  const child = spawn('mosquitto', ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' });
  const publisher = await connectPublisher(`mqtt://127.0.0.1:${port}`, child);
  return {
    port,
    publish: (topic, payload, retain = false) => publish(publisher, topic, payload, retain),
    async close() {
      await publisher.endAsync(true);
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An external broker: retained messages are removed afterwards. */
async function useExternalBroker(url: string): Promise<Broker> {
  const publisher = await connectPublisher(url);
  const kept = new Set<string>();
  return {
    port: Number(new URL(url).port || 1883),
    async publish(topic, payload, retain = false) {
      if (retain) kept.add(topic);
      await publish(publisher, topic, payload, retain);
    },
    async close() {
      for (const topic of kept) await publisher.publishAsync(topic, '', { retain: true, qos: 1 });
      await publisher.endAsync(true);
    },
  };
}

/** QoS 1: the broker has received it on return, as with the in-process one. */
async function publish(client: MqttClient, topic: string, payload: unknown, retain: boolean): Promise<void> {
  await client.publishAsync(topic, bytesOf(payload), { retain, qos: 1 });
}

async function connectPublisher(url: string, child?: ChildProcess): Promise<MqttClient> {
  const port = Number(new URL(url).port || 1883);
  for (let attempt = 0; attempt < 1_200 && !(await answers(port)); attempt += 1) {
    if (child && child.exitCode !== null) throw new Error(`Mosquitto ended with ${child.exitCode}`);
    await sleep(50);
  }
  const client = await mqtt.connectAsync(url, { ...account, reconnectPeriod: 0 });
  // Tests stop the broker while connected.
  client.on('error', () => {});
  return client;
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
}
