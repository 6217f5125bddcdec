import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../../../base/i18n/text.ts';

/** The language of the page, given once by the shell, so that no part has to be handed it. */
const LanguageContext = createContext<Language | null>(null);

export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('A part of the page stands outside its shell');
  return language;
}
