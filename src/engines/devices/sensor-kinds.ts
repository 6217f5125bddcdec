export type ValueType = 'number' | 'text' | 'boolean';
/** How the readings of an hour are combined: `max` for counters and alarms. */
export type Aggregation = 'mean' | 'last' | 'sum' | 'max';

export interface SensorKind {
  readonly valueType: ValueType;
  readonly aggregation: Aggregation;
  /** The canonical unit; a second one for devices that measure in another dimension. */
  readonly units: readonly string[];
}

const measured = (...units: string[]): SensorKind => ({ valueType: 'number', aggregation: 'mean', units });
const counted = (...units: string[]): SensorKind => ({ valueType: 'number', aggregation: 'max', units });
const alarm: SensorKind = { valueType: 'boolean', aggregation: 'max', units: [] };
const state: SensorKind = { valueType: 'boolean', aggregation: 'last', units: [] };

export const sensorKinds = {
  temperature: measured('°C'),
  humidity: measured('%'),
  soil_moisture: measured('%'),
  water_level: measured('m', '%'),
  pressure: measured('hPa'),
  power: measured('W'),
  apparent_power: measured('VA'),
  energy: counted('kWh'),
  voltage: measured('V'),
  current: measured('A'),
  frequency: measured('Hz'),
  water: counted('m³'),
  gas: counted('m³'),
  water_flow: measured('m³/h'),
  co2: measured('ppm'),
  co: measured('ppm'),
  voc: measured('µg/m³', 'ppm'),
  pm25: measured('µg/m³'),
  pm10: measured('µg/m³'),
  illuminance: measured('lx'),
  irradiance: measured('W/m²'),
  wind_speed: measured('m/s'),
  wind_direction: { valueType: 'number', aggregation: 'last', units: ['°'] },
  rain: counted('mm'),
  noise: measured('dB'),
  distance: measured('m'),
  battery: { valueType: 'number', aggregation: 'last', units: ['%'] },
  signal: { valueType: 'number', aggregation: 'last', units: ['dBm', 'lqi', '%'] },
  battery_low: state,
  door: state,
  window: state,
  leak: alarm,
  smoke: alarm,
  gas_alarm: alarm,
  co_alarm: alarm,
  motion: alarm,
  vibration: alarm,
  tamper: alarm,
  pump_state: state,
  valve_state: state,
  switch: state,
} as const satisfies Record<string, SensorKind>;

export type KindName = keyof typeof sensorKinds;

/** Device classes of Home Assistant, which MQTT discovery shares. */
export const numericClasses: Readonly<Record<string, KindName>> = {
  temperature: 'temperature',
  humidity: 'humidity',
  moisture: 'soil_moisture',
  pressure: 'pressure',
  atmospheric_pressure: 'pressure',
  power: 'power',
  apparent_power: 'apparent_power',
  energy: 'energy',
  voltage: 'voltage',
  current: 'current',
  frequency: 'frequency',
  water: 'water',
  gas: 'gas',
  volume_flow_rate: 'water_flow',
  carbon_dioxide: 'co2',
  carbon_monoxide: 'co',
  volatile_organic_compounds: 'voc',
  volatile_organic_compounds_parts: 'voc',
  pm25: 'pm25',
  pm10: 'pm10',
  illuminance: 'illuminance',
  irradiance: 'irradiance',
  wind_speed: 'wind_speed',
  wind_direction: 'wind_direction',
  precipitation: 'rain',
  sound_pressure: 'noise',
  distance: 'distance',
  battery: 'battery',
  signal_strength: 'signal',
};

export const binaryClasses: Readonly<Record<string, KindName>> = {
  door: 'door',
  garage_door: 'door',
  garage: 'door',
  gate: 'door',
  opening: 'door',
  window: 'window',
  moisture: 'leak',
  smoke: 'smoke',
  gas: 'gas_alarm',
  carbon_monoxide: 'co_alarm',
  motion: 'motion',
  occupancy: 'motion',
  presence: 'motion',
  vibration: 'vibration',
  tamper: 'tamper',
  battery: 'battery_low',
};

/** Matches whole words of a simplified name; \b does not support Cyrillic. */
const words = (alternatives: string) => new RegExp(`(?:^| )(?:${alternatives})(?= |$)`, 'u');

/**
 * Name patterns by precedence, used where there is no device class. The unit and the value type must agree, too.
 * Null: known but not useful to a household.
 */
export const numericWords: readonly (readonly [RegExp, KindName | null])[] = [
  [words('soil|почв\\p{L}*'), 'soil_moisture'],
  [words('(device|cpu|chip|core|board|processor) temp\\p{L}*'), null],
  [words('temp|temperature|температур\\p{L}*'), 'temperature'],
  [words('humidity|humid|rh|влажност\\p{L}*'), 'humidity'],
  [words('water level|tank level|liquid level|уровень воды|уровень'), 'water_level'],
  [words('pressure|barometer|давлени\\p{L}*'), 'pressure'],
  [words('co2|carbon dioxide|eco2'), 'co2'],
  [words('voc|tvoc'), 'voc'],
  [words('pm ?2 ?5'), 'pm25'],
  [words('pm ?10'), 'pm10'],
  [words('illuminance|illuminance lux|lux|освещённост\\p{L}*|освещенност\\p{L}*'), 'illuminance'],
  [words('energy|consumption|kwh|энерги\\p{L}*'), 'energy'],
  [words('power|мощност\\p{L}*'), 'power'],
  [words('voltage|напряжени\\p{L}*'), 'voltage'],
  [words('current|ток'), 'current'],
  [words('frequency|частота'), 'frequency'],
  [words('flow|flow rate|расход'), 'water_flow'],
  [words('water|вода|воды'), 'water'],
  [words('gas|газ|газа'), 'gas'],
  [words('wind|ветер|ветра'), 'wind_speed'],
  [words('rain|precipitation|осадк\\p{L}*'), 'rain'],
  [words('noise|шум'), 'noise'],
  [words('battery|батаре\\p{L}*|заряд'), 'battery'],
  [words('linkquality|link quality|rssi|signal'), 'signal'],
];

export const booleanWords: readonly (readonly [RegExp, KindName])[] = [
  [words('pump|насос\\p{L}*'), 'pump_state'],
  [words('valve|клапан\\p{L}*|кран'), 'valve_state'],
  [words('battery low|low battery'), 'battery_low'],
  [words('water leak|leak|leakage|протечк\\p{L}*'), 'leak'],
  [words('smoke|дым'), 'smoke'],
  [words('carbon monoxide|co alarm'), 'co_alarm'],
  [words('gas|газ'), 'gas_alarm'],
  [words('occupancy|motion|presence|движени\\p{L}*'), 'motion'],
  [words('window|окно'), 'window'],
  [words('contact|door|gate|дверь|калитка|ворота'), 'door'],
  [words('vibration|вибраци\\p{L}*'), 'vibration'],
  [words('tamper'), 'tamper'],
  [words('switch|relay|plug|outlet|реле|розетка'), 'switch'],
];

/** Dimensions that determine the kind without a name. Per cent, metres and volts do not. */
export const kindOfDimension: Readonly<Record<string, KindName>> = {
  temperature: 'temperature',
  power: 'power',
  energy: 'energy',
  illuminance: 'illuminance',
  irradiance: 'irradiance',
};
