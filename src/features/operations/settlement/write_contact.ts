import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { reference, tagNames } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit } from '../../../domain/kernel/refusal.ts';
import { mayEditSettlement } from '../../../domain/rules/settlement-role.ts';
import { insertContact } from '../../../store/directory/contacts.ts';
import { setTags } from '../../../store/journal/tags.ts';
import { findSimilarContacts } from '../../../store/search/similar-things.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { contactCard, contactFields, contactPagePath, shortContactReply } from '../shapes/contacts.ts';
import { similarReply, tellSimilar, unlessSimilarField } from '../shapes/similar.ts';
import { showContactAsItStands } from './contact-as-it-stands.ts';

const { name, category, phones, address, hours, site, notes } = contactFields;

export const write_contact = defineOperation({
  name: 'write_contact',
  tag: 'Settlement',
  route: 'POST /settlements/{settlement}/contacts',
  success: 201,
  scope: 'mcp:write',
  audiences: ['settlement'],
  toolsets: ['directory'],
  offeredTo: ['editor'],
  summary: "Add a contact to the settlement's directory. For the board.",
  description:
    'Look with list_contacts first whether it is there already. Residents who are not on the board propose changes ' +
    'to what is there with propose_change.',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    name,
    category,
    phones: phones.default([]),
    address: address.default(''),
    hours: hours.default(''),
    site: site.default(''),
    notes: notes.default(''),
    tags: stateDefault([], tagNames.nullish()),
    unless_similar: unlessSimilarField,
  }),
  output: z.object({ data: contactCard, similar: similarReply }),
  shortReply: [...shortContactReply, 'similar'],
  pagePath: contactPagePath,
  head: ['settlement'],
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  async write({ tags, ...fields }, context, { id, slug }) {
    const { db, caller, now, newId } = context;
    const similar = tellSimilar(
      context,
      await findSimilarContacts(db, id, fields),
      (row) => fillPath(paths.contact, { settlement: slug, contact: row.slug ?? row.id }),
      fields.unless_similar,
    );
    const row = await insertContact(db, id, {
      id: newId(),
      createdBy: caller.accountId,
      now: now(),
      name: fields.name,
      category: fields.category,
      phones: fields.phones,
      address: fields.address,
      hours: fields.hours,
      site: fields.site,
      notes: fields.notes,
    });
    const subject = { subjectType: 'contact', subjectId: row.id, settlementId: id } as const;
    if (tags?.length) await setTags(db, subject, tags, newId);
    return { id: row.id, ...similar };
  },
  show: async ({ settlement }, context, { id, ...similar }: WrittenContact) => ({
    data: await showContactAsItStands(settlement, context, id),
    ...similar,
  }),
});

interface WrittenContact {
  id: string;
  similar?: z.input<typeof similarReply>;
}
