import { z } from 'zod';
import { enumField, parcelReference, reference, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { endingKinds } from '../../domain/rules/residency-ending.ts';
import { listFormerResidents } from '../../store/land/former-residents.ts';
import { countReading } from '../../store/land/register-readings.ts';
import { withTakingBack } from '../loaders/former-resident.ts';
import { resolveParcelFilter } from '../loaders/parcel-reference.ts';
import { requireRegisterReader } from './register-keeping.ts';

const pageSize = 50;

export const list_former_residents = defineOperation({
  name: 'list_former_residents',
  summary:
    'Whose time on a plot has ended, when and why, latest first; of one plot its history. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    parcel: parcelReference.optional(),
    kind: enumField(endingKinds).optional(),
    cursor: text(200).optional(),
  }),
  load: ({ settlement }, context) => requireRegisterReader(settlement, context),
  async show({ parcel, kind, cursor }, context, settlementId) {
    const { db, now, caller, cursors } = context;
    const parcelId = await resolveParcelFilter({ db, caller }, settlementId, parcel, 'parcel');
    const position = cursors.parse(
      'list_former_residents',
      { settlement: settlementId, parcel: parcelId, kind },
      cursor,
    );
    const [endedOn, id] = position.key;
    const after = endedOn !== undefined && id !== undefined ? { endedOn, id } : undefined;
    const rows = await listFormerResidents(db, settlementId, { parcelId, kind, after }, now(), pageSize + 1);
    const { page, cursor: next } = position.slicePage(rows, pageSize, (last) => [last.endedOn, last.id]);
    await countReading(context, settlementId, page.length);
    return { people: page.map((row) => withTakingBack(row, now())), cursor: next };
  },
});
