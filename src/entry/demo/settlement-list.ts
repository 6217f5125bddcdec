import type { LandPlan } from './land-layout.ts';

export interface DemoLayout {
  slug: string;
  name: string;
  kind: string;
  status: string;
  timeZone: string;
  /** From country to locality. */
  places: readonly [country: string, region: string, district: string, locality: string];
  address: string;
  /** Formats the address of a plot. */
  formatAddress(street: string, number: string): string;
  /** Origin of the metric coordinates. */
  west: number;
  south: number;
  cadastralQuarter: string;
  /** Rotation in radians. */
  rotation: number;
  plan: LandPlan;
}

const formatRussianAddress = (street: string, number: string) => `улица ${street}, ${number}`;

/** Its boundary was extended: some of the added parcels had numbers that were taken. */
export const tverSlug = 'volzhskie-dali';
/** The English-speaking settlement. */
export const englishSlug = 'willow-bank';

/** Invented settlements in real regions; no such settlement exists at these coordinates. */
export const layouts: readonly DemoLayout[] = [
  {
    slug: 'berezovaya-roshcha',
    name: 'СНТ «Берёзовая роща»',
    kind: 'snt',
    status: 'populated',
    timeZone: 'Europe/Moscow',
    places: ['Россия', 'Московская область', 'Дмитровский городской округ', 'деревня Ольгово'],
    address: '46-й километр Рогачёвского шоссе',
    formatAddress: formatRussianAddress,
    west: 37.352,
    south: 56.262,
    cadastralQuarter: '50:04:0190301',
    rotation: 0.12,
    plan: {
      streets: ['Садовая', 'Лесная', 'Луговая', 'Речная'],
      rows: [
        [{ to: 238, plots: 9 }],
        [
          { to: 226, plots: 9 },
          { to: 286, common: 'Поле' },
        ],
        [
          { to: 226, plots: 9 },
          { to: 286, common: 'Поле' },
        ],
        [
          { to: 102, plots: 4 },
          { to: 156, common: 'Пруд' },
          { to: 286, plots: 5 },
        ],
        [
          { to: 102, plots: 4 },
          { to: 156, common: 'Пруд' },
          { to: 279, plots: 5 },
        ],
        [{ to: 262, plots: 9 }],
        [{ to: 241, plots: 9 }],
        [{ to: 214, plots: 9, lastLiesBefore: true }],
      ],
      depth: 33,
      bend: 17,
      fan: 0.0005,
      beyond: 9,
    },
  },
  {
    slug: 'ozernyy-bereg',
    name: 'Коттеджный посёлок «Озёрный берег»',
    kind: 'cottage_village',
    status: 'populating',
    timeZone: 'Europe/Moscow',
    places: ['Россия', 'Ленинградская область', 'Всеволожский район', 'деревня Лехтуси'],
    address: 'Матоксское шоссе, поворот у озера',
    formatAddress: formatRussianAddress,
    west: 30.652,
    south: 60.182,
    cadastralQuarter: '47:07:0113002',
    rotation: -0.2,
    plan: {
      streets: ['Озёрная', 'Сосновая', 'Песчаная'],
      rows: [
        [{ to: 204, plots: 7 }],
        [
          { to: 96, plots: 3 },
          { to: 132, common: 'Сквер' },
          { to: 250, plots: 4 },
        ],
        [
          { to: 96, plots: 3 },
          { to: 132, common: 'Сквер' },
          { to: 246, plots: 4 },
        ],
        [{ to: 214, plots: 7 }],
        [{ to: 208, plots: 7 }],
        [{ to: 188, plots: 7, lastLiesBefore: true }],
      ],
      depth: 40,
      bend: -20,
      fan: -0.0003,
      beyond: 0,
    },
  },
  {
    slug: 'dalnie-luga',
    name: 'ДНП «Дальние луга»',
    kind: 'dnp',
    status: 'building',
    timeZone: 'Europe/Moscow',
    places: ['Россия', 'Московская область', 'Городской округ Чехов', 'деревня Сенино'],
    address: 'за рекой, от деревни направо',
    formatAddress: formatRussianAddress,
    west: 37.512,
    south: 55.142,
    cadastralQuarter: '50:31:0020408',
    rotation: 0.3,
    plan: {
      streets: ['Полевая', 'Заречная'],
      rows: [
        [{ to: 168, plots: 6 }],
        [{ to: 176, plots: 6 }],
        [{ to: 162, plots: 6 }],
        [{ to: 150, plots: 6 }],
      ],
      depth: 38,
      bend: 12,
      fan: 0.0008,
      beyond: 0,
    },
  },
  {
    slug: tverSlug,
    name: 'СНТ «Волжские дали»',
    kind: 'snt',
    status: 'populated',
    timeZone: 'Europe/Moscow',
    places: ['Россия', 'Тверская область', 'Калининский район', 'деревня Рябеево'],
    address: '9-й километр Старицкого шоссе, к реке',
    formatAddress: formatRussianAddress,
    west: 35.742,
    south: 56.801,
    cadastralQuarter: '69:10:0225101',
    rotation: -0.1,
    plan: {
      streets: ['Волжская', 'Луговая'],
      rows: [
        [{ to: 200, plots: 8 }],
        [{ to: 192, plots: 8 }],
        [{ to: 196, plots: 8 }],
        [{ to: 203, plots: 8 }],
      ],
      depth: 32,
      bend: -11,
      fan: 0.0004,
      beyond: 8,
    },
  },
  {
    slug: englishSlug,
    name: 'Willow Bank',
    kind: 'village',
    status: 'populated',
    timeZone: 'Europe/London',
    places: ['England', 'Herefordshire', 'Leominster', 'Kingsland'],
    address: 'off the B4360, by the river',
    formatAddress: (street, number) => `${number} ${street}`,
    west: -2.832,
    south: 52.241,
    cadastralQuarter: 'WB',
    rotation: 0.25,
    plan: {
      streets: ['Mill Lane', 'Orchard Row'],
      rows: [
        [{ to: 118, plots: 4 }],
        [
          { to: 120, plots: 4 },
          { to: 165, common: 'Green' },
        ],
        [
          { to: 120, plots: 4 },
          { to: 165, common: 'Green' },
        ],
        [{ to: 132, plots: 4 }],
      ],
      depth: 36,
      bend: 14,
      fan: 0.0009,
      beyond: 0,
    },
  },
];

export const demoSlugs: readonly string[] = layouts.map(({ slug }) => slug);
