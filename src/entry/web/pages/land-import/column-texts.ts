import type { Language, Text } from '../../../../base/i18n/text.ts';
import {
  type ColumnMeaning,
  columnMeanings,
  type TableSheet,
} from '../../../../domain/rules/land-columns.ts';
import type { ImportKind } from '../../../../domain/rules/land-import-states.ts';
import * as labels from '../../words/labels.ts';

export const meaningTexts: Readonly<Record<ColumnMeaning, Text>> = {
  number: { en: 'Plot number', ru: 'Номер участка' },
  cadastral: labels.cadastralNumber,
  street: { en: 'Street', ru: 'Улица' },
  address: labels.address,
  area_m2: { en: 'Area in square metres', ru: 'Площадь в квадратных метрах' },
  area_sotka: { en: 'Area in hundredths (сотки)', ru: 'Площадь в сотках' },
  area_ha: { en: 'Area in hectares', ru: 'Площадь в гектарах' },
  outline: { en: 'Outline (WKT)', ru: 'Контур (WKT)' },
  kind: { en: 'Kind of plot', ru: 'Какой это участок' },
  purpose: { en: 'Use of the building', ru: 'Назначение постройки' },
  parcel: { en: 'Cadastral number of its plot', ru: 'Кадастровый номер её участка' },
  none: { en: 'Not imported', ru: 'Не загружать' },
};

const ofBuildings: readonly ColumnMeaning[] = [
  'cadastral',
  'area_m2',
  'outline',
  'purpose',
  'parcel',
  'none',
];
export const listMeanings = (kind: ImportKind): readonly ColumnMeaning[] =>
  kind === 'buildings'
    ? ofBuildings
    : columnMeanings.filter((meaning) => meaning !== 'purpose' && meaning !== 'parcel');

/** A column and its meaning. */
const described: Text = { en: '“{name}”: {meaning}', ru: '«{name}»\u00a0— {meaning}' };
const column: Text = { en: 'Column', ru: 'Столбец' };

/** Its heading, else its place. */
export const nameColumn = ({ columns }: TableSheet, at: number, language: Language): string =>
  columns[at]?.heading || `${column[language]} ${at + 1}`;

/** «Участок»: номер участка · «Тел.»: не загружать. */
export const describeColumns = (sheet: TableSheet, language: Language): string =>
  sheet.columns
    .map(({ meaning }, at) => {
      const words = meaningTexts[meaning][language];
      const said = words[0]?.toLowerCase() + words.slice(1);
      const name = nameColumn(sheet, at, language);
      return described[language].replace('{meaning}', said).replace('{name}', () => name);
    })
    .join(' · ');
