const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

/** Peak at 15:00 local time, 12:00 UTC. */
export const dailyCurve = (hours: number) => Math.cos(((hours - 12) / 24) * 2 * Math.PI);
export const noise = (hours: number) => Math.sin(hours * 7.3) * 0.5 + Math.sin(hours * 2.1) * 0.5;
export const isDaytime = (hours: number) => dailyCurve(hours) > -0.3;
/** From -1 at the end of January to 1 at the end of July. */
const yearlyCurve = (hours: number) => -Math.cos(((hours / 24 - 26) / 365.25) * 2 * Math.PI);
/** Weather changes over several days. */
const weather = (hours: number) => Math.sin(hours / 43) + 0.6 * Math.sin(hours / 17 + 1) + 0.3 * noise(hours);

export const outsideAt = (hours: number) =>
  5.5 + 14 * yearlyCurve(hours) + (3 + 1.5 * yearlyCurve(hours)) * dailyCurve(hours) + 3 * weather(hours);

/** Warmer than outside by day, and never as cold as outside. */
export const greenhouseAt = (hours: number) =>
  Math.max(outsideAt(hours) + 2, -4) + Math.max(0, dailyCurve(hours)) * (6 + 5 * yearlyCurve(hours));

/** Falls over a month, with the day's use on top. */
export const wellAt = (hours: number, ago: number) =>
  12.6 +
  0.3 * yearlyCurve(hours) -
  1.2 * Math.exp(-ago / 300) -
  0.15 * Math.max(0, dailyCurve(hours)) +
  0.04 * noise(hours);

/** Monotonic counter that grows faster in winter. */
export const kilowattHours = (hours: number) =>
  0.31 * (hours - 490_000) - 190 * Math.sin(((hours / 24 - 26) / 365.25) * 2 * Math.PI);

interface TankState {
  at: number;
  level: number;
  isOn: boolean;
}

const step = 5 * minute;
/** The pump runs one step beyond, five per cent: never above the brim. */
const [refillBelow, fullAt] = [35, 94];

/** Simulates a water tank: consumption, more on summer evenings, and a pump that refills it. */
function* simulateTank(from: number, until: number): Generator<TankState> {
  let [level, isOn] = [70, false];
  for (let at = Math.ceil(from / step) * step; at <= until; at += step) {
    const hours = at / hour;
    const watering = yearlyCurve(hours) > 0.2 && hours % 24 > 15 && hours % 24 < 18 ? 9 : 0;
    const household = isDaytime(hours) ? 2.4 + 1.8 * (1 + noise(hours)) : 0.3;
    level += ((isOn ? 58 : 0) - watering - household) * (step / hour);
    if (level < refillBelow) isOn = true;
    if (level > fullAt) isOn = false;
    yield { at, level, isOn };
  }
}

export function tankLevels(from: number, until: number): [number, number][] {
  const levels: [number, number][] = [];
  for (const { at, level } of simulateTank(from, until))
    if (at % (at > until - week ? 20 * minute : 3 * hour) === 0) levels.push([at, level]);
  return levels;
}

/** A reading at each switch and at intervals in between, so that the sensor stays fresh. */
export function pumpSwitches(from: number, until: number): [number, number][] {
  const readings: [number, number][] = [];
  let wasOn = false;
  for (const { at, isOn } of simulateTank(from, until)) {
    if (isOn !== wasOn || at % (at > until - week ? 30 * minute : 12 * hour) === 0)
      readings.push([at, isOn ? 1 : 0]);
    wasOn = isOn;
  }
  return readings;
}
