import { z } from 'zod';
import { slicePage } from '../../../domain/kernel/cursor.ts';
import { idCursor, integerId, outCursor, pageLimit, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { isKnownPlace, listPlaces } from '../../../store/land/places.ts';
import { placeEntry, type placeKinds, unknownPlace } from '../shapes/places.ts';

export const list_places = defineOperation({
  name: 'list_places',
  tag: 'Common',
  route: 'GET /places',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident'],
  summary: 'Countries, regions, districts, localities.',
  description: 'With `parent` what lies in it, with `q` every place of that name, else the countries.',
  input: z.object({
    parent: integerId('A place from this list.').optional(),
    q: text(120).optional().describe('Words to find.'),
    detail,
    limit: pageLimit(100, 100),
    cursor: idCursor.optional(),
  }),
  summaryFields: ['places.id', 'places.name', 'cursor'],
  output: z.object({ places: z.array(placeEntry), cursor: outCursor }),
  async show({ parent, q, limit, cursor }, { db, surface }) {
    const rows = await listPlaces(db, { parent, q, after: cursor }, limit + 1);
    if (surface === 'mcp' && rows.length === 0 && parent !== undefined && !(await isKnownPlace(db, parent)))
      return refuse.invalid('parent', unknownPlace);
    const { page, cursor: next } = slicePage(rows, limit, (last) => last.id);
    return {
      places: page.map((row) => ({
        id: row.id,
        parent_id: row.parentId,
        kind: row.kind as (typeof placeKinds)[number],
        name: row.name,
      })),
      cursor: next,
    };
  },
});
