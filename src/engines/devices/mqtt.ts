import { z } from 'zod';
import { createSnapshotCollector } from './collector.ts';
import { limits } from './limits.ts';
import { createDiscovery } from './mqtt-discovery.ts';
import { openMqtt } from './mqtt-session.ts';
import type { TopicSource } from './mqtt-topics.ts';
import { isPlainTopic } from './mqtt-topics.ts';
import { createZigbee2Mqtt } from './mqtt-zigbee.ts';
import type { Provider } from './provider.ts';
import { createSnapshotDelivery } from './snapshot-delivery.ts';

const topic = z
  .string()
  .min(1)
  .max(100)
  .refine((written) => isPlainTopic(written) && !written.endsWith('/'), 'a topic without wildcards');

const settings = z.object({
  host: z.string().min(1).max(255).describe('Of the broker.'),
  port: z.int().min(1).max(65535).default(8883).describe('8883 if left out.'),
  tls: z.boolean().default(true).describe('Encrypted; true if left out.'),
  username: z.string().max(200).optional().describe('At the broker.'),
  discovery_topic: topic.default('homeassistant').describe('Of Home Assistant discovery.'),
  zigbee2mqtt_topic: topic.default('zigbee2mqtt').describe('Base topic of Zigbee2MQTT.'),
});
type Settings = z.infer<typeof settings>;

/** MQTT broker: devices announced by Home Assistant discovery, and those of Zigbee2MQTT. */
export const mqtt: Provider<Settings> = {
  name: 'mqtt',
  secret: 'optional',
  settings,

  async subscribe({ settings: wanted, secret }, { guard, now }, onSnapshot, signal) {
    const collector = createSnapshotCollector(now);
    const sources: readonly TopicSource[] = [
      createDiscovery(collector, wanted.discovery_topic),
      createZigbee2Mqtt(collector, wanted.zigbee2mqtt_topic),
    ];
    const session = await openMqtt(
      guard,
      { ...wanted, password: secret?.reveal() },
      (name, payload, isRetained) => {
        const message = { topic: name, payload, isRetained, receivedAt: now() };
        for (const source of sources) {
          const topics = source.receive(message);
          if (topics.length > 0) session.subscribe(topics.slice(0, limits.topics));
        }
        delivery.schedule();
      },
      now,
      signal,
    );
    const delivery = createSnapshotDelivery(collector, onSnapshot, session.fail);
    try {
      await session.start(sources.flatMap((source) => source.topics));
      await session.closed;
    } finally {
      session.close();
      await delivery.finish();
    }
  },
};
