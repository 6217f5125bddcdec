import type { Db } from '../../../base/db/connect.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import {
  type CompanyRow,
  findSettlementIds,
  listServedSettlementIds,
  setServedSettlements,
} from '../../../store/directory/companies.ts';

/**
 * Representatives of a company that serves a settlement may read what is visible to the settlement: so an unverified
 * company cannot add settlements.
 */
export async function saveServedSettlements(
  db: Db,
  company: CompanyRow,
  references: readonly string[],
  isModerator: boolean,
): Promise<void> {
  const known = await findSettlementIds(db, references);
  const unknown = references.findIndex((reference) => !known.has(reference));
  if (unknown >= 0)
    refuse.invalid(`settlements.${unknown}`, {
      en: 'There is no such settlement.',
      ru: 'Такого посёлка нет.',
    });
  const ids = [...new Set(references.map((reference) => known.get(reference) as string))];
  const present = await listServedSettlementIds(db, company.id);
  const isAdding = ids.some((id) => !present.includes(id));
  if (isAdding && !company.isVerified && !isModerator)
    refuse.invalid('settlements', {
      en: 'Settlements can be added once a moderator has verified the company.',
      ru: 'Посёлки можно добавлять после того, как модератор проверит компанию.',
    });
  await setServedSettlements(db, company.id, ids);
}
