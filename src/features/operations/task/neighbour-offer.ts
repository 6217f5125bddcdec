import type { Db } from '../../../base/db/connect.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { mayActAsResident, type Visibility } from '../../../domain/rules/settlement-role.ts';
import { listParcelMembers } from '../../../store/land/residents.ts';
import type { SettlementWithRole } from '../../../store/land/settlements.ts';
import { listBlocked } from '../../../store/messaging/blocks.ts';
import { findParcelByReference } from '../../loaders/parcel-reference.ts';

/**
 * The plot a task is offered to. As with messages, who lives there is not disclosed: a plot where everybody is
 * blocked looks empty. The board may address any plot of the settlement.
 */
export async function findOfferedParcel(
  db: Db,
  settlement: SettlementWithRole,
  accountId: string,
  reference: string,
): Promise<string> {
  if (!settlement.settlementRole.isEditor) permit(mayActAsResident(settlement.settlementRole));
  const scope = { settlementId: settlement.id };
  const parcel =
    (await findParcelByReference(db, scope, reference, 'to_parcel')) ?? refuse.notFound('parcel');
  const living = await listParcelMembers(db, parcel.id);
  const blocked = new Set(await listBlocked(db, accountId, living));
  if (!living.some((member) => member !== accountId && !blocked.has(member))) refuse.notFound('recipient');
  return parcel.id;
}

/** The assignee is shown by name, so a visible task would disclose who lives where. */
export function refuseVisibleOffer(toParcelId: string | null, visibility: Visibility): void {
  if (toParcelId === null || visibility === 'private') return;
  refuse.invalid('visibility', {
    en: 'A task for a neighbour is between you and that plot: visibility private.',
    ru: 'Задача для соседа — только между вами и его участком: visibility private.',
  });
}
