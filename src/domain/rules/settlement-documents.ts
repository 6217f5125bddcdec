import type { Permission } from '../kernel/refusal.ts';
import type { SettlementRole } from './settlement-role.ts';

/** The charter and the minutes are for those who live here now: neither for who only asked to, nor for who has left. */
export function mayReadDocuments({ isEditor, isResident }: SettlementRole): Permission {
  return (
    isEditor ||
    isResident || {
      en: 'Documents of the settlement are for its residents.',
      ru: 'Документы посёлка видят его жители.',
    }
  );
}

/** A file of the settlement's own library that residents see: nothing of a plot, and nothing hidden from them. */
export function isFitForDocument(
  file: { settlementId: string | null; subjectType: string; visibility: string; state: string },
  settlementId: string,
): boolean {
  return (
    file.settlementId === settlementId &&
    file.subjectType === 'settlement' &&
    file.visibility === 'residents' &&
    file.state !== 'failed'
  );
}
