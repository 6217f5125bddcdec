import { permit } from '../../../../domain/kernel/refusal.ts';
import { mayEditSettlement, stranger } from '../../../../domain/rules/settlement-role.ts';
import type { Visit } from '../../page/page.ts';
import { loadPlace } from '../directory/subject.ts';

/** Loads the settlement; refuses anybody who is not on its board. */
export async function loadBoardPlace(settlement: string, visit: Visit) {
  const place = await loadPlace(settlement, visit);
  permit(mayEditSettlement({ ...stranger, isEditor: place.membership.isBoard }));
  return place;
}
