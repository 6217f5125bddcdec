import type { Language } from '../../base/i18n/text.ts';

const units = [
  { bytes: 1024 ** 3, en: 'GB', ru: 'ГБ' },
  { bytes: 1024 ** 2, en: 'MB', ru: 'МБ' },
  { bytes: 1024, en: 'KB', ru: 'КБ' },
] as const;

const numbers = {
  en: new Intl.NumberFormat('en', { maximumFractionDigits: 1 }),
  ru: new Intl.NumberFormat('ru', { maximumFractionDigits: 1 }),
};

/** For people: 740 KB, 2.4 MB, 2 GB. */
export function formatFileSize(bytes: number, language: Language): string {
  const unit = units.find((each) => bytes >= each.bytes) ?? units[2];
  const size = unit.en === 'KB' ? Math.ceil(bytes / unit.bytes) : bytes / unit.bytes;
  return `${numbers[language].format(size)}\u00a0${unit[language]}`;
}
