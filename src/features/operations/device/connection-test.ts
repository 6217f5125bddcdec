import { z } from 'zod';
import type { Secret } from '../../../base/encryption/secret-box.ts';
import type { Text } from '../../../base/i18n/text.ts';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import type { Context, SignedInContext } from '../../../domain/kernel/context.ts';
import { outWord } from '../../../domain/kernel/fields.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import type { ConnectionTestOutcome } from '../../../engines/devices/connection-test.ts';
import { failureAdvice } from '../../../engines/devices/failure-advice.ts';
import type { Snapshot } from '../../../engines/devices/provider.ts';
import { providers } from '../../../engines/devices/providers.ts';
import type { ConnectionInList, DeviceRow } from '../../../store/devices/device-connections.ts';
import { maxDevicesPerConnection, maxSensorsPerConnection } from '../../../store/devices/devices.ts';
import type { SensorRow } from '../../../store/devices/sensors.ts';
import { showConnection } from './shapes.ts';

export const connectionTestShape = z
  .object({
    is_ok: z.boolean().describe('It answered. False: `data.last_error` says why not.'),
    advice: outWord.nullable().describe('What to do next; null: nothing.'),
    left_out: z.int().describe('Sensors and readings beyond what one connection may hold.'),
  })
  .describe(
    'How the trial went, only with `dry_run`: nothing was saved, and identifiers in `data` mean nothing.',
  );

export const dryRunField = stateDefault(false, z.boolean().optional().describe('True: only tries it.'));

const tooMany: Text = {
  en: 'Another test is under way, or there were too many. Wait a little.',
  ru: 'Проверка уже идёт, или их было слишком много. Подождите немного.',
};
const saysNothing: Text = {
  en: 'It answers, but has said nothing so far: a sensor that reports rarely appears when it reports.',
  ru: 'Связь есть, но данных пока нет: датчик, который сообщает редко, появится, когда что-нибудь сообщит.',
};
const nothingToReach: Text = {
  en: 'There is nothing to test: connect it, then send readings with the token you get.',
  ru: 'Проверять нечего: подключите, и пусть устройство присылает показания с полученным токеном.',
};

export interface TestedConnection {
  readonly provider: string;
  readonly settings: unknown;
  /** Lazy: decrypting a stored secret may fail, which counts as a failed test. */
  readonly openSecret: () => Secret | null;
}

type Outcome = Exclude<ConnectionTestOutcome, { kind: 'too_many' }>;

export type ConnectionTest = Outcome | 'nothing to reach';

/** Uses the network: never call it inside a transaction. */
export async function testConnection(
  tried: TestedConnection,
  { caller, services, signal }: SignedInContext,
): Promise<ConnectionTest> {
  const entry = providers.get(tried.provider);
  if (!entry) throw new Error(`No provider ${tried.provider}`);
  if (entry.isPush) return 'nothing to reach';
  const open = () => entry.open({ id: '0', settings: tried.settings, secret: tried.openSecret() });
  const outcome = await services.devices.connectionTester.run(caller.accountId, open, signal);
  if (outcome.kind === 'too_many')
    throw new Refusal({ kind: 'too_many', text: tooMany, retryAfter: outcome.retryAfter });
  return outcome;
}

/** The connection as it would be listed, with what the test found. */
export function showConnectionTest(
  outcome: Outcome | 'nothing to reach',
  connection: Pick<ConnectionInList, 'id' | 'accountId' | 'parcelId' | 'name' | 'provider' | 'hasSecret'>,
  { language, now }: Pick<Context, 'language' | 'now'>,
) {
  const isTried = outcome !== 'nothing to reach';
  const failure = isTried && outcome.kind === 'failed' ? outcome.failure : null;
  const snapshot = isTried && outcome.kind === 'answered' ? outcome.snapshot : null;
  const devices = listFoundDevices(snapshot);
  const next = failure ? failureAdvice[failure.reason] : isTried ? saysNothing : nothingToReach;
  const at = now();
  const row: ConnectionInList = {
    ...connection,
    state: failure ? 'failing' : isTried ? 'ok' : 'new',
    lastError: failure?.text ?? null,
    failureCount: failure ? 1 : 0,
    polledAt: isTried ? at : null,
    devices,
  };
  return {
    data: showConnection(row, { language, now: at.getTime(), isOwn: true }),
    trial: {
      is_ok: failure === null,
      advice: devices.some(({ sensors }) => sensors.length > 0) ? null : next[language],
      left_out: snapshot?.leftOut ?? 0,
    },
  };
}

/** As it would be stored, truncated to the same limits; identifiers are positions. */
function listFoundDevices(snapshot: Snapshot | null): DeviceRow[] {
  const found = (snapshot?.devices ?? []).slice(0, maxDevicesPerConnection);
  const nameOf = (device: string, sensor: string) => `${device}\u0000${sensor}`;
  const last = new Map(
    (snapshot?.readings ?? []).map((reading) => [nameOf(reading.deviceKey, reading.sensorKey), reading]),
  );
  let count = 0;
  return found.map((device, index) => ({
    ...device,
    id: String(index + 1),
    givenName: null,
    sensors: device.sensors.slice(0, maxSensorsPerConnection - count).map((sensor): SensorRow => {
      const reading = last.get(nameOf(device.key, sensor.key));
      const measuredAt = reading?.measuredAt.toISOString() ?? null;
      count += 1;
      return {
        ...sensor,
        id: String(count),
        name: null,
        number: reading?.number ?? null,
        text: reading?.text ?? null,
        isEnabled: true,
        visibility: 'private',
        rhythmS: null,
        measuredAt,
        reportedAt: measuredAt,
        alerts: null,
      };
    }),
  }));
}
