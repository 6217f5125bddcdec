import { z } from 'zod';
import { enumField, flag, name, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { maxMetersPerPlot } from '../../domain/rules/meters.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { meterKinds } from '../../engines/devices/manual.ts';
import { countMeters, insertMeter } from '../../store/devices/meters.ts';
import { findParcelKind } from '../../store/land/parcels.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { requireParcelByReference } from '../loaders/parcel-reference.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const add_meter = defineOperation({
  name: 'add_meter',
  summary:
    'A meter that the board keeps: of a plot whose people bring readings on paper, or the main one of the settlement. For the board.',
  scope: 'session',
  keepsReply: true,
  input: z.object({
    settlement: reference,
    parcel: reference,
    kind: enumField(meterKinds),
    name: name(100),
    is_main: flag.optional(),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayEditSettlement(settlementRole)),
  async write({ parcel, kind, name: called, is_main }, context, { id: settlementId }) {
    const { db, caller, now, newId } = context;
    const plot = await requireParcelByReference(db, settlementId, parcel, 'parcel');
    const isMain = is_main === true;
    const isCommon = (await findParcelKind(db, plot.id)) === 'common';
    if (isMain !== isCommon) refuse.invalid('parcel', isMain ? notCommon : common);
    if ((await countMeters(db, plot.id)) >= maxMetersPerPlot) refuse.invalid('parcel', tooMany);
    const meter = { id: newId(), parcelId: plot.id, sensorId: null, kind, name: called.trim(), isMain };
    await insertMeter(db, { ...meter, forBoard: true, createdBy: caller.accountId, now: now() });
    await recordDecision(context, {
      action: 'add_meter',
      subject: { type: 'parcel', id: plot.id },
      settlementId,
      after: { kind, name: meter.name },
    });
    return { meter: meter.id, plotNumber: plot.number };
  },
});

const notCommon = {
  en: 'The main meter belongs to a common plot. Add such a plot first.',
  ru: 'Общий счётчик стоит на участке общего пользования. Сначала добавьте такой участок.',
};
const common = {
  en: 'A common plot can only have main meters.',
  ru: 'На участке общего пользования бывают только общие счётчики.',
};
const tooMany = {
  en: `A plot has at most ${maxMetersPerPlot} meters.`,
  ru: `На участке может быть не больше ${maxMetersPerPlot} счётчиков.`,
};
