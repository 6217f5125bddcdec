import { z } from 'zod';
import { createCollector } from './collector.ts';
import { createDelivery } from './delivery.ts';
import { DeviceFailure, requireOk } from './failure.ts';
import { openHomeAssistant } from './home-assistant-socket.ts';
import { addState, addStates, type Registry, readRegistry } from './home-assistant-states.ts';
import { parseJson, property } from './json.ts';
import { limits } from './limits.ts';
import type { Connection, Provider } from './provider.ts';

const settings = z.object({
  /** Base URL of Home Assistant, as opened in a browser. */
  url: z.url({ protocol: /^https?$/ }).max(500),
});
type Settings = z.infer<typeof settings>;

/** Unchanged sensors send no events; all states are polled to see that they still report. */
const refreshMs = 300_000;

export const homeAssistant: Provider<Settings> = {
  name: 'home_assistant',
  secret: 'required',
  settings,

  async poll(connection, { guard, now }, signal) {
    const answer = await guard.guardedFetch(endpoint(connection.settings.url, 'api/states'), {
      headers: { authorization: `Bearer ${token(connection)}`, accept: 'application/json' },
      maxBytes: limits.answerBytes,
      timeoutMs: limits.requestMs,
      signal,
    });
    requireOk(answer.status);
    const collector = createCollector(now);
    addStates(collector, parseJson(answer.body), emptyRegistry, now());
    return collector.take();
  },

  async subscribe(connection, { guard, now, describesAsPolled }, onSnapshot, signal) {
    const url = endpoint(connection.settings.url, 'api/websocket').replace(/^http/, 'ws');
    const channel = await openHomeAssistant(guard, url, token(connection), now, signal);
    const collector = createCollector(now);
    const delivery = createDelivery(collector, onSnapshot, channel.fail);
    try {
      const registry = describesAsPolled ? emptyRegistry : await askRegistry(channel.ask);
      await channel.listen('state_changed', (event) => {
        addState(collector, property(property(event, 'data'), 'new_state'), registry, now());
        delivery.note();
      });
      const refresh = async () => {
        addStates(collector, await channel.ask('get_states'), registry, now());
        delivery.note();
      };
      await refresh();
      const timer = setInterval(() => void refresh().catch(channel.fail), refreshMs);
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

const emptyRegistry: Registry = readRegistry([], []);

/** Registries are missing in old versions or forbidden for the token; then there is a single device. */
async function askRegistry(ask: (type: string) => Promise<unknown>): Promise<Registry> {
  const list = (type: string) =>
    ask(type).catch((error: unknown) => {
      if (error instanceof DeviceFailure && error.reason === 'unexpected_answer') return [];
      throw error;
    });
  const devices = await list('config/device_registry/list');
  return readRegistry(devices, await list('config/entity_registry/list'));
}

function endpoint(base: string, path: string): string {
  const url = new URL(base);
  url.search = '';
  url.hash = '';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url.href;
}

function token({ secret }: Connection<Settings>): string {
  const value = secret?.reveal().trim() ?? '';
  if (value === '') throw new DeviceFailure('secret_missing');
  // Other characters are not valid in a token and could inject headers.
  if (!/^[\x21-\x7e]{1,4096}$/.test(value)) throw new DeviceFailure('unauthorized');
  return value;
}
