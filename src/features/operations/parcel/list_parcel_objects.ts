import { z } from 'zod';
import { restOnly, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import {
  enumField,
  flag,
  integer,
  opaqueCursor,
  outCursor,
  parcelReference,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
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
  description: 'The house itself is in list_buildings.',
  input: z.object({
    parcel: parcelReference,
    kind: enumField(objectKinds).optional().describe('Only this kind.'),
    archived: flag.default(false).describe('True: archived ones too.'),
    removed: restOnly(stateDefault(false, flag.optional().describe('True: what you removed instead.'))),
    limit: integer(1, 100).default(30).describe('1 to 100.'),
    cursor: opaqueCursor.optional(),
  }),
  output: z.object({ objects: z.array(parcelObject), cursor: outCursor }),
  async show({ parcel: asked, kind, archived, removed, limit, cursor }, { db, caller, cursors, now }) {
    const parcel = await requireParcelInView({ db, caller }, asked, 'parcel');
    if (!maySeeObjects(parcel)) refuse.notFound('ownParcel');
    const bound = { parcel: parcel.id, kind, archived, ...(removed && { removed }) };
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
    const rows = await listParcelObjects(db, parcel.id, { kind, withArchived: archived, after }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    return { objects: page.map((row) => showObject(row, parcel.number, row.tags)), cursor: next };
  },
});
