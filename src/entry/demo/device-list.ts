import type { AlertInput } from '../../domain/rules/sensor-alerts.ts';
import type { DeviceDescription, SensorDescription } from '../../engines/devices/provider.ts';
import { type KindName, sensorKinds } from '../../engines/devices/sensor-kinds.ts';
import {
  dailyCurve,
  greenhouseAt,
  isDaytime,
  kilowattHours,
  noise,
  outsideAt,
  pumpSwitches,
  tankLevels,
  wellAt,
} from './device-curves.ts';

export interface DemoSensor extends SensorDescription {
  readonly everyMinutes: number;
  /** Interval of readings older than a week; absent: the sensor is only a week old. */
  readonly everyHoursBefore?: number;
  readonly silentHours?: number;
  /** Name given by the user. */
  readonly name?: string;
  readonly alert?: AlertInput;
  /** Value by hours since the epoch and by hours before now. */
  readonly value: (hours: number, ago: number) => number | string;
  /** Replaces readings at fixed intervals: all readings between two timestamps in milliseconds. */
  readonly series?: (from: number, until: number) => [at: number, value: number][];
}

export interface DemoDevice extends Omit<DeviceDescription, 'sensors' | 'accessKind'> {
  readonly sensors: readonly DemoSensor[];
}

export interface DemoConnection {
  readonly name: string;
  readonly provider: string;
  readonly settings: unknown;
  readonly hasSecret: boolean;
  readonly failingForHours?: number;
  /** Power outage in hours before now: no readings in between. */
  readonly gapHours?: readonly [from: number, until: number];
  readonly devices: readonly DemoDevice[];
}

function sensor(
  kind: KindName,
  rawKey: string,
  everyMinutes: number,
  value: DemoSensor['value'],
  extra: Partial<
    Pick<DemoSensor, 'silentHours' | 'name' | 'alert' | 'everyHoursBefore' | 'series' | 'unit'>
  > = {},
): DemoSensor {
  const { valueType, aggregation, units } = sensorKinds[kind];
  return {
    key: rawKey,
    rawKey,
    kind,
    valueType,
    aggregation,
    unit: units[0] ?? '',
    everyMinutes,
    value,
    ...extra,
  };
}

const unknown = { manufacturer: null, model: null, firmware: null };
export const demoConnections: readonly DemoConnection[] = [
  {
    name: 'Дом и теплица',
    provider: 'home_assistant',
    hasSecret: true,
    gapHours: [75, 70],
    settings: { url: 'http://homeassistant.invalid:8123' },
    devices: [
      {
        key: 'greenhouse',
        name: 'Теплица',
        manufacturer: 'Aqara',
        model: 'WSDCGQ11LM',
        firmware: '3.0.0',
        operator: 'home_assistant',
        category: 'garden',
        sensors: [
          sensor('temperature', 'sensor.greenhouse_temperature', 20, greenhouseAt, { everyHoursBefore: 3 }),
          sensor(
            'humidity',
            'sensor.greenhouse_humidity',
            20,
            (hours) => 68 - 14 * dailyCurve(hours) + 2 * noise(hours),
          ),
          sensor(
            'soil_moisture',
            'sensor.tomato_bed_moisture',
            30,
            (hours) => 62 - ((hours % 48) / 48) * 26 + noise(hours),
          ),
          sensor('battery', 'sensor.greenhouse_battery', 360, (_, ago) => 64 + ago * 0.05),
        ],
      },
      {
        key: 'meter',
        name: 'Счётчик электричества',
        manufacturer: 'Shelly',
        model: 'Pro 3EM',
        firmware: '1.4.4',
        operator: 'home_assistant',
        category: 'energy',
        sensors: [
          sensor(
            'power',
            'sensor.meter_power',
            20,
            (hours) => (isDaytime(hours) ? 640 : 210) + 120 * (1 + noise(hours)),
          ),
          sensor('energy', 'sensor.meter_energy', 20, kilowattHours, { everyHoursBefore: 6 }),
        ],
      },
      {
        key: 'house',
        name: 'Дом',
        ...unknown,
        operator: 'home_assistant',
        category: 'security',
        sensors: [
          sensor('door', 'binary_sensor.front_door', 180, (hours) =>
            isDaytime(hours) && Math.floor(hours / 3) % 3 === 1 ? 1 : 0,
          ),
          sensor('leak', 'binary_sensor.kitchen_leak', 240, () => 0),
          // Empty battery: the last value is stale.
          sensor('temperature', 'sensor.cellar_temperature', 30, (hours) => 6 + 0.4 * noise(hours), {
            silentHours: 26,
            name: 'Погреб',
            alert: { kind: 'silent', minutes: 24 * 60 },
          }),
          {
            ...sensor('temperature', 'sensor.boiler_error_code', 120, () => 'E0'),
            kind: '',
            valueType: 'text',
            aggregation: 'last',
            unit: '',
          },
        ],
      },
    ],
  },
  {
    name: 'Скважина',
    provider: 'json_http',
    hasSecret: false,
    gapHours: [75, 70],
    settings: {
      url: 'http://well.invalid/status',
      auth: { kind: 'none' },
      device: { name: 'Насосная' },
      sensors: [
        { key: 'water_level', path: '$.level', unit: 'm' },
        { key: 'tank', path: '$.tank', unit: '%' },
        { key: 'pump', path: '$.pump', value_type: 'boolean' },
      ],
    },
    devices: [
      {
        key: 'device',
        name: 'Насосная',
        ...unknown,
        operator: 'json_http',
        category: 'water',
        sensors: [
          sensor(
            'water_level',
            'water_level',
            20,
            wellAt,
            // Low water level after a dry month: raises the alert.
            { name: 'Вода в скважине', everyHoursBefore: 6, alert: { kind: 'below', value: 12 } },
          ),
          sensor('water_level', 'tank', 20, () => 0, { name: 'Бак', unit: '%', series: tankLevels }),
          sensor('pump_state', 'pump', 30, () => 0, {
            name: 'Насос',
            series: pumpSwitches,
            alert: { kind: 'on', minutes: 240 },
          }),
        ],
      },
    ],
  },
  {
    name: 'Метеостанция',
    provider: 'push',
    hasSecret: false,
    settings: {
      device: { name: 'Метеостанция на крыше' },
      sensors: [
        { key: 'outside', path: '$.temperature', unit: '°C' },
        { key: 'pressure', path: '$.pressure', unit: 'hPa' },
        { key: 'wind_speed', path: '$.wind', unit: 'm/s' },
      ],
    },
    devices: [
      {
        key: 'device',
        name: 'Метеостанция на крыше',
        ...unknown,
        operator: 'push',
        category: 'garden',
        sensors: [
          sensor('temperature', 'outside', 10, outsideAt, { name: 'На улице', everyHoursBefore: 2 }),
          sensor('pressure', 'pressure', 10, (hours) => 1008 + 6 * Math.sin(hours / 31) + noise(hours), {
            name: 'Давление',
          }),
          sensor(
            'wind_speed',
            'wind_speed',
            10,
            (hours) => 3 + 1.5 * (1 + dailyCurve(hours)) + Math.abs(noise(hours)),
            { name: 'Ветер', alert: { kind: 'above', value: 15 } },
          ),
        ],
      },
    ],
  },
  {
    name: 'Датчики в бане',
    provider: 'mqtt',
    hasSecret: true,
    settings: {
      host: 'broker.invalid',
      port: 8883,
      tls: true,
      discovery_topic: 'homeassistant',
      zigbee2mqtt_topic: 'zigbee2mqtt',
    },
    failingForHours: 31,
    devices: [
      {
        key: '0x00158d0001a2b3c4',
        name: 'Баня',
        manufacturer: 'Tuya',
        model: 'TS0201',
        firmware: null,
        operator: 'zigbee2mqtt',
        category: 'safety',
        sensors: [
          sensor('temperature', 'temperature', 30, (hours) => 12 + 5 * dailyCurve(hours) + noise(hours)),
          sensor('smoke', 'smoke', 240, () => 0),
        ],
      },
    ],
  },
];
