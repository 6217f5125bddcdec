import {
  beds,
  type drawScene,
  fence,
  flowers,
  greenhouse,
  house,
  pond,
  type Season,
  sun,
  tree,
  well,
} from './garden-scenes.ts';

type Shapes = Parameters<typeof drawScene>[1];

export interface DemoPhotograph {
  by: string;
  daysAgo: number;
  season: Season;
  shapes: Shapes;
  caption: string;
  visibility?: 'private' | 'residents' | 'settlement' | 'public';
  tags?: string[];
  /** A plot's number, else the settlement as a whole. */
  plot?: string;
  /** Begins the title of an object on the plot, if there is one. */
  object?: string;
}

export const demoPhotographs: readonly DemoPhotograph[] = [
  {
    by: 'resident',
    plot: '7',
    object: 'Антоновка',
    daysAgo: 190,
    season: 'spring',
    shapes: [sun(780, 130), tree(470, 540, 190), fence(600)],
    caption: 'Антоновка зацвела',
    visibility: 'public',
    tags: ['яблоня', 'сад'],
  },
  {
    by: 'resident',
    plot: '7',
    object: 'Антоновка',
    daysAgo: 60,
    season: 'autumn',
    shapes: [tree(470, 540, 190), house(40, 520)],
    caption: 'Урожай этого года',
    tags: ['яблоня', 'урожай'],
  },
  {
    by: 'resident',
    plot: '7',
    object: 'Теплица',
    daysAgo: 130,
    season: 'summer',
    shapes: [sun(170, 120), greenhouse(330, 540)],
    caption: 'Помидоры в теплице',
    tags: ['теплица'],
  },
  {
    by: 'resident',
    plot: '7',
    daysAgo: 150,
    season: 'summer',
    shapes: [sun(820, 110), house(80, 500), beds(500, 500, 3)],
    caption: 'Двор и грядки в июне',
    visibility: 'residents',
    tags: ['двор'],
  },
  {
    by: 'resident',
    plot: '7',
    daysAgo: 20,
    season: 'autumn',
    shapes: [house(330, 520, '#dfe3d6', '#556b5d')],
    caption: 'Трещина в цоколе — для страховой',
    visibility: 'private',
  },
  {
    by: 'neighbour',
    plot: '9',
    daysAgo: 140,
    season: 'summer',
    shapes: [sun(140, 120), pond(560, 560), tree(180, 520, 120)],
    caption: 'Пруд с кувшинками',
    visibility: 'settlement',
    tags: ['пруд'],
  },
  {
    by: 'neighbour',
    plot: '9',
    daysAgo: 300,
    season: 'winter',
    shapes: [house(360, 520, '#d9c3a0'), tree(160, 540, 130), fence(610)],
    caption: 'После снегопада',
    visibility: 'public',
    tags: ['зима'],
  },
  {
    by: 'galina',
    plot: '10',
    daysAgo: 110,
    season: 'summer',
    shapes: [sun(800, 120), house(60, 480), flowers(600), flowers(560)],
    caption: 'Флоксы вдоль дорожки',
    visibility: 'public',
    tags: ['цветы', 'сад'],
  },
  {
    by: 'andrey',
    plot: '21',
    daysAgo: 95,
    season: 'summer',
    shapes: [well(420, 540), tree(760, 540, 140)],
    caption: 'Колодец почистили',
    tags: ['вода'],
  },
  {
    by: 'editor',
    daysAgo: 200,
    season: 'spring',
    shapes: [
      sun(480, 110),
      house(60, 500),
      house(390, 490, '#f0dfc2', '#47658a'),
      house(700, 505, '#e6c9b4'),
      fence(620),
    ],
    caption: 'Посёлок весной',
    visibility: 'public',
    tags: ['посёлок'],
  },
  {
    by: 'editor',
    daysAgo: 280,
    season: 'winter',
    shapes: [house(90, 510), house(640, 500, '#cdd6d8')],
    caption: 'Дорога расчищена до второй линии',
    visibility: 'residents',
    tags: ['зима', 'дорога'],
  },
];
