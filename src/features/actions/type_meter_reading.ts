import { z } from 'zod';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { day, flag, id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { dayInZone, startOfDay } from '../../domain/rules/days.ts';
import { maySeeReading, mayTypeReading } from '../../domain/rules/meters.ts';
import { attachDialPhotograph } from '../../store/devices/dial-photographs.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadMeter } from '../metering/load-meter.ts';
import { typeReading } from '../metering/type-reading.ts';
import { typedNumber } from '../metering/typed-number.ts';

const noonMs = 12 * 3_600_000;

export const type_meter_reading = defineOperation({
  name: 'type_meter_reading',
  summary:
    'What a meter shows. For those confirmed on its plot, and for the board where it keeps the meter or was let.',
  scope: 'session',
  input: z.object({
    meter: id,
    number: typedNumber,
    /** Left out: now. */
    on: day.optional(),
    /** The meter was changed: what the old one showed last. */
    former_end: typedNumber.optional(),
    /** So much is right. */
    is_sure: flag.optional(),
    /** A picture of the dial that the caller has just sent. */
    photograph: id.optional(),
  }),
  load: ({ meter }, context: SignedInContext, lock) => loadMeter({ id: meter }, context, lock),
  permit: (meter) => permit(mayTypeReading(meter)),
  async write({ number, on, former_end, is_sure, photograph }, context, meter) {
    const now = context.now();
    const isToday = on === undefined || on === dayInZone(now, meter.timeZone);
    const typed = {
      number,
      at: isToday ? now : new Date(startOfDay(on, meter.timeZone) + noonMs),
      formerEnd: former_end ?? null,
      isSure: is_sure === true,
      isByBoard: !meter.isMember && !meter.isCommon,
    };
    const fields = { number: 'number', at: 'on', formerEnd: 'former_end', isSure: 'is_sure' };
    const { id: reading, before } = await typeReading(context, meter, typed, fields);
    if (photograph !== undefined) {
      const { accountId } = context.caller;
      const dial = { mediaId: photograph, readingId: reading, accountId };
      if (!(await attachDialPhotograph(context.db, dial))) refuse.invalid('photograph', noPhotograph);
    }
    if ((typed.isByBoard || meter.isCommon) && meter.settlementId !== null)
      await recordDecision(context, {
        action: 'type_meter_reading',
        subject: { type: 'parcel', id: meter.parcelId },
        settlementId: meter.settlementId,
        after: { meter: meter.name, number, on: dayInZone(typed.at, meter.timeZone) },
      });
    // What those before them used is not for who moved in later.
    const isTheirs = before !== null && maySeeReading(meter, before.at);
    return { reading, number, before: isTheirs && former_end === undefined ? before.number : null };
  },
});

const noPhotograph = {
  en: 'The photograph waited too long, or is no picture. Choose it again.',
  ru: 'Снимок ждал слишком долго или это не фотография. Выберите его заново.',
};
