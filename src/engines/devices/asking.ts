import { limits } from './limits.ts';
import type { DeviceDescription, ProviderIo, Reading, Snapshot } from './provider.ts';
import type { OpenProvider } from './providers.ts';

/** A broker has no "tell me all": it is listened to for a while, longer than shaking hands may take. */
export const listenMs = limits.handshakeMs + 2_000;
/** Nothing that is asked, or listened to for a while, takes longer. */
export const longestAskMs = 25_000;

export interface AskingOptions {
  readonly signal: AbortSignal;
  /** How long a source that only speaks is listened to. */
  readonly listenMs?: number;
  /** It has said enough when it was heard for so long; left out: it is listened to until the end. */
  readonly enoughAfterMs?: number;
}

/** What a source says now: asked where it can be asked, otherwise listened to for a while. */
export async function askSource(
  source: OpenProvider,
  io: ProviderIo,
  options: AskingOptions,
): Promise<Snapshot> {
  if (!source.canPoll) return await listenAWhile(source, io, options);
  return await source.poll(io, AbortSignal.any([options.signal, AbortSignal.timeout(longestAskMs)]));
}

async function listenAWhile(source: OpenProvider, io: ProviderIo, options: AskingOptions): Promise<Snapshot> {
  const devices = new Map<string, DeviceDescription>();
  const readings: Reading[] = [];
  let leftOut = 0;
  const enough = new AbortController();
  const timers = [setTimeout(() => enough.abort(), options.listenMs ?? listenMs)];
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
  // Cut short by the end of the service: that it said nothing so far says nothing about it.
  options.signal.throwIfAborted();
  return { devices: [...devices.values()], readings, leftOut };
}
