import { limits } from './limits.ts';
import type { DeviceDescription, ProviderIo, Reading, Snapshot } from './provider.ts';
import type { ConfiguredProvider } from './providers.ts';

/** MQTT cannot be polled, so it is subscribed to for a while, longer than the handshake timeout. */
export const subscribeMs = limits.handshakeMs + 2_000;
/** Upper limit of a poll or a temporary subscription. */
export const maxPollMs = 25_000;

export interface PollOptions {
  readonly signal: AbortSignal;
  /** How long a source that cannot be polled is subscribed to. */
  readonly listenMs?: number;
  /** If set, ends this long after the first data arrived. */
  readonly enoughAfterMs?: number;
}

/** Current values of a source: polled if possible, else subscribed to for a while. */
export async function pollSource(
  source: ConfiguredProvider,
  io: ProviderIo,
  options: PollOptions,
): Promise<Snapshot> {
  if (!source.canPoll) return await subscribeBriefly(source, io, options);
  return await source.poll(io, AbortSignal.any([options.signal, AbortSignal.timeout(maxPollMs)]));
}

async function subscribeBriefly(
  source: ConfiguredProvider,
  io: ProviderIo,
  options: PollOptions,
): Promise<Snapshot> {
  const devices = new Map<string, DeviceDescription>();
  const readings: Reading[] = [];
  let leftOut = 0;
  const enough = new AbortController();
  const timers = [setTimeout(() => enough.abort(), options.listenMs ?? subscribeMs)];
  try {
    const keep = (snapshot: Snapshot) => {
      for (const device of snapshot.devices) devices.set(device.key, device);
      const room = limits.pendingReadings - readings.length;
      readings.push(...snapshot.readings.slice(0, room));
      leftOut += snapshot.leftOut + Math.max(0, snapshot.readings.length - room);
      if (options.enoughAfterMs !== undefined && timers.length === 1)
        timers.push(setTimeout(() => enough.abort(), options.enoughAfterMs));
    };
    await source.subscribe(io, keep, AbortSignal.any([options.signal, enough.signal]));
  } catch (error) {
    if (!enough.signal.aborted) throw error;
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
  // Aborted by the shutdown of the service: an incomplete result says nothing about the source.
  options.signal.throwIfAborted();
  return { devices: [...devices.values()], readings, leftOut };
}
