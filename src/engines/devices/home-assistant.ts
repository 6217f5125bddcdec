import { z } from 'zod';
import { createSnapshotCollector } from './collector.ts';
import { DeviceFailure, requireOkStatus } from './failure.ts';
import { openHomeAssistant } from './home-assistant-socket.ts';
import { addState, addStates, type EntityRegistry, readRegistry } from './home-assistant-states.ts';
import { parseJson, readProperty } from './json.ts';
import { limits } from './limits.ts';
import type { Connection, Provider } from './provider.ts';
import { createSnapshotDelivery } from './snapshot-delivery.ts';

const settings = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .describe('As a browser opens it.'),
});
type Settings = z.infer<typeof settings>;

/** Unchanged sensors send no events; all states are polled to see that they still report. */
const refreshIntervalMs = 300_000;

export const homeAssistant: Provider<Settings> = {
  name: 'home_assistant',
  secret: 'required',
  settings,

  async poll(connection, { guard, now }, signal) {
    const answer = await guard.guardedFetch(buildEndpoint(connection.settings.url, 'api/states'), {
      headers: { authorization: `Bearer ${readToken(connection)}`, accept: 'application/json' },
      maxBytes: limits.answerBytes,
      timeoutMs: limits.requestMs,
      signal,
    });
    requireOkStatus(answer.status);
    const collector = createSnapshotCollector(now);
    addStates(collector, parseJson(answer.body), emptyRegistry, now());
    return collector.takeSnapshot();
  },

  async subscribe(connection, { guard, now, describesAsPolled }, onSnapshot, signal) {
    const url = buildEndpoint(connection.settings.url, 'api/websocket').replace(/^http/, 'ws');
    const channel = await openHomeAssistant(guard, url, readToken(connection), now, signal);
    const collector = createSnapshotCollector(now);
    const delivery = createSnapshotDelivery(collector, onSnapshot, channel.fail);
    try {
      const registry = describesAsPolled ? emptyRegistry : await fetchRegistry(channel.ask);
      await channel.listen('state_changed', (event) => {
        addState(collector, readProperty(readProperty(event, 'data'), 'new_state'), registry, now());
        delivery.schedule();
      });
      const refresh = async () => {
        addStates(collector, await channel.ask('get_states'), registry, now());
        delivery.schedule();
      };
      await refresh();
      const timer = setInterval(() => void refresh().catch(channel.fail), refreshIntervalMs);
      try {
        await channel.closed;
      } finally {
        clearInterval(timer);
      }
    } finally {
      channel.close();
      await delivery.finish();
    }
  },
};

const emptyRegistry: EntityRegistry = readRegistry([], []);

/** Registries are missing in old versions or forbidden for the token; then there is a single device. */
async function fetchRegistry(ask: (type: string) => Promise<unknown>): Promise<EntityRegistry> {
  const list = (type: string) =>
    ask(type).catch((error: unknown) => {
      if (error instanceof DeviceFailure && error.reason === 'unexpected_answer') return [];
      throw error;
    });
  const devices = await list('config/device_registry/list');
  return readRegistry(devices, await list('config/entity_registry/list'));
}

function buildEndpoint(base: string, path: string): string {
  const url = new URL(base);
  url.search = '';
  url.hash = '';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url.href;
}

function readToken({ secret }: Connection<Settings>): string {
  const value = secret?.reveal().trim() ?? '';
  if (value === '') throw new DeviceFailure('secret_missing');
  // Other characters are not valid in a token and could inject headers.
  if (!/^[\x21-\x7e]{1,4096}$/.test(value)) throw new DeviceFailure('unauthorized');
  return value;
}
