import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { parcelReference, tagNames } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { setTags } from '../../../store/journal/tags.ts';
import { insertParcelObject } from '../../../store/land/parcel-objects.ts';
import { findSimilarObjects } from '../../../store/search/similar-things.ts';
import { similarReply, tellSimilar, unlessSimilarField } from '../shapes/similar.ts';
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
    unless_similar: unlessSimilarField,
  }),
  output: z.object({ data: parcelObject, similar: similarReply }),
  shortReply: [...shortObjectReply, 'similar'],
  pagePath: objectPagePath,
  head: ['parcel'],
  load: loadParcelWithObjects,
  permit: permitObjectEditing,
  preparesIf: ({ geometry }) => geometry != null,
  async prepare({ geometry }, context, parcel) {
    if (geometry) await checkPlacement(context, parcel, geometry);
  },
  async write({ tags, ...fields }, context, parcel) {
    const { db, caller, now, newId } = context;
    await refuseTooManyObjects(db, parcel.id, 1);
    const similar = tellSimilar(
      context,
      await findSimilarObjects(db, parcel.id, { ...fields, geometry: fields.geometry ?? null }),
      ({ id }) => fillPath(paths.plotObject, { plot: parcel.id, object: id }),
      fields.unless_similar,
    );
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
    return { id: row.id, ...similar };
  },
  show: async (input, context, { id, ...similar }: WrittenObject) => ({
    data: await showObjectAsItStands(input, context, id),
    ...similar,
  }),
});

interface WrittenObject {
  id: string;
  similar?: z.input<typeof similarReply>;
}
