import type { ObjectKind } from '../../domain/rules/parcel-objects.ts';

/** Position on a plot, in metres along the street and into its depth. */
export interface Spot {
  type: 'point' | 'line' | 'ring';
  at: readonly (readonly [number, number])[];
}

export interface GardenObject {
  who: string;
  where: 'main' | 'other' | 'english';
  number: string;
  kind: ObjectKind;
  title: string;
  begun_on?: string;
  notes?: string;
  tags?: string[];
  spot?: Spot;
  archived?: true;
}

const at = (east: number, north: number): Spot => ({ type: 'point', at: [[east, north]] });
const bed = (x: number, y: number, width: number, depth: number): Spot => ({
  type: 'ring',
  at: [
    [x, y],
    [x + width, y],
    [x + width, y + depth],
    [x, y + depth],
  ],
});

const garden = (
  who: string,
  where: GardenObject['where'],
  number: string,
  objects: Omit<GardenObject, 'who' | 'where' | 'number'>[],
) => objects.map((object): GardenObject => ({ who, where, number, ...object }));

export const gardenObjects: readonly GardenObject[] = [
  ...garden('resident', 'main', '7', [
    {
      kind: 'tree',
      title: 'Антоновка у калитки',
      begun_on: '2011-04-24',
      notes: 'Привита на семенной подвой. Плодоносит через год, обильно.',
      tags: ['яблоня', 'сад'],
      spot: at(3, 3),
    },
    {
      kind: 'tree',
      title: 'Груша «Лада»',
      begun_on: '2016-05-02',
      notes: 'В 2024 году подмёрзла вершина, обрезана на боковую ветвь.',
      tags: ['груша', 'сад'],
      spot: at(20, 22),
    },
    {
      kind: 'greenhouse',
      title: 'Теплица 3 × 6, поликарбонат',
      begun_on: '2019-04-30',
      notes: 'Зимой подпорки под дуги. Форточка с термоприводом.',
      tags: ['теплица'],
      spot: bed(15, 24, 3, 6),
    },
    {
      kind: 'well',
      title: 'Колодец, 9 колец',
      begun_on: '2003-08-15',
      notes: 'Чистили в 2021-м. Вода по анализу: железо на верхней границе.',
      tags: ['вода'],
      spot: at(21, 12),
    },
    {
      kind: 'bed',
      title: 'Грядка под чеснок',
      begun_on: '2025-10-05',
      tags: ['огород'],
      spot: bed(3, 20, 1.2, 5),
    },
    {
      kind: 'compost',
      title: 'Компост, две секции',
      begun_on: '2018-06-10',
      tags: ['огород'],
      spot: bed(1, 30, 2.4, 1.2),
    },
    {
      kind: 'tree',
      title: 'Старая вишня',
      begun_on: '1998-05-01',
      notes: 'Погибла от монилиоза, спилена в марте.',
      tags: ['сад'],
      spot: at(12, 28),
      archived: true,
    },
  ]),
  ...garden('resident', 'main', '8', [
    {
      kind: 'shrub',
      title: 'Смородина, ряд из шести кустов',
      begun_on: '2014-09-20',
      tags: ['ягоды'],
      spot: {
        type: 'line',
        at: [
          [2, 22],
          [14, 22],
        ],
      },
    },
    {
      kind: 'septic',
      title: 'Септик, 3 м³',
      begun_on: '2017-07-01',
      notes: 'Откачка раз в год, в сентябре.',
      spot: at(20, 28),
    },
  ]),
  ...garden('neighbour', 'main', '9', [
    {
      kind: 'borehole',
      title: 'Скважина на песок, 22 м',
      begun_on: '2020-06-18',
      notes: 'Насос на 18 м. Паспорт скважины в доме, синяя папка.',
      tags: ['вода'],
      spot: at(4, 30),
    },
    {
      kind: 'bathhouse',
      title: 'Баня 4 × 5',
      begun_on: '2009-09-01',
      tags: ['баня'],
      spot: bed(17, 26, 4, 5),
    },
    {
      kind: 'fence',
      title: 'Забор с участком 8, сетка',
      begun_on: '2015-05-20',
      notes: 'Ставили вместе с Анной Петровной, пополам.',
      spot: {
        type: 'line',
        at: [
          [0, 1],
          [0, 33],
        ],
      },
    },
    { kind: 'tree', title: 'Дуб, посажен сыном', begun_on: '2008-09-01', spot: at(12, 30) },
  ]),
  ...garden('galina', 'main', '10', [
    {
      kind: 'bed',
      title: 'Пионы вдоль дорожки',
      begun_on: '2006-08-25',
      tags: ['цветы'],
      spot: bed(10, 2, 1, 8),
    },
    {
      kind: 'pond',
      title: 'Прудик с кубышками',
      begun_on: '2013-06-12',
      tags: ['вода', 'цветы'],
      spot: bed(16, 20, 3, 2.5),
    },
  ]),
  ...garden('editor', 'main', '15', [
    {
      kind: 'gate',
      title: 'Откатные ворота',
      begun_on: '2022-05-14',
      notes: 'Привод на 600 кг, ключ у мастера.',
      spot: {
        type: 'line',
        at: [
          [8, 0],
          [12, 0],
        ],
      },
    },
    {
      kind: 'lighting',
      title: 'Фонари на солнечных батареях, 6 шт.',
      begun_on: '2023-04-29',
      tags: ['свет'],
    },
    {
      kind: 'utility',
      title: 'Ввод электричества, 15 кВт',
      begun_on: '2018-11-02',
      tags: ['электричество'],
      spot: at(0.5, 0.5),
    },
  ]),
  ...garden('outsider', 'other', '3', [
    { kind: 'tree', title: 'Голубая ель', begun_on: '2021-10-09', spot: at(5, 28) },
    {
      kind: 'path',
      title: 'Дорожка к озеру, гравий',
      begun_on: '2023-07-08',
      spot: {
        type: 'line',
        at: [
          [12, 0],
          [12, 16],
          [20, 33],
        ],
      },
    },
  ]),
];
