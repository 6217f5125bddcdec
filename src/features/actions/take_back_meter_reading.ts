import { z } from 'zod';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayTakeBackReading, mayTypeReading } from '../../domain/rules/meters.ts';
import {
  findMeterReading,
  forgetSensorReading,
  takeBackReading,
} from '../../store/devices/meter-readings.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadMeter } from '../metering/load-meter.ts';

export const take_back_meter_reading = defineOperation({
  name: 'take_back_meter_reading',
  summary: 'Take a mistyped reading back. For who typed it; what the board typed, the board takes back.',
  scope: 'session',
  input: z.object({ meter: id, reading: id }),
  async load({ meter: meterId, reading: readingId }, context: SignedInContext, lock) {
    const meter = await loadMeter({ id: meterId }, context, lock);
    const reading = await findMeterReading(context.db, readingId);
    return reading?.meterId === meter.id ? { meter, reading } : refuse.notFound('meter');
  },
  permit({ meter, reading }, { accountId }) {
    permit(mayTypeReading(meter));
    permit(mayTakeBackReading(meter, reading, accountId));
  },
  async write(_, context, { meter, reading }) {
    const { db, now } = context;
    await takeBackReading(db, reading.id, now());
    const { id: meterId, sensorId, connectionId } = meter;
    if (sensorId !== null && connectionId !== null)
      await forgetSensorReading(db, { id: meterId, sensorId, connectionId }, reading.measuredAt, now());
    if ((reading.isByBoard || meter.isCommon) && meter.settlementId !== null)
      await recordDecision(context, {
        action: 'take_back_meter_reading',
        subject: { type: 'parcel', id: meter.parcelId },
        settlementId: meter.settlementId,
        before: { meter: meter.name, number: reading.number },
      });
    return { number: reading.number };
  },
});
