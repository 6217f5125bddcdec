import { removeInvisible } from '../../../base/i18n/invisible-characters.ts';
import type { Text } from '../../../base/i18n/text.ts';
import { type AreaUnit, readPlotArea } from '../../../domain/rules/plot-area.ts';

/**
 * Property names accepted for each field, in order of preference. Case, blanks, hyphens and underscores are ignored.
 * docs/importing.md lists them for users.
 */
export const fieldNames = {
  cadastralNumber: [
    'cadastral_number',
    'cadastral',
    'cad_number',
    'cad_num',
    'cadnum',
    'cn',
    'kn',
    'кадастровый_номер',
    'кад_номер',
    'кн',
    'id',
    'idu',
    '@id',
    'osm_id',
    'fid',
  ],
  plotNumber: [
    'plot_number',
    'plot',
    'number',
    'numero',
    'num',
    'parcel_number',
    'label',
    'номер_участка',
    '№_участка',
    'номер',
    '№',
    'участок',
    'уч',
  ],
  address: ['address', 'readable_address', 'addr', 'адрес', 'адрес_участка', 'местоположение'],
  area: [
    'area_m2',
    'area',
    'specified_area',
    'land_record_area',
    'declared_area',
    'area_value',
    'contenance',
    'площадь',
    'площадь_кв_м',
    'площадь_участка',
    'уточненная_площадь',
  ],
  kind: ['plot_kind', 'вид_участка'],
  purpose: ['purpose', 'building', 'usage', 'type', 'назначение'],
  parcel: ['parcel_cadastral_number', 'parcel_cn', 'parcel', 'plot_cadastral_number', 'земельный_участок'],
} as const;

export type FieldName = keyof typeof fieldNames;

export const normalizeFieldName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s_.,-]+/g, '');
const normalizedNames = Object.fromEntries(
  Object.entries(fieldNames).map(([field, names]) => [field, names.map(normalizeFieldName)]),
) as Record<FieldName, string[]>;

const knownNames = Object.values(normalizedNames).flat();

/** Shapefile tables truncate names after ten bytes: expands a truncated name to the first known name it begins. */
export function expandTruncatedName(name: string): string {
  const start = normalizeFieldName(name);
  const isCut = Buffer.byteLength(name) >= 9 && !knownNames.includes(start);
  return (isCut && start.length >= 5 && knownNames.find((whole) => whole.startsWith(start))) || name;
}

/** A feature's properties by normalized name; a Map, so that untrusted names cannot reach the prototype. */
type Properties = ReadonlyMap<string, unknown>;

function readProperties(feature: { properties: unknown; id: unknown }): Properties {
  const properties = new Map<string, unknown>();
  const given = feature.properties;
  if (isObject(given)) {
    // The public cadastral map nests its attributes in `options`.
    const inner = isObject(given.options) ? Object.entries(given.options) : [];
    for (const [name, value] of [...inner.slice(0, 500), ...Object.entries(given).slice(0, 500)])
      properties.set(normalizeFieldName(name), value);
  }
  if (!properties.has('id') && feature.id !== undefined) properties.set('id', feature.id);
  return properties;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first non-empty value among a field's names, as clean text. */
function readText(properties: Properties, field: FieldName): string {
  for (const name of normalizedNames[field]) {
    const value = properties.get(name);
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = cleanText(String(value));
    if (text !== '') return text;
  }
  return '';
}

export const cleanText = (text: string): string =>
  removeInvisible(text.toWellFormed())
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** Fields of a feature apart from its outline; empty if absent. `areaUnit`: of an area without a unit. */
export type Fields = Readonly<Record<FieldName, string>> & { readonly areaUnit: AreaUnit };

export const noFields: Fields = {
  cadastralNumber: '',
  plotNumber: '',
  address: '',
  area: '',
  areaUnit: 'm2',
  kind: '',
  purpose: '',
  parcel: '',
};

/** Longer than any accepted value, so that values that are too long are still detected. */
const maxFieldLength = 400;

export function readFields(feature: { properties: unknown; id: unknown }): Fields {
  const properties = readProperties(feature);
  const read = (field: FieldName) => readText(properties, field).slice(0, maxFieldLength).toWellFormed();
  return {
    ...noFields,
    cadastralNumber: read('cadastralNumber'),
    plotNumber: read('plotNumber'),
    address: read('address'),
    area: read('area'),
    kind: read('kind'),
    purpose: read('purpose'),
    parcel: read('parcel'),
  };
}

export const readArea = ({ area, areaUnit }: Fields): number | null => readPlotArea(area, areaUnit);

export const faults = {
  noNumber: {
    en: 'There is no cadastral number.',
    ru: 'Нет кадастрового номера.',
  },
  nameless: {
    en: 'There is neither a plot number nor a cadastral number.',
    ru: 'Нет ни номера участка, ни кадастрового номера.',
  },
  chosen: { en: 'You chose to leave it out.', ru: 'Вы решили это не загружать.' },
  longNumber: {
    en: 'The cadastral number is longer than 60 characters, or the plot number longer than 40.',
    ru: 'Кадастровый номер длиннее 60 символов или номер участка длиннее 40.',
  },
  repeated: {
    en: 'This number was in the file before; the first one counts.',
    ru: 'Этот номер в файле уже был; считается первый.',
  },
  nothingKnown: {
    en: 'There is neither an outline nor, for a building, an area together with a known plot.',
    ru: 'Нет ни контура, ни (для постройки) площади вместе с известным участком.',
  },
} satisfies Record<string, Text>;

export const belongsToAnotherSettlement: Text = {
  en: 'It belongs to another village.',
  ru: 'Относится к другому посёлку.',
};
export const axesSwapped: Text = {
  en: 'Latitude and longitude seem to be swapped: the other way round it would lie in the village.',
  ru: 'Похоже, широта и долгота перепутаны местами: если поменять, участок окажется в посёлке.',
};
export const tooFarAway: Text = {
  en: 'It lies too far from the village.',
  ru: 'Слишком далеко от посёлка.',
};

export const numberTaken = (number: string): Text => ({
  en: `The village has a plot ${number} already.`,
  ru: `Участок ${number} в посёлке уже есть.`,
});
export const numberReplaced = (number: string, by: string): Text => ({
  en: `The village has a plot ${number} already; this one is called ${by}.`,
  ru: `Участок ${number} в посёлке уже есть; этот назван ${by}.`,
});
export const numberRepeated = (number: string, earlier: number): Text => ({
  en: `Plot ${number} is in line ${earlier} of the file already; the first one counts.`,
  ru: `Участок ${number} в файле уже есть, по счёту ${earlier}; считается первый.`,
});
export const samePlotTwice = (number: string): Text => ({
  en: `The file is about plot ${number} of the village twice; the first one counts.`,
  ru: `В файле дважды говорится об участке ${number}; считается первый раз.`,
});
export const cadastralNumberElsewhere = (number: string): Text => ({
  en: `Plot ${number} of the village has this cadastral number already.`,
  ru: `Этот кадастровый номер уже у участка ${number}.`,
});
export const landApart = (number: string): Text => ({
  en: `Land with this cadastral number is registered apart from plot ${number}. Undo the file it came from, then send this one again.`,
  ru: `Земля с этим кадастровым номером записана отдельно от участка ${number}. Отмените файл, из которого она взялась, и загрузите этот ещё раз.`,
});
