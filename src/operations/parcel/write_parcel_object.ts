import { z } from 'zod';
import { briefly, parcelReference, tagNames } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import { mayKeepObjects, seesObjects } from '../../rules/parcel-objects.ts';
import { setTags } from '../../store/journal/tags.ts';
import { insertParcelObject } from '../../store/land/parcel-objects.ts';
import { findParcelOutline } from '../../store/land/parcels.ts';
import { requireParcelInView } from './named-parcel.ts';
import {
  checkPlacement,
  objectFields,
  parcelObject,
  refuseMoreObjects,
  showObject,
} from './object-shapes.ts';

export const write_parcel_object = defineOperation({
  name: 'write_parcel_object',
  tag: 'Parcel',
  route: 'POST /parcels/{parcel}/objects',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Add something that is on a plot: a tree, a bed, a well, a structure.',
  description: 'Articles name it as [object:<id>].',
  input: z.object({
    parcel: parcelReference,
    kind: objectFields.kind,
    title: objectFields.title,
    geometry: briefly(
      'object',
      '{type: point|line|ring, points: [{latitude, longitude}]}; null: not placed.',
      objectFields.geometry.optional(),
    ),
    begun_on: objectFields.begun_on.optional(),
    notes: objectFields.notes.optional(),
    tags: tagNames.nullish(),
  }),
  output: z.object({ data: parcelObject }),
  async handle({ parcel: asked, tags, ...fields }, { db, caller, services, signal, now, newId }) {
    const parcel = await requireParcelInView(db, caller.accountId, asked, 'parcel');
    if (!seesObjects(parcel)) refuse.notFound('parcel');
    permit(mayKeepObjects(parcel));
    await checkPlacement(services.geometry, fields.geometry, await findParcelOutline(db, parcel.id), signal);
    await refuseMoreObjects(db, parcel.id, 1);
    const written = now();
    const row = {
      id: newId(),
      parcelId: parcel.id,
      kind: fields.kind,
      title: fields.title,
      geometry: fields.geometry ?? null,
      begunOn: fields.begun_on ?? null,
      notes: fields.notes ?? '',
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
    return {
      data: showObject(row, parcel.number, tags?.length ? await setTags(db, subject, tags, newId) : []),
    };
  },
});
