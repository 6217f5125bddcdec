export { LanguageProvider, say, useLanguage, type Words } from './render-html.ts';
