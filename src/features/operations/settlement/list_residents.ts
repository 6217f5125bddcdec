import { z } from 'zod';
import {
  enumField,
  id as identifier,
  integer,
  opaqueCursor,
  outCursor,
  parcelReference,
  reference,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { mayManageRegister, residencyStates } from '../../../domain/rules/residency.ts';
import { findArticle } from '../../../store/journal/articles.ts';
import { listHouseholdClaims, listResidents, ownsParcel } from '../../../store/land/residents.ts';
import { findSettlement } from '../../../store/land/settlements.ts';
import { listNotifiedParcels } from '../../../store/messaging/announcement-reach.ts';
import { resolveParcelFilter } from '../loaders/parcel-reference.ts';
import { notifiedParcel, residentEntry, showNotifiedParcel, showResident } from './resident-shapes.ts';

const unknownAnnouncement = {
  en: 'There is no such published announcement here.',
  ru: 'Такого опубликованного объявления здесь нет.',
};

export const list_residents = defineOperation({
  name: 'list_residents',
  tag: 'Settlement',
  route: 'GET /settlements/{settlement}/residents',
  success: 200,
  scope: 'mcp:private',
  audiences: ['settlement'],
  summary: 'The register of residents with names and addresses, claims that wait included. For the board.',
  description:
    'Newest first. An owner gets with `parcel` the waiting claims of family and tenants to their plot, without addresses. `state=claimed` gives what waits for a decision by confirm_resident or remove_resident. ' +
    'Names, addresses and notes are personal: show them to nobody who did not ask as the board.',
  input: z.object({
    settlement: reference.describe('Identifier or slug.'),
    state: enumField(residencyStates).optional().describe('Only those in this state.'),
    parcel: parcelReference.optional(),
    resident: identifier.optional().describe('Only this claim or membership.'),
    q: text(120)
      .optional()
      .describe('A part of the name or address, or a plot number. Empty means anywhere.'),
    told_of: reference
      .optional()
      .describe(
        'A published announcement: lists in `plots` who was told, by household; `residents` is empty.',
      ),
    limit: integer(1, 100).default(30).describe('1 to 100 a page.'),
    cursor: opaqueCursor.optional(),
  }),
  output: z.object({
    residents: z.array(residentEntry),
    plots: z
      .array(notifiedParcel)
      .optional()
      .describe('With `told_of`: every plot where somebody is confirmed.'),
    cursor: outCursor,
  }),
  async handle({ settlement, parcel, limit, cursor, told_of, ...filter }, { db, caller, cursors }) {
    const { id, settlementRole } =
      (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    const parcelId = await resolveParcelFilter(db, id, parcel, 'parcel');
    const isOwners =
      !settlementRole.isEditor &&
      parcelId !== undefined &&
      (await ownsParcel(db, caller.accountId, parcelId));
    if (!isOwners) permit(mayManageRegister(settlementRole.isEditor));
    const bound = { settlement: id, parcel: parcelId, ...filter, ...(told_of !== undefined && { told_of }) };
    const position = cursors.parse('list_residents', bound, cursor);
    const [after] = position.key;
    if (told_of !== undefined && !isOwners) {
      const article = await findArticle(db, id, told_of);
      if (article?.kind !== 'announcement' || article.status !== 'published')
        return refuse.invalid('told_of', unknownAnnouncement);
      const parcels = await listNotifiedParcels(db, id, article.id, { after, parcelId, limit: limit + 1 });
      const { page, cursor: next } = position.slicePage(parcels, limit, (last) => [last.id]);
      return { residents: [], plots: page.map(showNotifiedParcel), cursor: next };
    }
    const rows = isOwners
      ? await listHouseholdClaims(db, parcelId, after, limit + 1)
      : await listResidents(db, id, { ...filter, parcelId, after }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    const residents = page.map(showResident);
    if (!isOwners) return { residents, cursor: next };
    return {
      residents: residents.map((one) => ({ ...one, account: { ...one.account, email: '' } })),
      cursor: next,
    };
  },
});
