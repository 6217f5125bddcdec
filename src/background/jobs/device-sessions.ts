import type { Pool } from '../../base/db/connect.ts';
import { DatabaseUnavailable } from '../../base/db/driver/unavailable.ts';
import type { Text } from '../../base/i18n/text.ts';
import { nextDeviceState, noFailures } from '../../domain/rules/device-states.ts';
import type { BackoffOptions } from '../../engines/devices/backoff.ts';
import { type DeviceFailure, type DeviceReason, toDeviceFailure } from '../../engines/devices/failure.ts';
import { limits } from '../../engines/devices/limits.ts';
import type { ProviderIo, Snapshot } from '../../engines/devices/provider.ts';
import type { ConfiguredProvider } from '../../engines/devices/providers.ts';
import { keepSubscribed } from '../../engines/devices/subscription.ts';
import type { Guard } from '../../engines/outbound/guard.ts';
import {
  type ClaimedConnection,
  finishPolls,
  isOwnerStillMember,
  type PollResult,
  releasePoll,
} from '../../store/devices/device-polls.ts';
import { digestDevices } from './device-recording.ts';
import type { PollResultWriter } from './poll-result-writer.ts';

export interface DeviceSessionOptions {
  readonly pool: Pool;
  readonly storing: PollResultWriter;
  readonly guard: Guard;
  readonly signal: AbortSignal;
  now(): Date;
  /** Sessions per process; further connections are polled. */
  readonly maxSessions?: number;
  readonly renewMs?: number;
  readonly openMs?: number;
  readonly backoff?: BackoffOptions;
}

export interface DeviceSessions {
  /** Starts a session and keeps the connection locked. False when the limit is reached or it failed recently. */
  start(claimed: ClaimedConnection, source: ConfiguredProvider): boolean;
  readonly size: number;
  /** Resolves when all sessions have ended, after the signal. */
  whenEnded(): Promise<void>;
}

/** When an instance dies, another takes over after this. */
const leaseMs = 30_000;
/** At most 12 s pass between renewals, which leaves a slow database more than as long again. */
const renewMs = 8_000;
/** One session needs some tens of kilobytes. */
const defaultMaxSessions = 500;
/** Covers the restart of a broker; a longer outage is recorded as a failure. */
const reconnectBackoff: BackoffOptions = { baseMs: 1000, maxMs: 15_000 };
const maxReconnects = 4;
const transientReasons: ReadonlySet<DeviceReason> = new Set([
  'connection_lost',
  'connect_failed',
  'timed_out',
]);
const emptySnapshot: Snapshot = { devices: [], readings: [], leftOut: 0 };

const noLongerMember: Text = {
  en: 'Paused: you no longer belong to this plot.',
  ru: 'Приостановлено: вы больше не числитесь на этом участке.',
};

/** Pauses a connection whose owner left the plot. */
export function pauseForFormerMember(claimed: ClaimedConnection, now: Date): PollResult {
  const { failureCount, failingSince, troubleToldAt, described } = claimed;
  const state = nextDeviceState(claimed.state, 'left');
  const trouble = { failureCount, failingSince, troubleToldAt };
  return { ...trouble, described, state, polledAt: now, nextPollAt: now, lastError: noLongerMember };
}

/**
 * Long-lived subscriptions. The poll lock is the lease: renewed by every stored batch and after 8 s without one; lost
 * when the connection is paused, revoked or changed.
 */
export function createDeviceSessions(options: DeviceSessionOptions): DeviceSessions {
  const running = new Map<string, Promise<void>>();
  /** Pollable sources whose subscription could not be opened: polled until this time. */
  const silentUntil = new Map<string, number>();
  const io: ProviderIo = { guard: options.guard, now: options.now, describesAsPolled: true };

  return {
    start(claimed, source) {
      const time = options.now().getTime();
      if (options.signal.aborted || running.size >= (options.maxSessions ?? defaultMaxSessions)) return false;
      if ((silentUntil.get(claimed.id) ?? 0) > time) return false;
      silentUntil.delete(claimed.id);
      const work = runSession(claimed, source, io, options)
        .then((ending) => {
          if (ending !== 'never opened' || !source.canPoll) return;
          // Bounds the map.
          if (silentUntil.size > 10_000) silentUntil.clear();
          silentUntil.set(claimed.id, options.now().getTime() + 3_600_000);
        })
        // The result could not be stored: the lock expires and the connection is claimed again.
        .catch(() => {})
        .finally(() => running.delete(claimed.id));
      running.set(claimed.id, work);
      return true;
    },
    get size() {
      return running.size;
    },
    whenEnded: async () => void (await Promise.all(running.values())),
  };
}

async function runSession(
  claimed: ClaimedConnection,
  source: ConfiguredProvider,
  io: ProviderIo,
  options: DeviceSessionOptions,
): Promise<'listened' | 'never opened'> {
  const { pool, storing, now } = options;
  const leaving = new AbortController();
  const signal = AbortSignal.any([options.signal, leaving.signal]);
  let held = claimed;
  let hasAnswered = false;
  let isLost = false;
  let broken: DeviceFailure | undefined;
  let storedAt = 0;

  const keep = async (snapshot: Snapshot) => {
    if (isLost) return;
    const keepUntil = new Date(now().getTime() + leaseMs);
    isLost = !(await storing.saveSnapshot(held, snapshot, keepUntil));
    if (isLost) return leaving.abort();
    const described = snapshot.devices.length === 0 ? held.described : digestDevices(snapshot.devices);
    const state = nextDeviceState(held.state, 'answered');
    held = { ...held, ...noFailures, lockedUntil: keepUntil, state, described };
    hasAnswered = true;
    storedAt = now().getTime();
  };
  // Sequential: each write needs the lock time set by the previous one.
  let tail: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = tail.then(work);
    tail = mine.catch(() => {});
    return mine;
  };
  const fail = (error: unknown) => {
    // A database outage is not a device failure; the connection is claimed again when its lock expires.
    if (error instanceof DatabaseUnavailable) isLost = true;
    else broken ??= toDeviceFailure(error);
    leaving.abort();
  };
  const renew = async () => {
    if (!(await isOwnerStillMember(pool, claimed.id))) {
      await finishPolls(pool, [{ claimed: held, result: pauseForFormerMember(held, now()) }]);
      isLost = true;
      leaving.abort();
    } else if (now().getTime() - storedAt >= every / 2) await keep(emptySnapshot);
  };
  const every = options.renewMs ?? renewMs;
  // Connected but no data yet: a subscription that could not be opened would have failed by now.
  const opened = setTimeout(
    () => void inTurn(async () => void (hasAnswered || (await keep(emptySnapshot)))).catch(fail),
    options.openMs ?? 2 * limits.handshakeMs + 2_000,
  );
  const renewing = setInterval(() => hasAnswered && void inTurn(renew).catch(fail), every);
  try {
    await keepSubscribed(
      source,
      io,
      {
        onSnapshot: (snapshot) => inTurn(() => keep(snapshot)),
        onFailure: (failure, failures) => {
          if (!hasAnswered || failures >= maxReconnects || !transientReasons.has(failure.reason))
            fail(failure);
        },
      },
      signal,
      options.backoff ?? reconnectBackoff,
    );
  } finally {
    clearTimeout(opened);
    clearInterval(renewing);
  }
  await tail;
  if (isLost) return 'listened';
  if (options.signal.aborted || (broken && !hasAnswered && source.canPoll)) {
    await releasePoll(pool, held, now());
    return options.signal.aborted ? 'listened' : 'never opened';
  }
  if (broken) await storing.saveFailure(held, broken);
  return 'listened';
}
