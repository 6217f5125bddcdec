import { z } from 'zod';
import { reference, tagNames } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import { mayEditSettlement } from '../../rules/settlement-role.ts';
import { lockContact, updateContact } from '../../store/directory/contacts.ts';
import { listTags, setTags } from '../../store/journal/tags.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { contactCard, contactFields, showContact } from './contact-shapes.ts';

const { name, category, phones, address, hours, site, notes } = contactFields;

export const edit_contact = defineOperation({
  name: 'edit_contact',
  tag: 'Settlement',
  route: 'PATCH /settlements/{settlement}/contacts/{contact}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['settlement'],
  summary: 'Change a contact, take it out of the directory or put it back. For the board.',
  description:
    'What is not sent stays as it was; phones and tags replace the whole list. Its slug never changes. Corrections by ' +
    'residents that wait for a changed field are then refused until they are decided: see list_change_proposals.',
  idempotent: true,
  input: z.object({
    settlement: reference.describe('Identifier or slug.'),
    contact: reference.describe('Identifier or slug of the contact, from list_contacts.'),
    name: name.optional(),
    category: category.optional(),
    phones: phones.optional(),
    address: address.optional(),
    hours: hours.optional(),
    site: site.optional(),
    notes: notes.optional(),
    tags: tagNames.nullish(),
    archived: z.boolean().optional().describe('True takes it out of the directory, false puts it back.'),
  }),
  output: z.object({ data: contactCard }),
  async handle({ settlement, contact, tags, ...change }, { db, caller, now, newId }) {
    const { id, settlementRole } =
      (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    const found = (await lockContact(db, id, contact)) ?? refuse.notFound('contact');
    if (found.archivedAt !== null && !settlementRole.isEditor) refuse.notFound('contact');
    permit(mayEditSettlement(settlementRole));
    const row = await updateContact(db, found.id, change, now());
    const subject = { subjectType: 'contact', subjectId: row.id, settlementId: id } as const;
    const shown = tags
      ? await setTags(db, subject, tags, newId)
      : ((await listTags(db, 'contact', [row.id])).get(row.id) ?? []);
    return { data: showContact(row, shown) };
  },
});
