/**
 * Meaningful decimals by sensor kind. Sensors send more digits than they measure, and units are converted: 21.499999
 * °C is 21.5.
 */
const decimals: Readonly<Record<string, number>> = {
  temperature: 1,
  humidity: 0,
  soil_moisture: 0,
  water_level: 2,
  pressure: 0,
  power: 0,
  apparent_power: 0,
  energy: 1,
  voltage: 0,
  current: 1,
  frequency: 1,
  water: 2,
  gas: 2,
  water_flow: 2,
  co2: 0,
  co: 0,
  voc: 0,
  pm25: 0,
  pm10: 0,
  illuminance: 0,
  irradiance: 0,
  wind_speed: 1,
  wind_direction: 0,
  rain: 1,
  noise: 0,
  distance: 2,
  battery: 0,
  signal: 0,
};
const defaultDecimals = 2;

export function decimalsOf(kind: string): number {
  return Object.hasOwn(decimals, kind) ? (decimals[kind] as number) : defaultDecimals;
}

export function roundForKind(kind: string, number: number): number {
  return roundTo(number, decimalsOf(kind));
}

/** Numbers too large for a fraction are unchanged; `+ 0` turns -0 into 0. */
export function roundTo(number: number, digits: number): number {
  if (!Number.isFinite(number) || Math.abs(number) >= 1e15) return number;
  return Number(number.toFixed(digits)) + 0;
}
