import { dayInZone } from '../../src/domain/rules/days.ts';

/** The date in so many days in the time zone of the test settlements: in the evening Moscow is a day ahead of UTC. */
export const dayFromNow = (days: number): string =>
  dayInZone(new Date(Date.now() + days * 86_400_000), 'Europe/Moscow');
