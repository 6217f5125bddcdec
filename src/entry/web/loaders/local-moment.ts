import { formatTimestamp } from '../../../domain/kernel/fields.ts';
import { formatLocalTime } from '../../../domain/rules/local-time.ts';
import { momentOfLocalTime } from '../../../domain/rules/zone-offset.ts';

/** What a date-time field was given, as a moment in the settlement's zone. Anything else is left to be refused. */
export function readLocalMoment(typed: string | null, timeZone: string): string | null {
  const trimmed = typed?.trim() ?? '';
  if (trimmed === '') return null;
  const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(trimmed) ? Date.parse(`${trimmed}Z`) : Number.NaN;
  return Number.isNaN(local) ? trimmed : formatTimestamp(new Date(momentOfLocalTime(local, timeZone)));
}

/** As a date-time field shows it. */
export const showLocalMoment = (at: string | null | undefined, timeZone: string): string =>
  at ? formatLocalTime(new Date(at), timeZone).slice(0, 16) : '';
