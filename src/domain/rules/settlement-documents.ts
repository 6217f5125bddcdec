import type { Permission } from '../kernel/refusal.ts';
import type { SettlementRole } from './settlement-role.ts';

/** For the board and current residents: not for claimants or former residents. */
export function mayReadDocuments({ readsAsBoard, isResident }: SettlementRole): Permission {
  return (
    readsAsBoard ||
    isResident || {
      en: 'Documents of the village are for its residents.',
      ru: 'Документы посёлка видят его жители.',
    }
  );
}

/** A file of the settlement itself with visibility `residents`: not of a plot, and not hidden from residents. */
export function isValidDocumentFile(
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
