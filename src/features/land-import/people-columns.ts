import type { Language } from '../../base/i18n/text.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';

/** Columns of the board's list, by their English names, in the order of the table that is taken out. */
export const peopleColumns = [
  'plot',
  'name',
  'role',
  'email',
  'no email',
  'phone',
  'address',
  'member',
  'since',
] as const;
export type PeopleColumn = (typeof peopleColumns)[number];

/** The first one is what the table that is taken out says in that language. */
const names: Readonly<Record<PeopleColumn, Readonly<Record<Language, readonly string[]>>>> = {
  plot: {
    en: ['plot', 'plot number', 'plot_number', 'number'],
    ru: ['участок', 'номер участка', '№ участка', 'участок №', 'уч.', '№ уч.', 'уч. №', 'номер', '№'],
  },
  name: {
    en: ['name', 'full name', 'owner'],
    ru: [
      'имя',
      'фио',
      'ф.и.о.',
      'фио владельца',
      'ф.и.о. владельца',
      'фио собственника',
      'ф.и.о. собственника',
      'владелец',
      'собственник',
      'фамилия, имя, отчество',
      'фамилия имя отчество',
    ],
  },
  role: { en: ['role'], ru: ['роль'] },
  email: {
    en: ['email', 'e-mail', 'mail'],
    ru: ['почта', 'эл. почта', 'электронная почта', 'эл. адрес', 'адрес электронной почты', 'e-mail'],
  },
  'no email': { en: ['no email', 'no e-mail'], ru: ['без почты', 'нет почты'] },
  phone: {
    en: ['phone', 'phones', 'telephone'],
    ru: ['телефон', 'телефоны', 'тел.', 'моб. телефон', 'мобильный', 'номер телефона', 'контактный телефон'],
  },
  address: { en: ['postal address', 'address'], ru: ['почтовый адрес', 'адрес'] },
  member: { en: ['member'], ru: ['член товарищества', 'член снт', 'член'] },
  since: { en: ['since'], ru: ['с какого числа', 'с'] },
};

export const nameColumns = (language: Language) =>
  peopleColumns.map((column) => names[column][language][0] as string);

/** Where each column stands in a header; -1: nowhere. */
export function findColumns(header: readonly string[]): Record<PeopleColumn, number> {
  const given = header.map((name) =>
    name
      .replace('\ufeff', '')
      .replace(/[\s:]+/g, ' ')
      .trim()
      .toLowerCase(),
  );
  const find = (column: PeopleColumn) =>
    given.findIndex((name) => names[column].en.includes(name) || names[column].ru.includes(name));
  return Object.fromEntries(peopleColumns.map((column) => [column, find(column)])) as Record<
    PeopleColumn,
    number
  >;
}

const roles: ReadonlyMap<string, ResidentRole> = new Map([
  ['owner', 'owner'],
  ['собственник', 'owner'],
  ['владелец', 'owner'],
  ['family', 'family'],
  ['семья', 'family'],
  ['член семьи', 'family'],
  ['tenant', 'tenant'],
  ['арендатор', 'tenant'],
]);
const yesNo: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['да', true],
  ['1', true],
  ['+', true],
  ['no', false],
  ['false', false],
  ['нет', false],
  ['0', false],
  ['-', false],
]);

/** Undefined: not a role. */
export const readRole = (written: string) => roles.get(written.toLowerCase());
/** Undefined: neither. */
export const readYesNo = (written: string) => yesNo.get(written.toLowerCase());

export const roleWords = {
  en: { owner: 'owner', family: 'family', tenant: 'tenant' },
  ru: { owner: 'собственник', family: 'семья', tenant: 'арендатор' },
} as const satisfies Record<Language, Record<ResidentRole, string>>;
export const yesNoWords = { en: { yes: 'yes', no: 'no' }, ru: { yes: 'да', no: 'нет' } } as const;

/** What may begin a cell in a spreadsheet of another locale. Matched as a whole run, so that no text costs its square. */
const cellStart = /[,;\t\r\n]\s*"?/g;
const formula = /'*[=+\-@\t\r]/y;

function isFormulaAt(text: string, at: number): boolean {
  formula.lastIndex = at;
  return formula.test(text);
}

/** A cell of CSV that no spreadsheet runs: an apostrophe before a formula, also after separators of other locales. */
export function guardCell(text: string): string {
  const guarded = text.replaceAll(cellStart, (start: string, at: number) => {
    if (isFormulaAt(text, at + start.length)) return `${start}'`;
    const blank = Math.max(start.lastIndexOf('\t'), start.lastIndexOf('\r'));
    return blank > 0 ? `${start.slice(0, blank)}'${start.slice(blank)}` : start;
  });
  return isFormulaAt(guarded, 0) ? `'${guarded}` : guarded;
}

/** Takes the apostrophes of `guardCell` away. */
export function restoreCell(text: string): string {
  const unquoted = text.startsWith("'") && isFormulaAt(text, 1) ? text.slice(1) : text;
  return unquoted.replaceAll(guardedStart, (guarded: string, at: number) =>
    guarded.endsWith("'") && isFormulaAt(unquoted, at + guarded.length) ? guarded.slice(0, -1) : guarded,
  );
}
const guardedStart = /[,;\t\r\n]\s*"?'?/g;

/** Russian Excel separates cells by semicolons. */
const separators = { en: ',', ru: ';' } as const;

/** Makes Excel read UTF-8. */
export const csvStart = '\ufeff';

/** A line of guarded cells. */
export function formatCsvLine(cells: readonly string[], language: Language): string {
  const separator = separators[language];
  const format = (text: string) => {
    const safe = guardCell(text);
    return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `${cells.map(format).join(separator)}\r\n`;
}

export function formatCsv(rows: Iterable<readonly string[]>, language: Language): string {
  return csvStart + Array.from(rows, (cells) => formatCsvLine(cells, language)).join('');
}
