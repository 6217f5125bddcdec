import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import {
  enumField,
  flag,
  id as identifier,
  opaqueCursor,
  outCursor,
  pageLimit,
  parcelReference,
  reference,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { mayReadRegister, residencyStates } from '../../../domain/rules/residency.ts';
import { findArticle } from '../../../store/journal/articles.ts';
import { listPeopleNames } from '../../../store/land/people-register.ts';
import { countReading } from '../../../store/land/register-readings.ts';
import { listHouseholdClaims, listResidents } from '../../../store/land/residents.ts';
import { listNotifiedParcels } from '../../../store/messaging/announcement-reach.ts';
import { ownsParcel } from '../../loaders/memberships.ts';
import { resolveParcelFilter } from '../../loaders/parcel-reference.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import {
  notifiedParcel,
  recordedPerson,
  residentEntry,
  showNotifiedParcel,
  showRecordedPerson,
  showResident,
} from './resident-shapes.ts';

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
    'Newest first. An owner gets with `parcel` the claims of family and tenants to their plot. `state` claimed: what waits for confirm_resident or remove_resident. Names, addresses and notes are personal: only for the board.',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    state: enumField(residencyStates).optional().describe('Only those in this state.'),
    parcel: parcelReference.optional(),
    resident: identifier.optional().describe('Only this claim or membership.'),
    q: text(120).optional().describe('Part of a name or address, or a plot number.'),
    told_of: reference.optional().describe('An announcement: `plots` lists who was told, by household.'),
    recorded: stateDefault(
      false,
      flag.optional().describe('Also `people`: everybody recorded, with or without an account.'),
    ),
    detail,
    limit: pageLimit(100, 30),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'residents.id',
    'residents.account.name',
    'residents.parcel.number',
    'residents.role',
    'residents.state',
    'residents.note',
    'plots',
    'people',
    'cursor',
  ],
  output: z.object({
    residents: z.array(residentEntry),
    plots: z.array(notifiedParcel).optional().describe('With `told_of`: every plot, those not told first.'),
    people: z.array(recordedPerson).optional().describe('With `recorded`.'),
    cursor: outCursor,
  }),
  async show({ settlement, parcel, limit, cursor, told_of, recorded, ...filter }, context) {
    const { db, caller, cursors, now } = context;
    const { id, settlementRole } = await loadSettlement(settlement, { db, caller });
    const parcelId = await resolveParcelFilter({ db, caller }, id, parcel, 'parcel');
    const isOwners =
      !settlementRole.readsAsBoard && parcelId !== undefined && (await ownsParcel(db, caller, parcelId));
    if (!isOwners) permit(mayReadRegister(settlementRole.readsAsBoard));
    const bound = {
      ...{ settlement: id, parcel: parcelId, ...filter },
      ...(told_of !== undefined && { told_of }),
      ...(recorded && { recorded }),
    };
    const position = cursors.parse('list_residents', bound, cursor);
    const [after] = position.key;
    if (told_of !== undefined && !isOwners) {
      const article = await findArticle(db, id, told_of);
      if (article?.kind !== 'announcement' || article.status !== 'published')
        return refuse.invalid('told_of', unknownAnnouncement);
      const [need, lastId] = position.key;
      const parcels = await listNotifiedParcels(db, id, article.id, {
        after: need === undefined || lastId === undefined ? undefined : { need, id: lastId },
        parcelId,
        limit: limit + 1,
      });
      const { page, cursor: next } = position.slicePage(parcels, limit, (last) => [
        String(last.need),
        last.id,
      ]);
      return { residents: [], plots: page.map(showNotifiedParcel), cursor: next };
    }
    if (recorded && !isOwners) {
      // Both lists go on from their own place; 0: from the beginning.
      const [residentAfter, personAfter] = position.key.map((key) => (key === '0' ? undefined : key));
      const wanted = { q: filter.q, parcelId, after: personAfter, limit: limit + 1 };
      const allResidents = await listResidents(
        db,
        id,
        { ...filter, parcelId, after: residentAfter },
        limit + 1,
      );
      const allPeople = await listPeopleNames(db, id, wanted, now());
      const [residents, people] = [allResidents.slice(0, limit), allPeople.slice(0, limit)];
      await countReading(context, id, residents.length + people.length);
      const isMore = allResidents.length > limit || allPeople.length > limit;
      const next = [residents.at(-1)?.id ?? residentAfter ?? '0', people.at(-1)?.id ?? personAfter ?? '0'];
      return {
        residents: residents.map(showResident),
        people: people.map(showRecordedPerson),
        cursor: isMore ? position.cursorAfter(next) : null,
      };
    }
    const rows = isOwners
      ? await listHouseholdClaims(db, parcelId, after, limit + 1)
      : await listResidents(db, id, { ...filter, parcelId, after }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    const residents = page.map(showResident);
    if (!isOwners) {
      await countReading(context, id, residents.length);
      return { residents, cursor: next };
    }
    return {
      residents: residents.map((one) => ({ ...one, account: { ...one.account, email: '' } })),
      cursor: next,
    };
  },
});
