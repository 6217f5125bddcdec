import type { Pool } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import { createFairShare, serviceOwner } from '../../base/threads/fair-share.ts';
import type { Jobs } from '../../domain/kernel/jobs.ts';
import { Refusal, refuse } from '../../domain/kernel/refusal.ts';
import { sensorAlertJob } from '../../domain/rules/sensor-alerts.ts';
import { DeviceFailure } from '../../engines/devices/failure.ts';
import type { Snapshot } from '../../engines/devices/provider.ts';
import { formatPushFailure, readPush } from '../../engines/devices/push.ts';
import { acceptPush, findPushConnection, type PushConnection } from '../../store/devices/device-pushes.ts';
import { digestDevices, recordSnapshot } from './device-recording.ts';

export interface PushOptions {
  readonly pool: Pool;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly keepDays: number;
  now(): Date;
  newId(): string;
}

export interface AdmittedPush {
  readonly connection: PushConnection;
  readonly tokenHash: Buffer;
}

/** Stores readings pushed by devices, in the same way as polled ones. */
export interface Pushes {
  /** Called before the body is read. Undefined for an unknown token. */
  admit(tokenHash: Buffer): Promise<AdmittedPush | undefined>;
  accept(push: AdmittedPush, body: Uint8Array): Promise<{ stored: number; leftOut: number }>;
}

const minPushIntervalMs = 1000;
/** Database connections are shared, so pushes use at most this many. */
const maxConcurrentPushes = 3;
const maxWaiting = 200;

const paused: Text = { en: 'This connection is paused.', ru: 'Это подключение приостановлено.' };
const left: Text = {
  en: 'The person who connected this device no longer belongs to the plot.',
  ru: 'Тот, кто подключил устройство, больше не числится на участке.',
};
const tooOften: Text = { en: 'Send at most once a second.', ru: 'Присылайте не чаще раза в секунду.' };
const busy: Text = {
  en: 'Too many devices are sending right now. Try again in a few seconds.',
  ru: 'Сейчас присылает слишком много устройств. Повторите через несколько секунд.',
};

const tooSoon = () => new Refusal({ kind: 'too_many', text: tooOften, retryAfter: 1 });

export function refuseToken(): never {
  throw new Refusal({
    kind: 'unauthenticated',
    text: {
      en: 'Send the token of the device as Authorization: Bearer stl_dp_… It may have been replaced.',
      ru: 'Пришлите токен устройства: Authorization: Bearer stl_dp_… Возможно, его заменили.',
    },
  });
}

export function createPushes(options: PushOptions): Pushes {
  const turns = createFairShare({ concurrency: maxConcurrentPushes });
  let waiting = 0;

  const judge = ({ state, isMember, polledAt }: PushConnection) => {
    if (!isMember) refuse.forbidden(left);
    if (state === 'paused') refuse.forbidden(paused);
    const since = polledAt === null ? minPushIntervalMs : options.now().getTime() - polledAt.getTime();
    // abs(): a clock set back blocks nobody; of two concurrent pushes one may be slightly ahead.
    if (Math.abs(since) < minPushIntervalMs) throw tooSoon();
  };

  const store = async ({ connection, tokenHash }: AdmittedPush, body: Uint8Array) => {
    const now = options.now();
    const read = readBody(connection, body, options.now);
    const isRead = !(read instanceof DeviceFailure);
    const described = isRead ? digestDevices(read.devices) : connection.described;
    return (await options.pool.begin(async (db) => {
      const counts = await acceptPush(db, connection.id, tokenHash, {
        lastError: isRead ? null : formatPushFailure(read),
        described,
        now,
        noPushAfter: new Date(now.getTime() - minPushIntervalMs),
        noPushBefore: new Date(now.getTime() + minPushIntervalMs),
      });
      if (!counts) return null;
      if (!isRead) return read;
      const { added, raised } = await recordSnapshot(db, {
        connectionId: connection.id,
        snapshot: read,
        devicesChanged: described !== connection.described,
        now,
        notBefore: new Date(now.getTime() - options.keepDays * 24 * 3_600_000),
        newId: options.newId,
      });
      if (raised > 0) await options.jobs.add(db, sensorAlertJob);
      return { stored: added, leftOut: read.leftOut };
    })) as { stored: number; leftOut: number } | DeviceFailure | null;
  };

  return {
    async admit(tokenHash) {
      const connection = await findPushConnection(options.pool, tokenHash);
      if (connection === undefined) return undefined;
      judge(connection);
      return { connection, tokenHash };
    },
    async accept(push, body) {
      if (waiting >= maxWaiting) refuse.unavailable(busy);
      waiting += 1;
      try {
        const result = await turns.run(serviceOwner, () => store(push, body));
        if (result === null) {
          // The connection changed after admission: new token, paused, or a concurrent push.
          const found = (await findPushConnection(options.pool, push.tokenHash)) ?? refuseToken();
          judge(found);
          throw tooSoon();
        }
        if (result instanceof DeviceFailure) return refuse.invalid('body', formatPushFailure(result));
        return result;
      } finally {
        waiting -= 1;
      }
    },
  };
}

function readBody({ settings }: PushConnection, body: Uint8Array, now: () => Date): Snapshot | DeviceFailure {
  try {
    return readPush(settings, body, now);
  } catch (error) {
    if (error instanceof DeviceFailure) return error;
    throw error;
  }
}
