import { z } from 'zod';
import { onlyOnMcpServers, restOnly, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import type { Context } from '../../../domain/kernel/context.ts';
import {
  enumField,
  flag,
  opaqueCursor,
  outCursor,
  pageLimit,
  reference,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { mayEditSettlement, mayReadAsBoard } from '../../../domain/rules/settlement-role.ts';
import { listCompanies } from '../../../store/directory/companies.ts';
import { findContact, listContacts, listRemovedContacts } from '../../../store/directory/contacts.ts';
import { directoryOrders } from '../../../store/directory/directory-order.ts';
import { toRemover } from '../../../store/system/soft-delete.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { companyCard, showCompany } from '../company/shapes.ts';
import { contactCard, contactCategories, showContact } from '../shapes/contacts.ts';
import { showRestorableUntil } from '../shapes/restoration.ts';

export const list_contacts = defineOperation({
  name: 'list_contacts',
  tag: 'Settlement',
  route: 'GET /settlements/{settlement}/contacts',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement'],
  toolsets: ['directory'],
  summary: 'The directory of a settlement: whom to call, with hours, medals and rating.',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    contact: onlyOnMcpServers(
      ['settlement'],
      reference.optional().describe('Only this one: identifier or slug.'),
    ),
    category: enumField(contactCategories).optional().describe('Only these.'),
    q: text(120).optional().describe('Words to find.'),
    tag: restOnly(text(100).optional().describe('A slug, or as people type it.')),
    archived: onlyOnMcpServers(
      ['settlement'],
      stateDefault(false, flag.optional().describe('True: what was taken out instead; for the board.')),
    ),
    removed: onlyOnMcpServers(
      ['settlement'],
      stateDefault(
        false,
        flag.optional().describe('True: what you removed in the last 30 days instead; for the board.'),
      ),
    ),
    sort: stateDefault('newest', enumField(directoryOrders).optional().describe('newest by default.')),
    with_companies: restOnly(
      stateDefault(false, flag.optional().describe('True: companies that serve it too.')),
    ),
    detail,
    limit: pageLimit(100, 30),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'contacts.id',
    'contacts.name',
    'contacts.category',
    'contacts.phones',
    'contacts.hours',
    'contacts.rating',
    'companies',
    'cursor',
  ],
  output: z.object({
    contacts: z.array(contactCard),
    companies: z
      .array(companyCard)
      .optional()
      .describe(
        'With with_companies, on the first page, by the same `q` and `sort`: at most `limit`, all are in list_companies. None with tag, archived or a category but trade.',
      ),
    cursor: outCursor,
  }),
  async show({ settlement, contact, limit, cursor, with_companies, removed, ...asked }, context) {
    const { db, caller, cursors } = context;
    const { id, settlementRole } = await loadSettlement(settlement, { db, caller });
    if (contact !== undefined) {
      const found = (await findContact(db, id, contact)) ?? refuse.notFound('contact');
      if (found.archivedAt !== null && !settlementRole.readsAsBoard) refuse.notFound('contact');
      return { contacts: [showContact(found, found.tags)], cursor: null };
    }
    if (removed) {
      permit(mayEditSettlement(settlementRole));
      return listRemoved(context, id, limit, cursor);
    }
    if (asked.archived) permit(mayReadAsBoard(settlementRole));
    const filter = { ...asked, archived: asked.archived ?? false };
    const bound = { settlement: id, ...filter };
    const position = cursors.parse('list_contacts', bound, cursor);
    const [lastId, rating = '0'] = position.key;
    const after = lastId === undefined ? undefined : { id: lastId, rating };
    const rows = await listContacts(db, id, { ...filter, after }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) =>
      asked.sort === 'rating' ? [last.id, last.rating] : [last.id],
    );
    const contacts = page.map((row) => showContact(row, row.tags));
    if (!with_companies || cursor !== undefined) return { contacts, cursor: next };
    const isAsked =
      !filter.archived && asked.tag === undefined && [undefined, 'trade'].includes(asked.category);
    const wanted = { settlementId: id, q: asked.q, sort: asked.sort };
    const companies = isAsked ? await listCompanies(db, wanted, limit) : [];
    return { contacts, companies: companies.map(showCompany), cursor: next };
  },
});

async function listRemoved(
  { db, caller, cursors, now }: Context,
  settlementId: string,
  limit: number,
  cursor: string | undefined,
) {
  const bound = { settlement: settlementId, removed: true };
  const position = cursors.parse('list_contacts', bound, cursor);
  const [before] = position.key;
  const remover = toRemover(caller.accountId ?? '0', now());
  const rows = await listRemovedContacts(db, settlementId, remover, before, limit + 1);
  const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
  return {
    contacts: page.map((row) => ({ ...showContact(row, row.tags), ...showRestorableUntil(row) })),
    cursor: next,
  };
}
