import type { Language, Text } from '../../../base/i18n/text.ts';
import type { DocumentReaders } from '../../../domain/rules/settlement-documents.ts';
import * as labels from './labels.ts';

export const documentReaderTexts: Readonly<Record<DocumentReaders, Text>> = {
  public: { en: 'Everybody, without signing in', ru: 'Все, даже без входа' },
  residents: { en: 'Residents', ru: 'Жители' },
  owners: { en: 'Owners of plots', ru: 'Собственники участков' },
  editors: { en: 'The board alone', ru: 'Только правление' },
};

/** In a line about one document; of the usual readers nothing is said. */
export const readersNoteTexts: Readonly<Record<Exclude<DocumentReaders, 'residents'>, Text>> = {
  public: { en: 'open to everybody', ru: 'открыт всем' },
  owners: { en: 'for owners', ru: 'для собственников' },
  editors: { en: 'for the board alone', ru: 'только для правления' },
};

/** “version 3”, or “Version 3” where nothing stands before it. */
export function formatVersion(version: number, language: Language, isFirst = false): string {
  const word = labels.version[language];
  return `${isFirst ? word : word.toLowerCase()} ${version}`;
}
