import type { Secret } from '../../base/encryption/secret-box.ts';
import { DeviceFailure } from './failure.ts';
import { homeAssistant } from './home-assistant.ts';
import { jsonHttp } from './json-http.ts';
import { manual } from './manual.ts';
import { mqtt } from './mqtt.ts';
import type { Connection, OnSnapshot, Provider, ProviderIo, Snapshot } from './provider.ts';
import { push } from './push.ts';

/** A provider with validated settings, which hides their type. */
export interface ConfiguredProvider {
  readonly name: string;
  readonly canPoll: boolean;
  readonly canSubscribe: boolean;
  poll(io: ProviderIo, signal: AbortSignal): Promise<Snapshot>;
  subscribe(io: ProviderIo, onSnapshot: OnSnapshot, signal: AbortSignal): Promise<void>;
}

interface ProviderEntry {
  readonly name: string;
  readonly secret: Provider['secret'];
  readonly settings: Provider['settings'];
  /** The device pushes, or people type: it cannot be polled or subscribed to. */
  readonly isPush: boolean;
  open(stored: { id: string; settings: unknown; secret: Secret | null }): ConfiguredProvider;
}

/** To add a provider, add its file and an entry here. */
const entries: readonly ProviderEntry[] = [
  createEntry(homeAssistant),
  createEntry(mqtt),
  createEntry(jsonHttp),
  createEntry(push),
  createEntry(manual),
];

export const providers: ReadonlyMap<string, ProviderEntry> = new Map(
  entries.map((entry) => [entry.name, entry]),
);

function createEntry<Settings>(provider: Provider<Settings>): ProviderEntry {
  return {
    name: provider.name,
    secret: provider.secret,
    settings: provider.settings,
    isPush: provider.poll === undefined && provider.subscribe === undefined,
    open(stored) {
      const settings = provider.settings.safeParse(stored.settings);
      if (!settings.success) throw new DeviceFailure('bad_settings');
      if (provider.secret === 'required' && !stored.secret) throw new DeviceFailure('secret_missing');
      const connection: Connection<Settings> = { ...stored, settings: settings.data };
      return {
        name: provider.name,
        canPoll: provider.poll !== undefined,
        canSubscribe: provider.subscribe !== undefined,
        async poll(io, signal) {
          if (!provider.poll) throw new DeviceFailure('bad_settings');
          return await provider.poll(connection, io, signal);
        },
        async subscribe(io, onSnapshot, signal) {
          if (!provider.subscribe) throw new DeviceFailure('bad_settings');
          await provider.subscribe(connection, io, onSnapshot, signal);
        },
      };
    },
  };
}
