import type { Language } from '../../../base/i18n/text.ts';
import { createRenderContext } from './render-html.ts';

/** Language of the page, provided by the shell. */
const LanguageContext = createRenderContext<Language | null>(null);

export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): Language {
  const language = LanguageContext.read();
  if (!language) throw new Error('useLanguage: no enclosing LanguageProvider');
  return language;
}
