import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import {
  enumField,
  flag,
  opaqueCursor,
  outCursor,
  pageLimit,
  parcelReference,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { maySeeObjects, objectKinds } from '../../../domain/rules/parcel-objects.ts';
import { listParcelObjects, listRemovedObjects } from '../../../store/land/parcel-objects.ts';
import { toRemover } from '../../../store/system/soft-delete.ts';
import { requireParcelInView } from '../../loaders/parcel-reference.ts';
import { showRestorableUntil } from '../shapes/restoration.ts';
import { parcelObject, showObject } from './object-shapes.ts';

export const list_parcel_objects = defineOperation({
  name: 'list_parcel_objects',
  tag: 'Parcel',
  route: 'GET /parcels/{parcel}/objects',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'settlement'],
  toolsets: ['plots', 'diary'],
  summary: 'What is on a plot: trees, beds, wells, sheds; newest first.',
  description: 'Houses of the land register are in list_buildings.',
  input: z.object({
    parcel: parcelReference,
    kind: enumField(objectKinds).optional().describe('Only this kind.'),
    q: text(120).optional().describe('Words to find.'),
    archived: flag.default(false).describe('True: archived ones too.'),
    removed: stateDefault(
      false,
      flag.optional().describe('True: what you removed in 30 days; edit_parcel_object brings it back.'),
    ),
    detail,
    limit: pageLimit(100, 30),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'objects.id',
    'objects.kind',
    'objects.title',
    'objects.begun_on',
    'objects.archived',
    'objects.restorable_until',
    'cursor',
  ],
  output: z.object({ objects: z.array(parcelObject), cursor: outCursor }),
  async show({ parcel: asked, kind, q, archived, removed, limit, cursor }, { db, caller, cursors, now }) {
    const parcel = await requireParcelInView({ db, caller }, asked, 'parcel');
    if (!maySeeObjects(parcel)) refuse.notFound('ownParcel');
    const bound = { parcel: parcel.id, kind, q, archived, ...(removed && { removed }) };
    const position = cursors.parse('list_parcel_objects', bound, cursor);
    const [after] = position.key;
    if (removed) {
      const remover = toRemover(caller.accountId, now());
      const gone = await listRemovedObjects(db, parcel.id, remover, { kind, after }, limit + 1);
      const cut = position.slicePage(gone, limit, (last) => [last.id]);
      const objects = cut.page.map((row) => ({
        ...showObject(row, parcel.number, row.tags),
        ...showRestorableUntil(row),
      }));
      return { objects, cursor: cut.cursor };
    }
    const rows = await listParcelObjects(
      db,
      parcel.id,
      { kind, q, withArchived: archived, after },
      limit + 1,
    );
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    return { objects: page.map((row) => showObject(row, parcel.number, row.tags)), cursor: next };
  },
});
