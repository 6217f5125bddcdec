import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import {
  currentMeterMonth,
  isReadingDue,
  meterMonth,
  shiftMonth,
  usedInMonth,
} from '../../domain/rules/meter-months.ts';
import { mayShareMeter, mayTakeBackReading } from '../../domain/rules/meters.ts';
import { listOwnMeters } from '../../store/devices/meters.ts';

const monthsShown = 12;
const readingsShown = 24;

export const list_meters = defineOperation({
  name: 'list_meters',
  summary:
    'Meters of the plots where the account is confirmed, and the common ones that it types, or those of one plot, with readings and months.',
  scope: 'session',
  input: z.object({ parcel: id.optional() }),
  async show({ parcel }, { db, caller, now }) {
    const meters = await listOwnMeters(db, caller.accountId, parcel);
    return meters.map((meter) => {
      const { timeZone, meterDay, readings, ownerId, sensorId } = meter;
      const month = currentMeterMonth(now(), meterDay, timeZone);
      const last = readings.at(-1) ?? null;
      return {
        id: meter.id,
        parcelId: meter.parcelId,
        plotNumber: meter.plotNumber,
        kind: meter.kind,
        name: meter.name,
        sensorId,
        connectionId: ownerId === caller.accountId ? meter.connectionId : null,
        isTyped: meter.isTyped,
        forBoard: meter.forBoard,
        /** Of the whole settlement: every resident sees it. */
        isCommon: meter.isCommon,
        isKeptByBoard: sensorId === null,
        mayShare:
          mayShareMeter({
            isOwn: ownerId === caller.accountId,
            isKeptByBoard: sensorId === null,
            isPlotOwner: meter.isPlotOwner,
          }) === true,
        isDue: meter.isTyped && isReadingDue(last?.at ?? null, now(), meterDay, timeZone),
        meterDay,
        readings: readings
          .slice(-readingsShown)
          .reverse()
          .map(({ typedBy, ...reading }) => ({
            ...reading,
            mayTakeBack:
              mayTakeBackReading(
                { ...meter, isMember: meter.memberSince !== null },
                { ...reading, typedBy },
                caller.accountId,
              ) === true,
          })),
        months: Array.from({ length: monthsShown }, (_, back) => {
          const of = meterMonth(shiftMonth(month, back + 1 - monthsShown), meterDay, timeZone);
          return { month: of.month, ...usedInMonth(readings, of) };
        }),
      };
    });
  },
});
