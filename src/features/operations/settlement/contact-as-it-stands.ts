import type { z } from 'zod';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { findContact } from '../../../store/directory/contacts.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { type contactCard, showContact } from '../shapes/contacts.ts';

/** What a write of a contact answers: its card now. Archived ones are seen by the board alone. */
export async function showContactAsItStands(
  settlement: string,
  context: Pick<SignedInContext, 'db' | 'caller'>,
  id: string,
): Promise<z.input<typeof contactCard>> {
  const place = await loadSettlement(settlement, context);
  const row = (await findContact(context.db, place.id, id)) ?? refuse.notFound('contact');
  if (row.archivedAt !== null && !place.settlementRole.isEditor) refuse.notFound('contact');
  return showContact(row, row.tags);
}
