import type { Text } from '../../base/i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';
import type { SettlementRole } from './settlement-role.ts';

/** Who may read a document: everybody, those confirmed on a plot, its owners, or the board alone. */
export const documentReaders = ['public', 'residents', 'owners', 'editors'] as const;
export type DocumentReaders = (typeof documentReaders)[number];

/** What is open to this role; `owners` besides to who is confirmed as an owner. The auditor reads what the board reads. */
export function listReadableDocuments({ readsAsBoard, isResident }: SettlementRole): DocumentReaders[] {
  if (readsAsBoard) return [...documentReaders];
  return isResident ? ['public', 'residents'] : ['public'];
}

/** For the board and current residents: not for claimants or former residents. */
export function mayReadAsResident({ readsAsBoard, isResident }: SettlementRole): Permission {
  return (
    readsAsBoard ||
    isResident || {
      en: 'Only residents of the village can see this.',
      ru: 'Это видят только жители посёлка.',
    }
  );
}

/** A file that the board has just sent: of the settlement itself, and not shown to anybody else yet. */
export function isUnusedDocumentFile(
  file: { settlementId: string | null; subjectType: string; visibility: string; state: string },
  settlementId: string,
): boolean {
  return (
    file.settlementId === settlementId &&
    file.subjectType === 'settlement' &&
    file.visibility === 'private' &&
    file.state !== 'failed'
  );
}

/** Papers of a settlement at one time. */
export const maxDocuments = 500;
/** Of one document, with the one that is shown. */
export const maxDocumentVersions = 50;
/** Of all versions together. */
export const maxDocumentBytes = 1024 ** 3;

export const documentRefusals = {
  tooMany: {
    en: `The village has ${maxDocuments} documents. Remove what nobody needs first.`,
    ru: `В посёлке уже ${maxDocuments} документов. Сначала уберите ненужные.`,
  },
  tooManyVersions: {
    en: `A document has at most ${maxDocumentVersions} versions. Add it as a new document.`,
    ru: `У документа может быть не больше ${maxDocumentVersions} версий. Добавьте его как новый.`,
  },
  full: {
    en: 'Documents of a village take 1 GB at most, and there is no room for this file. Remove what nobody needs first.',
    ru: 'Документы посёлка занимают не больше 1\u00a0ГБ, и на этот файл места не хватает. Сначала уберите ненужные.',
  },
  unfit: {
    en: 'There is no such file of the settlement. Choose it again.',
    ru: 'Такого файла посёлка нет. Выберите его ещё раз.',
  },
  nobodyToAsk: {
    en: 'Only the board reads this document, so residents cannot be asked to read it.',
    ru: 'Документ видит только правление, поэтому просить жителей прочитать его нельзя.',
  },
} as const satisfies Record<string, Text>;
