import type { Db } from '../../../base/db/connect.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { settlementsOfWaiting } from '../../../domain/rules/company-states.ts';
import {
  type CompanyRow,
  findSettlementIds,
  setServedSettlements,
} from '../../../store/directory/companies.ts';

/**
 * A company works where it says once it is verified; before, in one settlement, where those who speak for it are
 * strangers still.
 */
export async function saveServedSettlements(
  db: Db,
  company: CompanyRow,
  references: readonly string[],
): Promise<void> {
  const known = await findSettlementIds(db, references);
  const unknown = references.findIndex((reference) => !known.has(reference));
  if (unknown >= 0)
    refuse.invalid(`settlements.${unknown}`, {
      en: 'There is no such village.',
      ru: 'Такого посёлка нет.',
    });
  const ids = [...new Set(references.map((reference) => known.get(reference) as string))];
  if (company.state !== 'verified' && ids.length > settlementsOfWaiting)
    refuse.invalid('settlements', {
      en: 'One village until a moderator has verified the company; more can be added then.',
      ru: 'Пока модератор не проверил компанию — только один посёлок. Остальные можно добавить потом.',
    });
  await setServedSettlements(db, company.id, ids);
}
