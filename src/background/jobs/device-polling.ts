import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../base/db/connect.ts';
import type { SecretBox } from '../../base/encryption/secret-box.ts';
import type { Worker } from '../../domain/kernel/jobs.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { type DeviceFailure, toDeviceFailure } from '../../engines/devices/failure.ts';
import { maxPollMs, pollSource } from '../../engines/devices/polling.ts';
import type { Snapshot } from '../../engines/devices/provider.ts';
import { type ConfiguredProvider, providers } from '../../engines/devices/providers.ts';
import type { Guard } from '../../engines/outbound/guard.ts';
import {
  type ClaimedConnection,
  claimDueConnections,
  findNextPoll,
  finishPolls,
  releasePoll,
} from '../../store/devices/device-polls.ts';
import { createDeviceSessions, type DeviceSessions, pauseForFormerMember } from './device-sessions.ts';
import { createPollResultWriter, type PollResultWriter } from './poll-result-writer.ts';

export interface PollingEngine {
  readonly guard: Guard;
  readonly secrets: SecretBox;
  readonly keepDays: number;
}

export interface PollingOptions extends PollingEngine {
  pool: Pool;
  signal: AbortSignal;
  now(): Date;
  storing: PollResultWriter;
  /** Absent: no long-lived subscriptions, only polls. */
  sessions?: DeviceSessions;
  /** Listening time of a single poll of a broker. */
  listenMs?: number;
  /** Called for every poll with its delay in milliseconds. */
  onPoll?: (lateMs: number) => void;
}

/** Exceeds the longest poll, or the wait for a first message, plus the time to store it. */
const pollLockMs = maxPollMs + 20_000;
const maxConcurrentPolls = 128;
const claimThreshold = 64;
/** So that hanging devices of one account cannot use up all slots. */
const maxPollsPerAccount = 4;

/** Polls everything that is or becomes due until `until`. Returns the number of polls. */
export async function pollDueConnections(options: PollingOptions, until: Date): Promise<number> {
  const { pool, signal, now } = options;
  const running = new Set<Promise<void>>();
  const accounts = new Map<string, number>();
  let polled = 0;
  let unrecorded: unknown;

  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  const start = (claimed: ClaimedConnection) => {
    const { accountId } = claimed;
    accounts.set(accountId, (accounts.get(accountId) ?? 0) + 1);
    polled += 1;
    options.onPoll?.(now().getTime() - claimed.dueAt.getTime());
    const work = pollConnection(claimed, options)
      .catch((error: unknown) => {
        unrecorded ??= error;
      })
      .finally(() => {
        running.delete(work);
        const left = (accounts.get(accountId) ?? 1) - 1;
        if (left > 0) accounts.set(accountId, left);
        else accounts.delete(accountId);
      });
    running.add(work);
  };

  try {
    while (!signal.aborted && now() < until) {
      const time = now();
      const limit = maxConcurrentPolls - running.size;
      const claimed = await claimDueConnections(pool, {
        now: time,
        lockedUntil: new Date(time.getTime() + pollLockMs),
        limit,
        perAccount: maxPollsPerAccount,
        busyAccounts: [...accounts].filter(([, count]) => count >= maxPollsPerAccount).map(([id]) => id),
      });
      for (const one of claimed) start(one);
      // Refills slots in batches: one claim query per answer would cost more than the polls.
      while (running.size > claimThreshold) await Promise.race(running);
      // A full batch means that more are due.
      if (claimed.length === limit) continue;
      if (running.size > 0) await pause(100);
      else if (claimed.length === 0) {
        const next = await findNextPoll(pool, now());
        if (next === null || next >= until) break;
        await pause(Math.max(50, next.getTime() - now().getTime()));
      }
    }
  } finally {
    await Promise.all(running);
  }
  // Unstored results are polled again when their lock expires; they did not delay the others.
  if (unrecorded !== undefined) throw unrecorded;
  return polled;
}

/** Polls one connection and stores the result or the failure. */
export async function pollConnection(claimed: ClaimedConnection, options: PollingOptions): Promise<void> {
  const { pool, signal, now, storing } = options;
  if (!claimed.isMember) {
    await finishPolls(pool, [{ claimed, result: pauseForFormerMember(claimed, now()) }]);
    return;
  }
  let answer: Snapshot | DeviceFailure;
  try {
    const source = openSource(claimed, options);
    if (source.canSubscribe && options.sessions?.start(claimed, source)) return;
    answer = await pollSource(source, { guard: options.guard, now }, options);
  } catch (error) {
    if (signal.aborted) return await releasePoll(pool, claimed, now());
    answer = toDeviceFailure(error);
  }
  if ('readings' in answer) await storing.saveSnapshot(claimed, answer);
  else await storing.saveFailure(claimed, answer);
}

function openSource(claimed: ClaimedConnection, options: PollingOptions): ConfiguredProvider {
  const provider = providers.get(claimed.provider);
  if (!provider) throw new Error(`No provider ${claimed.provider}`);
  const secret = claimed.secret && options.secrets.open(claimed.secret.toString('utf8'), claimed.id);
  return provider.open({ id: claimed.id, settings: claimed.settings, secret });
}

const intervalSeconds = 10;
export const devicePollingSchedule = { queue: 'device_polls', everySeconds: intervalSeconds } as const;

/** Runs may overlap across instances: due connections are distributed by locks. */
export function devicePollingWorker(engine: PollingEngine, services: () => Services): Worker {
  let storing: PollResultWriter | undefined;
  let sessions: DeviceSessions | undefined;
  return {
    queue: devicePollingSchedule.queue,
    // A run waits for hanging devices; the next must not wait for it.
    concurrency: 4,
    lockSeconds: 120,
    attempts: 1,
    async handle(_payload, { pool, signal, now, newId }) {
      storing ??= createPollResultWriter({
        pool,
        services: services(),
        keepDays: engine.keepDays,
        now,
        newId,
      });
      sessions ??= createDeviceSessions({ pool, storing, guard: engine.guard, now, signal });
      const until = new Date(now().getTime() + intervalSeconds * 1000);
      await pollDueConnections({ ...engine, pool, signal, now, storing, sessions }, until);
    },
    stop: async () => sessions?.whenEnded(),
  };
}
