import type { Language, Text } from '../../../base/i18n/text.ts';
import * as labels from './labels.ts';

/** Plural forms of a noun: Russian needs three, English two. */
export type CountedNoun = {
  readonly en: { readonly one: string; readonly other: string };
  readonly ru: { readonly one: string; readonly few: string; readonly many: string };
};

const pluralRules = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru') };
const numberFormats = { en: new Intl.NumberFormat('en'), ru: new Intl.NumberFormat('ru') };

export function formatCount(language: Language, count: number, noun: CountedNoun): string {
  const forms: Readonly<Record<string, string>> = noun[language];
  // A fraction takes the `few` form in Russian: 1,5 участка.
  const form = forms[pluralRules[language].select(count)] ?? forms.other ?? forms.few;
  return `${numberFormats[language].format(count)} ${form}`;
}

export const plotNoun: CountedNoun = {
  en: { one: 'plot', other: 'plots' },
  ru: { one: 'участок', few: 'участка', many: 'участков' },
};

/** Area of land: in Russian in sotkas (100 m²), as people say it: 9,5 сот.; in English 945 m². */
export function formatPlotArea(squareMetres: number, language: Language): string {
  if (language !== 'ru') return formatFloorArea(squareMetres, language);
  return `${numberFormats.ru.format(Math.round(squareMetres / 10) / 10)}\u00a0сот.`;
}

export const squareMetre: Text = { en: 'm²', ru: 'м²' };

/** Rounded area of a building: 120 m². */
export function formatFloorArea(squareMetres: number, language: Language): string {
  return `${numberFormats[language].format(Math.round(squareMetres))}\u00a0${squareMetre[language]}`;
}

export const siteName: Text = { en: 'Settlements', ru: 'Посёлки' };

export const settlementKindTexts = {
  cottage_village: { en: 'Cottage village', ru: 'Коттеджный посёлок' },
  snt: { en: 'Garden partnership (SNT)', ru: 'СНТ' },
  dnp: { en: 'Dacha partnership (DNP)', ru: 'ДНП' },
  tsn: { en: 'Owners’ association (TSN)', ru: 'ТСН' },
  village: { en: 'Village', ru: 'Деревня' },
} as const satisfies Record<string, Text>;

export const settlementStatusTexts = {
  planned: { en: 'Planned', ru: 'В планах' },
  building: { en: 'Being built', ru: 'Строится' },
  completed: { en: 'Built', ru: 'Построен' },
  populating: { en: 'People are moving in', ru: 'Заселяется' },
  populated: { en: 'Lived in', ru: 'Обжит' },
} as const satisfies Record<string, Text>;

export const buildingPurposeTexts = {
  dwelling: { en: 'House', ru: 'Жилой дом' },
  garden_house: { en: 'Garden house', ru: 'Садовый дом' },
  garage: { en: 'Garage', ru: 'Гараж' },
  outbuilding: { en: 'Outbuilding', ru: 'Хозпостройка' },
  non_residential: { en: 'Non-residential building', ru: 'Нежилое здание' },
  structure: { en: 'Structure', ru: 'Сооружение' },
  unknown: { en: 'Building', ru: 'Постройка' },
} as const satisfies Record<string, Text>;

export const scopeTexts = {
  'mcp:read': {
    title: { en: 'Read', ru: 'Читать' },
    detail: {
      en: 'See what you see yourself: your plots, articles, requests and notifications. Changes nothing.',
      ru: 'Видеть то же, что видите вы: участки, статьи, заявки, уведомления. Ничего не меняет.',
    },
  },
  'mcp:write': {
    title: { en: 'Write in your name', ru: 'Писать от вашего имени' },
    detail: {
      en: 'Add, change and remove: diary entries, photographs, requests, messages, settings.',
      ru: 'Добавлять, менять и удалять: записи дневника, фотографии, заявки, сообщения, настройки.',
    },
  },
  'mcp:private': {
    title: { en: 'See private data', ru: 'Видеть личное' },
    detail: {
      en: 'Read your correspondence and the history of your sensors; for a board, the register of residents too.',
      ru: 'Читать вашу переписку и историю датчиков, а правлению\u00a0— ещё и список жителей.',
    },
  },
} as const satisfies Record<string, { title: Text; detail: Text }>;

export type ScopeName = keyof typeof scopeTexts;
export const scopeNames = Object.keys(scopeTexts) as ScopeName[];

export const audienceTexts = {
  public: {
    title: { en: 'Public catalogue', ru: 'Открытый каталог' },
    detail: {
      en: 'Villages, public articles and the shared advice. No account needed.',
      ru: 'Посёлки, открытые статьи и база знаний. Учётная запись не нужна.',
    },
  },
  resident: {
    title: labels.resident,
    detail: {
      en: 'Your plots, diary, photographs, devices, requests and messages. Fits most people.',
      ru: 'Ваши участки, дневник, фотографии, приборы, заявки и сообщения. Подходит почти всем.',
    },
  },
  settlement: {
    title: { en: 'Village board', ru: 'Правление посёлка' },
    detail: {
      en: 'For those who run a village: its boundary, news, directory, corrections and residents.',
      ru: 'Для тех, кто ведёт посёлок: граница, новости, справочник, правки, жители.',
    },
  },
  platform: {
    title: { en: 'Platform moderators', ru: 'Модераторы площадки' },
    detail: {
      en: 'For moderators of the shared advice and of the list of villages.',
      ru: 'Для модераторов общей базы знаний и списка посёлков.',
    },
  },
  company: {
    title: labels.company,
    detail: {
      en: 'For those who represent a registered company: its card, tasks, reviews and messages.',
      ru: 'Для представителей компаний: карточка, заказы, отзывы и сообщения.',
    },
  },
} as const satisfies Record<string, { title: Text; detail: Text }>;

export type AudienceName = keyof typeof audienceTexts;
export const audienceNames = Object.keys(audienceTexts) as AudienceName[];

/** The text of a wire name; the name itself when it is unknown, as one sent by a newer version. */
export function translateName(
  words: Readonly<Record<string, Text>>,
  name: string,
  language: Language,
): string {
  return Object.hasOwn(words, name) ? (words[name]?.[language] ?? name) : name;
}

export const savedText: Text = labels.saved;
export const revokedText: Text = { en: 'Revoked.', ru: 'Отозвано.' };
