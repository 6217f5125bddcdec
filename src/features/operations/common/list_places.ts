import { z } from 'zod';
import { slicePage } from '../../../domain/kernel/cursor.ts';
import { integerId, outCursor, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { listPlaces } from '../../../store/land/places.ts';
import { placeEntry, type placeKinds } from '../shapes/places.ts';

const pageSize = 100;

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
    cursor: integerId('Next page.').optional(),
  }),
  output: z.object({ places: z.array(placeEntry), cursor: outCursor }),
  async show({ parent, q, cursor }, { db }) {
    const rows = await listPlaces(db, { parent, q, after: cursor }, pageSize + 1);
    const { page, cursor: next } = slicePage(rows, pageSize, (last) => last.id);
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
