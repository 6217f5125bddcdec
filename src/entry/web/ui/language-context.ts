import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../../../base/i18n/text.ts';

/** Language of the page, provided by the shell. */
const LanguageContext = createContext<Language | null>(null);

export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('useLanguage: no enclosing LanguageProvider');
  return language;
}
