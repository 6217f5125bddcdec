import { z } from 'zod';
import { onlyOnMcpServers } from '../../../domain/kernel/argument-metadata.ts';
import {
  day,
  enumField,
  flag,
  line,
  outDay,
  outEnum,
  outText,
  outTimestamp,
  timestamp,
} from '../../../domain/kernel/fields.ts';
import { type EventDay, eventRepeats, findEventSpan } from '../../../domain/rules/event-days.ts';
import type { EventSpan } from '../../../store/journal/articles.ts';

/** A day alone is no moment: whose midnight it would be is not said. */
const moment = z
  .preprocess(
    (value) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value} ` : value),
    timestamp,
  )
  .meta({ wire: { type: 'string', format: 'date-time' } }) as unknown as typeof timestamp;

const ofBoard = <Field extends z.ZodType>(field: Field) => onlyOnMcpServers(['settlement'], field);

/** The day of an announcement. */
export const eventFields = {
  starts_at: ofBoard(moment.nullish().describe('Announcement: when it takes place. Null: no day.')),
  ends_at: ofBoard(moment.nullish().describe('Its end.')),
  place: ofBoard(line(200).nullish().describe('Where.')),
  repeats: ofBoard(enumField(eventRepeats).nullish().describe('At the same hour of the village.')),
  repeats_until: ofBoard(day.nullish().describe('Last day; needed with repeats.')),
};

/** What becomes of a day that was announced. */
export const eventChangeFields = {
  cancelled: ofBoard(flag.nullish().describe('The whole event is off; false: on again.')),
  occurrence: ofBoard(
    z
      .strictObject({
        on: day.describe('The day it would be.'),
        cancelled: flag.nullish().describe('It is off.'),
        starts_at: moment.nullish().describe('It is moved to.'),
        ends_at: moment.nullish().describe('Its end.'),
      })
      .nullish()
      .describe('One day of a series; `on` alone: as the others.'),
  ),
};

/** Present only where an announcement has a day. */
export const eventReply = {
  starts_at: outTimestamp.optional().describe('Of an announcement with a day: when it takes place.'),
  ends_at: outTimestamp.nullable().optional().describe('Null: not said.'),
  place: outText.optional().describe('Empty: not said.'),
  repeats: outEnum(eventRepeats).nullable().optional().describe('Null: once.'),
  repeats_until: outDay.nullable().optional(),
  cancelled: z.literal(true).optional().describe('It does not take place.'),
};

/** Where the whole article is shown. */
export const changedOccurrencesReply = z
  .array(
    z.object({
      on: outDay.describe('The day it would be.'),
      cancelled: z.literal(true).optional(),
      starts_at: outTimestamp.optional().describe('When it is instead.'),
      ends_at: outTimestamp.optional(),
    }),
  )
  .optional()
  .describe('Days of a series that are cancelled or moved.');

export function showEvent(event: EventDay | null) {
  if (event === null) return {};
  const { starts_at, ends_at, place, repeats, repeats_until, cancelled } = event;
  return {
    starts_at,
    ends_at,
    place,
    repeats,
    repeats_until,
    ...(cancelled && { cancelled: true as const }),
  };
}

export const showChangedOccurrences = (event: EventDay | null) =>
  event === null || event.occurrences.length === 0
    ? {}
    : { changed_occurrences: event.occurrences.map((change) => ({ ...change })) };

export const findSpan = (event: EventDay | null, timeZone: string): EventSpan | null =>
  event === null ? null : findEventSpan(event, timeZone);

/** What a later edit can overwrite, by the names of the call; of what has no day: nothing. */
export function pickEventWords(event: EventDay | null) {
  const { starts_at, ends_at, place, repeats, repeats_until, cancelled, occurrences } = event ?? {};
  return {
    starts_at: starts_at ?? null,
    ends_at: ends_at ?? null,
    place: place ?? '',
    repeats: repeats ?? null,
    repeats_until: repeats_until ?? null,
    cancelled: cancelled || null,
    changed_occurrences: occurrences ?? [],
  };
}
