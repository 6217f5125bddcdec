import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../db/connect.ts';
import { type BackoffOptions, backoffDelay } from '../devices/backoff.ts';
import { type DeviceFailure, toFailure } from '../devices/failure.ts';
import { limits } from '../devices/limits.ts';
import type { DeviceDescription, ProviderIo, Reading, Snapshot } from '../devices/provider.ts';
import { type OpenProvider, providers } from '../devices/providers.ts';
import type { SecretBox } from '../devices/secret.ts';
import type { Text } from '../i18n/text.ts';
import { announce } from '../notify/announce.ts';
import type { Guard } from '../outbound/guard.ts';
import { addFailure, nextDeviceState, noTrouble } from '../rules/device-states.ts';
import type { Services } from '../services.ts';
import {
  type ClaimedConnection,
  claimDueConnections,
  findNextPoll,
  finishPoll,
  type PollResult,
  releasePoll,
} from '../store/device-polls.ts';
import { digestDevices, recordSnapshot } from './device-recording.ts';
import { createGate, type Gate } from './gate.ts';
import type { Worker } from './queue.ts';

export interface PollingEngine {
  readonly guard: Guard;
  readonly secrets: SecretBox;
  readonly keepDays: number;
}

export interface PollingParts extends PollingEngine {
  pool: Pool;
  services: Services;
  signal: AbortSignal;
  now(): Date;
  newId(): string;
  /** How many answers are stored at once: connections to the database are everybody's. */
  storing: Gate;
  random?: () => number;
  /** How long a broker is listened to. */
  listenMs?: number;
  /** Told with every connection that is asked: how many milliseconds after it was due. */
  onAsk?: (lateMs: number) => void;
}

const everyMs = 60_000;
/** Never sooner after a failure than after an answer. */
const backoff: BackoffOptions = { baseMs: 2 * everyMs, maxMs: 3_600_000 };
const atOnce = 64;
const mostBeforeClaiming = 48;
/** So that one account's hanging devices cannot hold all places. */
const perAccount = 4;
const pollMs = 25_000;
const lockMs = 90_000;
const storingAtOnce = 3;
/** A broker has no "tell me all": it is listened to for a while, longer than shaking hands may take. */
const listenMs = limits.handshakeMs + 2_000;

const noLongerMember: Text = {
  en: 'Paused: you no longer belong to this plot.',
  ru: 'Приостановлено: вы больше не числитесь на этом участке.',
};

/** Asks everything that is due and what becomes due meanwhile, until `until`. Tells how many were asked. */
export async function pollDueConnections(parts: PollingParts, until: Date): Promise<number> {
  const { pool, signal, now } = parts;
  const running = new Set<Promise<void>>();
  const accounts = new Map<string, number>();
  let asked = 0;
  let unrecorded: unknown;

  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  const start = (claimed: ClaimedConnection) => {
    const { accountId } = claimed;
    accounts.set(accountId, (accounts.get(accountId) ?? 0) + 1);
    asked += 1;
    parts.onAsk?.(now().getTime() - claimed.dueAt.getTime());
    const work = pollConnection(claimed, parts)
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
      const claimed = await claimDueConnections(pool, {
        now: time,
        lockedUntil: new Date(time.getTime() + lockMs),
        limit: atOnce - running.size,
        perAccount,
        busyAccounts: [...accounts].filter(([, count]) => count >= perAccount).map(([id]) => id),
      });
      for (const one of claimed) start(one);
      // Places are filled by the handful: to look for what is due once per answer would cost more than the answers.
      while (running.size > mostBeforeClaiming) await Promise.race(running);
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
  // What could not be recorded is taken up again when its lock ends; the others were not held up by it.
  if (unrecorded !== undefined) throw unrecorded;
  return asked;
}

/** Asks one connection and records the answer, or why there was none. */
export async function pollConnection(claimed: ClaimedConnection, parts: PollingParts): Promise<void> {
  const { pool, signal, now } = parts;
  let answer: Snapshot | DeviceFailure;
  if (!claimed.isMember) {
    await finishPoll(pool, claimed, { ...leaveAlone(claimed, now()), lastError: noLongerMember });
    return;
  }
  try {
    answer = await ask(claimed, parts);
  } catch (error) {
    if (signal.aborted) return await releasePoll(pool, claimed);
    answer = toFailure(error);
  }
  if ('readings' in answer) await recordAnswer(claimed, answer, parts);
  else await recordFailure(claimed, answer, parts);
}

async function ask(claimed: ClaimedConnection, parts: PollingParts): Promise<Snapshot> {
  const provider = providers.get(claimed.provider);
  if (!provider) throw new Error(`No provider ${claimed.provider}`);
  const secret = claimed.secret && parts.secrets.open(claimed.secret.toString('utf8'), claimed.id);
  const source = provider.open({ id: claimed.id, settings: claimed.settings, secret });
  const io: ProviderIo = { guard: parts.guard, now: parts.now };
  if (!source.canPoll) return await listenAWhile(source, io, parts);
  return await source.poll(io, AbortSignal.any([parts.signal, AbortSignal.timeout(pollMs)]));
}

async function listenAWhile(source: OpenProvider, io: ProviderIo, parts: PollingParts): Promise<Snapshot> {
  const devices = new Map<string, DeviceDescription>();
  const readings: Reading[] = [];
  let leftOut = 0;
  const enough = AbortSignal.timeout(parts.listenMs ?? listenMs);
  try {
    const keep = (snapshot: Snapshot) => {
      for (const device of snapshot.devices) devices.set(device.key, device);
      const room = limits.pendingReadings - readings.length;
      readings.push(...snapshot.readings.slice(0, room));
      leftOut += snapshot.leftOut + Math.max(0, snapshot.readings.length - room);
    };
    await source.subscribe(io, keep, AbortSignal.any([parts.signal, enough]));
  } catch (error) {
    if (!enough.aborted) throw error;
  }
  // Cut short by the end of the service: that it said nothing so far says nothing about it.
  parts.signal.throwIfAborted();
  return { devices: [...devices.values()], readings, leftOut };
}

async function recordAnswer(
  claimed: ClaimedConnection,
  snapshot: Snapshot,
  parts: PollingParts,
): Promise<void> {
  const now = parts.now();
  const described = snapshot.devices.length === 0 ? claimed.described : digestDevices(snapshot.devices);
  const random = (parts.random ?? Math.random)();
  await parts.storing(() =>
    parts.pool.begin(async (db) => {
      const isOurs = await finishPoll(db, claimed, {
        ...noTrouble,
        state: nextDeviceState(claimed.state, 'answered'),
        lastError: null,
        polledAt: now,
        // A little chance keeps ten thousand connections from meeting in one second.
        nextPollAt: new Date(now.getTime() + everyMs * (0.95 + random / 10)),
        described,
      });
      if (!isOurs) return;
      await recordSnapshot(db, {
        connectionId: claimed.id,
        snapshot,
        devicesChanged: described !== claimed.described,
        now,
        notBefore: new Date(now.getTime() - parts.keepDays * 24 * 3_600_000),
        newId: parts.newId,
      });
    }),
  );
}

async function recordFailure(
  claimed: ClaimedConnection,
  failure: DeviceFailure,
  parts: PollingParts,
): Promise<void> {
  const now = parts.now();
  const { trouble, tells } = addFailure(claimed, now);
  const delay = backoffDelay(trouble.failureCount, (parts.random ?? Math.random)(), backoff);
  await parts.storing(() =>
    parts.pool.begin(async (db) => {
      const isOurs = await finishPoll(db, claimed, {
        ...trouble,
        state: nextDeviceState(claimed.state, 'failed'),
        lastError: failure.text,
        polledAt: now,
        nextPollAt: new Date(now.getTime() + delay),
        described: claimed.described,
      });
      if (!isOurs || !tells) return;
      const { accountId, id: connectionId, name } = claimed;
      await announce(
        { db, now: parts.now, newId: parts.newId, services: parts.services },
        { type: 'device_trouble', accountId, connectionId, name },
      );
    }),
  );
}

function leaveAlone(claimed: ClaimedConnection, now: Date): Omit<PollResult, 'lastError'> {
  const { failureCount, failingSince, troubleToldAt, described } = claimed;
  const state = nextDeviceState(claimed.state, 'left');
  return { failureCount, failingSince, troubleToldAt, described, state, polledAt: now, nextPollAt: now };
}

const turnSeconds = 10;
export const devicePollingTurns = { queue: 'device_polls', everySeconds: turnSeconds } as const;

/** Each turn is somebody's; what is due is shared out by locks, so that turns of several instances may overlap. */
export function devicePollingWorker(engine: PollingEngine, services: () => Services): Worker {
  const storing = createGate(storingAtOnce);
  return {
    queue: devicePollingTurns.queue,
    // A turn waits for devices that hang; the next must not wait for it.
    concurrency: 4,
    lockSeconds: 120,
    attempts: 1,
    async handle(_payload, { pool, signal, now, newId }) {
      const until = new Date(now().getTime() + turnSeconds * 1000);
      await pollDueConnections({ ...engine, services: services(), pool, signal, now, newId, storing }, until);
    },
  };
}
