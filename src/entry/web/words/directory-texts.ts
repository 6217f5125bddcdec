import type { Language, Text } from '../../../base/i18n/text.ts';
import type { IconName } from '../ui/icon.tsx';
import * as labels from './labels.ts';

/** Categories of the directory, in display order. */
export const contactCategoryTexts = {
  emergency: { en: 'In an emergency', ru: 'Если беда' },
  board: { en: 'Board and gate', ru: 'Правление' },
  utilities: { en: 'Power, gas, water', ru: 'Свет, газ, вода' },
  trade: { en: 'Repairs and machines', ru: 'Ремонт и техника' },
  health: { en: 'Doctors', ru: 'Врачи' },
  shop: { en: 'Shops', ru: 'Магазины' },
  delivery: { en: 'Delivery', ru: 'Доставка' },
  transport: { en: 'Transport', ru: 'Транспорт' },
  education: { en: 'Children and schools', ru: 'Дети и школы' },
  other: { en: 'Other', ru: 'Разное' },
} as const satisfies Record<string, Text>;

export type ContactCategory = keyof typeof contactCategoryTexts;

export const contactCategoryIcons: Readonly<Record<ContactCategory, IconName>> = {
  emergency: 'alert',
  board: 'board',
  utilities: 'power',
  trade: 'settings',
  health: 'plus',
  shop: 'company',
  delivery: 'send',
  transport: 'map',
  education: 'book',
  other: 'phone',
};

/** Labels of the fields of a contact or company. */
export const recordFieldTexts = {
  name: labels.name,
  category: { en: 'Section of the directory', ru: 'Раздел' },
  phones: { en: 'Telephone numbers', ru: 'Телефоны' },
  address: labels.address,
  hours: { en: 'Hours', ru: 'Когда работает' },
  site: { en: 'Website', ru: 'Сайт' },
  notes: { en: 'Anything else useful', ru: 'Что ещё пригодится' },
  description: { en: 'What they do', ru: 'Чем занимаются' },
  trades: { en: 'Trades', ru: 'Умеют' },
  archived: { en: 'No longer exists', ru: 'Больше не работает' },
} as const satisfies Record<string, Text>;

export type RecordField = keyof typeof recordFieldTexts;

/** Groups the digits of a Russian number: +7 926 000-00-55. Any other number stays unchanged. */
export function formatPhone(number: string): string {
  const [, code, first, second, third] = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(number) ?? [];
  return code ? `+7\u00a0${code}\u00a0${first}-${second}-${third}` : number;
}

const yesNoTexts = { true: labels.yes, false: labels.no } as const;

/** Formats a field value of a contact or company; empty when undefined. */
export function formatRecordValue(
  field: RecordField,
  value: string | boolean | readonly string[] | undefined,
  language: Language,
): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return yesNoTexts[`${value}`][language];
  if (typeof value !== 'string') return value.map(field === 'phones' ? formatPhone : String).join(', ');
  if (field === 'category' && Object.hasOwn(contactCategoryTexts, value))
    return contactCategoryTexts[value as ContactCategory][language];
  return value;
}
