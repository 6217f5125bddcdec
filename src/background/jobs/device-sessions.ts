import type { Pool } from '../../base/db/connect.ts';
import { DatabaseUnavailable } from '../../base/db/driver/unavailable.ts';
import type { Text } from '../../base/i18n/text.ts';
import { nextDeviceState, noTrouble } from '../../domain/rules/device-states.ts';
import type { BackoffOptions } from '../../engines/devices/backoff.ts';
import { type DeviceFailure, type DeviceReason, toFailure } from '../../engines/devices/failure.ts';
import { limits } from '../../engines/devices/limits.ts';
import type { ProviderIo, Snapshot } from '../../engines/devices/provider.ts';
import type { OpenProvider } from '../../engines/devices/providers.ts';
import { keepSubscribed } from '../../engines/devices/subscription.ts';
import type { Guard } from '../../engines/outbound/guard.ts';
import {
  type ClaimedConnection,
  finishPolls,
  isStillMember,
  type PollResult,
  releasePoll,
} from '../../store/devices/device-polls.ts';
import { digestDevices } from './device-recording.ts';
import type { Storing } from './device-storing.ts';

export interface SessionParts {
  readonly pool: Pool;
  readonly storing: Storing;
  readonly guard: Guard;
  readonly signal: AbortSignal;
  now(): Date;
  /** How many connections one process listens to; beyond it they are asked or heard in turns. */
  readonly most?: number;
  readonly renewMs?: number;
  readonly openMs?: number;
  readonly backoff?: BackoffOptions;
}

export interface Sessions {
  /** Listens to the connection from now on, and keeps it locked meanwhile. False: there is no room, or it did not work lately. */
  take(claimed: ClaimedConnection, source: OpenProvider): boolean;
  readonly size: number;
  /** When all of them have ended, after the signal. */
  ended(): Promise<void>;
}

/** Of an instance that died, another takes a connection over after this. */
const leaseMs = 30_000;
/** Twelve seconds pass at most between two renewals, so that a slow database has as long again and more. */
const renewMs = 8_000;
/** A house's socket and what it described are some tens of kilobytes. */
const mostSessions = 500;
/** A broker that restarts is back within these; one that is gone becomes a failure like any other. */
const quickBackoff: BackoffOptions = { baseMs: 1000, maxMs: 15_000 };
const quickTries = 4;
const passing: ReadonlySet<DeviceReason> = new Set(['connection_lost', 'connect_failed', 'timed_out']);
const nothing: Snapshot = { devices: [], readings: [], leftOut: 0 };

const noLongerMember: Text = {
  en: 'Paused: you no longer belong to this plot.',
  ru: 'Приостановлено: вы больше не числитесь на этом участке.',
};

/** What becomes of a connection whose owner left the plot. */
export function leaveAlone(claimed: ClaimedConnection, now: Date): PollResult {
  const { failureCount, failingSince, troubleToldAt, described } = claimed;
  const state = nextDeviceState(claimed.state, 'left');
  const trouble = { failureCount, failingSince, troubleToldAt };
  return { ...trouble, described, state, polledAt: now, nextPollAt: now, lastError: noLongerMember };
}

/**
 * Connections that are listened to without a break. The lock of a poll is the lease: every batch that is stored and
 * eight seconds of silence renew it, and whoever pauses, ends or changes the connection takes it away.
 */
export function createSessions(parts: SessionParts): Sessions {
  const running = new Map<string, Promise<void>>();
  /** Sources that can be asked too, and whose line did not open: they are asked until this time. */
  const silentUntil = new Map<string, number>();
  const io: ProviderIo = { guard: parts.guard, now: parts.now, describesAsPolled: true };

  return {
    take(claimed, source) {
      const time = parts.now().getTime();
      if (parts.signal.aborted || running.size >= (parts.most ?? mostSessions)) return false;
      if ((silentUntil.get(claimed.id) ?? 0) > time) return false;
      silentUntil.delete(claimed.id);
      const work = listen(claimed, source, io, parts)
        .then((ending) => {
          if (ending !== 'never opened' || !source.canPoll) return;
          // Bounded like the connections it stands for.
          if (silentUntil.size > 10_000) silentUntil.clear();
          silentUntil.set(claimed.id, parts.now().getTime() + 3_600_000);
        })
        // Nothing could be recorded: the lock runs out, and the connection is taken up again.
        .catch(() => {})
        .finally(() => running.delete(claimed.id));
      running.set(claimed.id, work);
      return true;
    },
    get size() {
      return running.size;
    },
    ended: async () => void (await Promise.all(running.values())),
  };
}

async function listen(
  claimed: ClaimedConnection,
  source: OpenProvider,
  io: ProviderIo,
  parts: SessionParts,
): Promise<'listened' | 'never opened'> {
  const { pool, storing, now } = parts;
  const leaving = new AbortController();
  const signal = AbortSignal.any([parts.signal, leaving.signal]);
  let held = claimed;
  let hasAnswered = false;
  let isLost = false;
  let broken: DeviceFailure | undefined;
  let storedAt = 0;

  const keep = async (snapshot: Snapshot) => {
    if (isLost) return;
    const keepUntil = new Date(now().getTime() + leaseMs);
    isLost = !(await storing.answer(held, snapshot, keepUntil));
    if (isLost) return leaving.abort();
    const described = snapshot.devices.length === 0 ? held.described : digestDevices(snapshot.devices);
    const state = nextDeviceState(held.state, 'answered');
    held = { ...held, ...noTrouble, lockedUntil: keepUntil, state, described };
    hasAnswered = true;
    storedAt = now().getTime();
  };
  // One after the other: each needs the lock that the one before left.
  let tail: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = tail.then(work);
    tail = mine.catch(() => {});
    return mine;
  };
  const fail = (error: unknown) => {
    // Our own database is away: that says nothing about the device, which is taken up again when its lock runs out.
    if (error instanceof DatabaseUnavailable) isLost = true;
    else broken ??= toFailure(error);
    leaving.abort();
  };
  const renew = async () => {
    if (!(await isStillMember(pool, claimed.id))) {
      await finishPolls(pool, [{ claimed: held, result: leaveAlone(held, now()) }]);
      isLost = true;
      leaving.abort();
    } else if (now().getTime() - storedAt >= every / 2) await keep(nothing);
  };
  const every = parts.renewMs ?? renewMs;
  // Connected, and with nothing to say: a line that did not open has failed by then.
  const opened = setTimeout(
    () => void inTurn(async () => void (hasAnswered || (await keep(nothing)))).catch(fail),
    parts.openMs ?? 2 * limits.handshakeMs + 2_000,
  );
  const renewing = setInterval(() => hasAnswered && void inTurn(renew).catch(fail), every);
  try {
    await keepSubscribed(
      source,
      io,
      {
        onSnapshot: (snapshot) => inTurn(() => keep(snapshot)),
        onFailure: (failure, failures) => {
          if (!hasAnswered || failures >= quickTries || !passing.has(failure.reason)) fail(failure);
        },
      },
      signal,
      parts.backoff ?? quickBackoff,
    );
  } finally {
    clearTimeout(opened);
    clearInterval(renewing);
  }
  await tail;
  if (isLost) return 'listened';
  if (parts.signal.aborted || (broken && !hasAnswered && source.canPoll)) {
    await releasePoll(pool, held, now());
    return parts.signal.aborted ? 'listened' : 'never opened';
  }
  if (broken) await storing.failure(held, broken);
  return 'listened';
}
