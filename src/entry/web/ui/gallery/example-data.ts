import type { ChartPoint, TimeRange } from '../chart-scale.ts';
import type { Overview } from '../navigation.ts';

const place = { name: 'Берёзовая роща', slug: 'berezovaya-roscha', plot: { id: '7', number: '7' } };

/** A user with every role, so that the gallery shows all of the navigation. */
export const exampleOverview: Overview = {
  place,
  places: [place, { name: 'Озёрный берег', slug: 'ozerny-bereg', plot: { id: '31', number: '31' } }],
  unread: { notifications: 7, messages: 1 },
  tasks: 3,
  board: { claims: 2, corrections: 1, requests: 3, reports: 0, motions: 0 },
  moderation: { texts: 4, verdicts: 0, villages: 0, companies: 0, reports: 0 },
  company: { id: 'company', name: 'Колодцы и скважины', requests: 2 },
};

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 8, 21);

export const week: TimeRange = { from: start, to: start + 7 * 24 * hour };
export const silences: readonly TimeRange[] = [{ from: start + 94 * hour, to: start + 103.5 * hour }];

/** Simulated water level: falls while pumping, rises again. */
const level = (index: number): ChartPoint => {
  const drawn = [7, 12, 20].reduce((sum, at) => sum + Math.exp(-(((index % 24) - at + 24) % 24) / 3), 0);
  const value = Math.round((11 - drawn * (index % 48 === 43 ? 2 : 1)) * 100) / 100;
  return { at: start + index * hour, value, low: value - 0.3, high: value + 0.1 };
};

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => level(from + index));

export const runs: readonly (readonly ChartPoint[])[] = [range(0, 95), range(104, 162)];

export const pumpOn: readonly TimeRange[] = [0, 1, 2, 3, 4, 5, 6]
  .flatMap((day) => [7, 12, 20].map((at) => day * 24 + at))
  .filter((at) => at < 160 && (at < 94 || at > 103))
  .map((at) => ({ from: start + at * hour, to: start + (at + 0.8) * hour }));

export const day: TimeRange = { from: start, to: start + 24 * hour };
export const dayOn: readonly TimeRange[] = [6.4, 7.6, 9, 11.5, 13.5, 14.2].map((at) => ({
  from: start + at * hour,
  to: start + (at + 0.3) * hour,
}));
export const daySilence: readonly TimeRange[] = [{ from: start + 2 * hour, to: start + 3.5 * hour }];
export const dayUntil = start + 14.4 * hour;
