import { z } from 'zod';
import { cutPage } from '../../kernel/cursor.ts';
import {
  integer,
  named,
  opaqueCursor,
  outCursor,
  parcelReference,
  reference,
  text,
} from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import { mayKeepRegister, residencyStates } from '../../rules/residency.ts';
import { listResidents } from '../../store/land/residents.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { resolvePlotFilter } from '../parcel/named-plot.ts';
import { residentEntry, showResident } from './resident-shapes.ts';

export const list_residents = defineOperation({
  name: 'list_residents',
  tag: 'Settlement',
  route: 'GET /settlements/{settlement}/residents',
  success: 200,
  scope: 'mcp:private',
  audiences: ['settlement'],
  summary: 'The register of residents with names and addresses, claims that wait included. For the board.',
  description:
    'Newest first. `state=claimed` gives what waits for a decision by confirm_resident or remove_resident. ' +
    'Names, addresses and notes are personal: show them to nobody who did not ask as the board.',
  input: z.object({
    settlement: reference.describe('Identifier or slug.'),
    state: named(residencyStates).optional().describe('Only those in this state.'),
    parcel: parcelReference.optional(),
    q: text(120)
      .optional()
      .describe('A part of the name or address, or a plot number. Empty means anywhere.'),
    limit: integer(1, 100).default(30).describe('1 to 100 a page.'),
    cursor: opaqueCursor.optional(),
  }),
  output: z.object({ residents: z.array(residentEntry), cursor: outCursor }),
  async handle({ settlement, parcel, limit, cursor, ...filter }, { db, caller, cursors }) {
    const { id, standing } = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    permit(mayKeepRegister(standing.isEditor));
    const parcelId = await resolvePlotFilter(db, id, parcel, 'parcel');
    const bound = { settlement: id, parcel: parcelId, ...filter };
    const [after] = cursor === undefined ? [] : cursors.open('list_residents', bound, cursor);
    const rows = await listResidents(db, id, { ...filter, parcelId, after }, limit + 1);
    const { page, cursor: next } = cutPage(rows, limit, (last) =>
      cursors.seal('list_residents', bound, [last.id]),
    );
    return { residents: page.map(showResident), cursor: next };
  },
});
