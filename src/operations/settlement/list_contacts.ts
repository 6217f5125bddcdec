import { z } from 'zod';
import { cutPage } from '../../kernel/cursor.ts';
import { flag, integer, named, opaqueCursor, outCursor, reference, text } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import { mayEditSettlement } from '../../rules/standing.ts';
import { listContacts } from '../../store/contacts.ts';
import { findSettlement } from '../../store/settlements.ts';
import { listTags } from '../../store/tags.ts';
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
    'Filters combine. The `id` of an entry is what edit_contact takes as `contact`, what list_reviews and post_review ' +
    'take as `subject_id` with subject_type contact, and what propose_change corrects. ' +
    'Pass `cursor` on for the next page.',
  carriesForeignText: true,
  input: z.object({
    settlement: reference.describe('Identifier or slug of the settlement.'),
    category: named(contactCategories).optional().describe('Only this part of the directory.'),
    q: text(120)
      .optional()
      .describe('A part of the name, notes or address, in any case. Empty means anywhere.'),
    tag: text(100).optional().describe('Only what carries this tag: its slug, or as people type it.'),
    archived: flag
      .optional()
      .describe('True lists what was taken out of the directory instead; only for the board.'),
    limit: integer(1, 100).default(30).describe('How many a page, 1 to 100.'),
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
