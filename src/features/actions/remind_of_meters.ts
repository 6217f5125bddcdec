import { z } from 'zod';
import { enumField, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { addDays } from '../../domain/rules/days.ts';
import { currentMeterMonth } from '../../domain/rules/meter-months.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { meterKinds } from '../../engines/devices/manual.ts';
import { insertReminder, listAccountsOfPlots } from '../../store/devices/meter-readings.ts';
import { findMeterDay } from '../../store/devices/meters.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { loadBoardMonths } from '../metering/board-months.ts';
import { publishEvent } from '../notify/publish-event.ts';

const already = {
  en: 'The reminder for this month has been sent.',
  ru: 'За этот месяц уже напоминали.',
};

const nobody = {
  en: 'There is nobody to remind: those with no reading have no account here.',
  ru: 'Напоминать некому: у тех, чьих показаний нет, нет учётной записи.',
};

export const remind_of_meters = defineOperation({
  name: 'remind_of_meters',
  summary: 'Remind, once a month, those whose reading of this month is missing. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, kind: enumField(meterKinds) }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayEditSettlement(settlementRole)),
  async write({ kind }, context, { id: settlementId, timeZone }) {
    const { db, caller, now } = context;
    const meterDay = await findMeterDay(db, settlementId);
    const month = currentMeterMonth(now(), meterDay, timeZone);
    const { plots } = await loadBoardMonths(db, { settlementId, timeZone, meterDay }, kind, month);
    const missing = plots.filter(({ meters }) =>
      meters.some(({ isTyped, use }) => isTyped && use.used === null && use.missing === 'end'),
    );
    const people = await listAccountsOfPlots(
      db,
      missing.map(({ parcelId }) => parcelId),
    );
    if (people.length === 0) refuse.invalid('kind', nobody);
    const reached = new Set(people.map(({ parcelId }) => parcelId)).size;
    // Who has several such plots is told once.
    const told = new Map(people.toReversed().map((one) => [one.accountId, one]));
    const sent = { settlementId, kind, month, sentBy: caller.accountId, plots: reached, now: now() };
    if (!(await insertReminder(db, sent))) refuse.invalid('kind', already);
    const day = addDays(`${month}-${String(meterDay).padStart(2, '0')}`, 0);
    for (const { parcelId, accountIds } of groupByPlot([...told.values()]))
      await publishEvent(context, { type: 'meter_due', accountIds, parcelId, kind, day });
    await recordDecision(context, {
      action: 'remind_of_meters',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      after: { kind, month, plots: reached },
    });
    return { plots: reached, withoutAccount: missing.length - reached };
  },
});

function groupByPlot(people: readonly { accountId: string; parcelId: string }[]) {
  const plots = new Map<string, string[]>();
  for (const { accountId, parcelId } of people)
    plots.set(parcelId, [...(plots.get(parcelId) ?? []), accountId]);
  return [...plots].map(([parcelId, accountIds]) => ({ parcelId, accountIds }));
}
