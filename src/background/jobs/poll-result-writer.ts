import type { Pool } from '../../base/db/connect.ts';
import { createFairShare, serviceOwner } from '../../base/threads/fair-share.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { addFailure, nextDeviceState, noFailures } from '../../domain/rules/device-states.ts';
import { sensorAlertJob } from '../../domain/rules/sensor-alerts.ts';
import { nameDevices } from '../../domain/rules/sensor-names.ts';
import { type BackoffOptions, backoffDelay } from '../../engines/devices/backoff.ts';
import type { DeviceFailure } from '../../engines/devices/failure.ts';
import type { Snapshot } from '../../engines/devices/provider.ts';
import { publishEvent } from '../../features/notify/publish-event.ts';
import {
  type ClaimedConnection,
  disableSynchronousCommit,
  type FinishedPoll,
  finishPolls,
} from '../../store/devices/device-polls.ts';
import { listDeviceNames } from '../../store/devices/devices.ts';
import { createBatcher } from './batching.ts';
import { digestDevices, recordSnapshots } from './device-recording.ts';

export interface PollResultWriterOptions {
  readonly pool: Pool;
  readonly services: Services;
  readonly keepDays: number;
  now(): Date;
  newId(): string;
  random?: () => number;
}

/** Stores poll results. The promises resolve to whether the result was accepted; see finishPolls. */
export interface PollResultWriter {
  /** With `keepUntil` the connection stays locked for a caller that goes on listening. */
  saveSnapshot(claimed: ClaimedConnection, snapshot: Snapshot, keepUntil?: Date): Promise<boolean>;
  saveFailure(claimed: ClaimedConnection, failure: DeviceFailure): Promise<boolean>;
}

interface PendingResult {
  claimed: ClaimedConnection;
  snapshot: Snapshot;
  keepUntil: Date | undefined;
  counts: boolean;
  error?: unknown;
}

const pollIntervalMs = 60_000;
/** The delay after a failure is never shorter than after a success. */
const backoff: BackoffOptions = { baseMs: 2 * pollIntervalMs, maxMs: 3_600_000 };
/** Database connections are shared, so results use at most this many. */
const maxConcurrentWrites = 3;
const batchLimits = { atOnce: maxConcurrentWrites, mostTogether: 32, mostWeight: 5000 };

export function createPollResultWriter(options: PollResultWriterOptions): PollResultWriter {
  const random = options.random ?? Math.random;
  const turns = createFairShare({ concurrency: maxConcurrentWrites });

  const store = async (answers: PendingResult[]): Promise<void> => {
    const now = options.now();
    const polls = answers.map(({ claimed, snapshot, keepUntil }) =>
      finish(claimed, snapshot, now, keepUntil),
    );
    const counted = await options.pool.begin(async (db) => {
      // Pipelined with the next statement.
      const [, ours] = await Promise.all([disableSynchronousCommit(db), finishPolls(db, polls)]);
      const recordings = answers.flatMap(({ claimed, snapshot }, index) =>
        ours.has(claimed.id)
          ? {
              connectionId: claimed.id,
              snapshot,
              devicesChanged: polls[index]?.result.described !== claimed.described,
              now,
              notBefore: new Date(now.getTime() - options.keepDays * 24 * 3_600_000),
              newId: options.newId,
            }
          : [],
      );
      const { raised } = await recordSnapshots(db, recordings);
      if (raised > 0) await options.services.jobs.add(db, sensorAlertJob);
      return ours;
    });
    for (const answer of answers) answer.counts = counted.has(answer.claimed.id);
  };

  const finish = (
    claimed: ClaimedConnection,
    snapshot: Snapshot,
    now: Date,
    keepUntil: Date | undefined,
  ): FinishedPoll => ({
    claimed,
    ...(keepUntil && { keepUntil }),
    result: {
      ...noFailures,
      state: nextDeviceState(claimed.state, 'answered'),
      lastError: null,
      polledAt: now,
      // A session leaves next_poll_at, and with it its index, unchanged. Otherwise jitter keeps ten thousand
      // connections from being due at once.
      nextPollAt: keepUntil
        ? claimed.dueAt
        : new Date(now.getTime() + pollIntervalMs * (0.95 + random() / 10)),
      described: snapshot.devices.length === 0 ? claimed.described : digestDevices(snapshot.devices),
    },
  });

  const group = createBatcher<PendingResult>(
    batchLimits,
    ({ snapshot }) => snapshot.readings.length,
    async (answers) => {
      try {
        await store(answers);
      } catch (error) {
        if (answers.length === 1) throw error;
        // Retries one by one, so that a single bad result does not fail the batch.
        for (const answer of answers) {
          await store([answer]).catch((reason: unknown) => {
            answer.error = reason;
          });
        }
      }
    },
  );

  return {
    async saveSnapshot(claimed, snapshot, keepUntil) {
      const answer: PendingResult = { claimed, snapshot, keepUntil, counts: false };
      await group(answer);
      if (answer.error !== undefined) throw answer.error;
      return answer.counts;
    },
    saveFailure: (claimed, failure) =>
      turns.run(serviceOwner, async () => {
        const now = options.now();
        const { trouble, tells } = addFailure(claimed, now);
        const delay = backoffDelay(trouble.failureCount, random(), backoff);
        const result = {
          ...trouble,
          state: nextDeviceState(claimed.state, 'failed'),
          lastError: failure.text,
          polledAt: now,
          nextPollAt: new Date(now.getTime() + delay),
          described: claimed.described,
        };
        return (await options.pool.begin(async (db) => {
          const isOurs = (await finishPolls(db, [{ claimed, result }])).has(claimed.id);
          if (!isOurs || !tells) return isOurs;
          const { accountId, id: connectionId } = claimed;
          const name = nameDevices(await listDeviceNames(db, connectionId), claimed.name);
          const event = { type: 'device_trouble', accountId, connectionId, name } as const;
          await publishEvent(
            { db, now: options.now, newId: options.newId, services: options.services },
            event,
          );
          return true;
        })) as boolean;
      }),
  };
}
