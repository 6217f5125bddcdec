import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { parcelReference, tagNames } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { setTags } from '../../../store/journal/tags.ts';
import { insertParcelObject } from '../../../store/land/parcel-objects.ts';
import {
  checkPlacement,
  loadParcelWithObjects,
  permitObjectEditing,
  showObjectAsItStands,
} from './object-placement.ts';
import {
  objectFields,
  objectPagePath,
  parcelObject,
  refuseTooManyObjects,
  shortObjectReply,
} from './object-shapes.ts';

export const write_parcel_object = defineOperation({
  name: 'write_parcel_object',
  tag: 'Parcel',
  route: 'POST /parcels/{parcel}/objects',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Add what is on a plot: a tree, a bed, a well, a house (`kind` building).',
  description: 'Articles name it as [object:<id>].',
  input: z.object({
    parcel: parcelReference,
    kind: objectFields.kind,
    title: objectFields.title,
    geometry: objectFields.geometry.optional(),
    begun_on: objectFields.begun_on.optional(),
    notes: objectFields.notes.default(''),
    tags: stateDefault([], tagNames.nullish()),
  }),
  output: z.object({ data: parcelObject }),
  shortReply: shortObjectReply,
  pagePath: objectPagePath,
  head: ['parcel'],
  load: loadParcelWithObjects,
  permit: permitObjectEditing,
  preparesIf: ({ geometry }) => geometry != null,
  async prepare({ geometry }, context, parcel) {
    if (geometry) await checkPlacement(context, parcel, geometry);
  },
  async write({ tags, ...fields }, { db, caller, now, newId }, parcel) {
    await refuseTooManyObjects(db, parcel.id, 1);
    const written = now();
    const row = {
      id: newId(),
      parcelId: parcel.id,
      kind: fields.kind,
      title: fields.title,
      geometry: fields.geometry ?? null,
      begunOn: fields.begun_on ?? null,
      notes: fields.notes,
      createdBy: caller.accountId,
      createdAt: written,
      updatedAt: written,
      archivedAt: null,
    };
    await insertParcelObject(db, row);
    const subject = {
      subjectType: 'parcel_object',
      subjectId: row.id,
      settlementId: parcel.settlementId,
    } as const;
    if (tags?.length) await setTags(db, subject, tags, newId);
    return { id: row.id };
  },
  show: async (input, context, { id }) => ({ data: await showObjectAsItStands(input, context, id) }),
});
