import { z } from 'zod';
import { cutPage } from '../../kernel/cursor.ts';
import { integerId, outCursor, text } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { listPlaces } from '../../store/places.ts';
import { placeEntry, type placeKinds } from './shapes.ts';

const pageSize = 100;

export const list_places = defineOperation({
  name: 'list_places',
  tag: 'Common',
  route: 'GET /places',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident'],
  summary: 'The address hierarchy: countries, regions, districts, localities.',
  description:
    'Supplies the `place` that list_settlements narrows by. Without `parent` and `q` it gives the countries; with `parent`, ' +
    'what lies directly in that place; with `q`, every place whose name has that part, inside `parent` if both are given.',
  input: z.object({
    parent: integerId('The place whose direct parts are wanted.').optional(),
    q: text(120).optional().describe('A part of the name, in any case.'),
    cursor: integerId('The `cursor` of the previous page. Leave it out for the first.').optional(),
  }),
  output: z.object({ places: z.array(placeEntry), cursor: outCursor }),
  async handle({ parent, q, cursor }, { db }) {
    const rows = await listPlaces(db, { parent, q, after: cursor }, pageSize + 1);
    const { page, cursor: next } = cutPage(rows, pageSize, (last) => last.id);
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
