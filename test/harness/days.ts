import { dayInZone } from '../../src/domain/rules/days.ts';

/** The day so many days from now as the calendar of the test's settlements shows it: in the evening Moscow is a day ahead of UTC. */
export const soon = (days: number): string =>
  dayInZone(new Date(Date.now() + days * 86_400_000), 'Europe/Moscow');
