import { recordSnapshot } from '../../../src/background/jobs/device-recording.ts';
import type { DeviceDescription, Reading, SensorDescription } from '../../../src/engines/devices/provider.ts';
import { insertMembership } from '../../../src/store/land/residents.ts';
import type { TestService } from '../../harness/service.ts';
import type { Village } from '../../harness/village.ts';

export const plantedSecret = 'planted-long-lived-token';

export const thermometer: SensorDescription = {
  key: 'temperature',
  rawKey: 'temp_1',
  kind: 'temperature',
  valueType: 'number',
  aggregation: 'mean',
  unit: '°C',
};

export function makeDevice(key: string, sensors: readonly SensorDescription[]): DeviceDescription {
  return {
    key,
    name: `Device ${key}`,
    manufacturer: 'Acme',
    model: null,
    firmware: null,
    operator: 'json_http',
    category: 'climate',
    accessKind: 'read',
    sensors,
  };
}

export const makeReading = (
  sensorKey: string,
  measuredAt: Date,
  number: number,
  deviceKey = 'd1',
): Reading => ({
  deviceKey,
  sensorKey,
  number,
  text: null,
  measuredAt,
});

/** The company lives with the resident; nobody lives with the neighbour. */
export async function addHouseholdMember(service: TestService, village: Village): Promise<void> {
  await insertMembership(service.db, {
    id: service.newId(),
    accountId: village.accounts.company,
    parcelId: village.plots.resident,
    role: 'family',
    state: 'confirmed',
    isPrimary: true,
    decidedBy: village.accounts.editor,
    now: new Date(),
  });
}

export async function recordReadings(
  service: TestService,
  connectionId: string,
  devices: readonly DeviceDescription[],
  readings: readonly Reading[],
): Promise<number> {
  const now = new Date(Date.now() + service.clock.offset);
  const { added } = await recordSnapshot(service.db, {
    connectionId,
    snapshot: { devices, readings, leftOut: 0 },
    devicesChanged: true,
    now,
    notBefore: new Date(now.getTime() - 400 * 86_400_000),
    newId: service.newId,
  });
  return added;
}

export const homeAssistantAt = (url: string) => ({ provider: 'home_assistant', settings: { url } }) as const;
