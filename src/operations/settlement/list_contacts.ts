import { z } from 'zod';
import { cutPage } from '../../kernel/cursor.ts';
import { flag, integer, named, opaqueCursor, outCursor, reference, text } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import { mayEditSettlement } from '../../rules/standing.ts';
import { listContacts } from '../../store/directory/contacts.ts';
import { listTags } from '../../store/journal/tags.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { contactCard, contactCategories, showContact } from './contact-shapes.ts';

export const list_contacts = defineOperation({
  name: 'list_contacts',
  tag: 'Settlement',
  route: 'GET /settlements/{settlement}/contacts',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement'],
  summary: 'The directory of a settlement: whom to call, with hours, medals and rating. Newest first.',
  description:
    'Filters combine. An `id` is the `contact` of edit_contact and, with subject_type contact, the `subject_id` of reviews and propose_change.',
  input: z.object({
    settlement: reference.describe('Identifier or slug.'),
    category: named(contactCategories).optional().describe('Only this part.'),
    q: text(120)
      .optional()
      .describe(
        'A part of the name, notes or address, or their words in any form; where nothing holds them, what is spelt nearly so.',
      ),
    tag: text(100).optional().describe('A slug, or as people type it.'),
    archived: flag.optional().describe('True: what was taken out instead; for the board.'),
    limit: integer(1, 100).default(30).describe('1 to 100 a page.'),
    cursor: opaqueCursor.optional(),
  }),
  output: z.object({ contacts: z.array(contactCard), cursor: outCursor }),
  async handle({ settlement, limit, cursor, ...asked }, { db, caller, cursors }) {
    const { id, standing } = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    if (asked.archived) permit(mayEditSettlement(standing));
    const filter = { ...asked, archived: asked.archived ?? false };
    const bound = { settlement: id, ...filter };
    const [before] = cursor === undefined ? [] : cursors.open('list_contacts', bound, cursor);
    const rows = await listContacts(db, id, { ...filter, before }, limit + 1);
    const { page, cursor: next } = cutPage(rows, limit, (last) =>
      cursors.seal('list_contacts', bound, [last.id]),
    );
    const tags = await listTags(
      db,
      'contact',
      page.map((row) => row.id),
    );
    return { contacts: page.map((row) => showContact(row, tags.get(row.id) ?? [])), cursor: next };
  },
});
