import type { PictureName } from './pictures.ts';

export interface DemoPhotograph {
  by: string;
  /** The latest past occurrence of this day, as '05-01'. */
  on: string;
  picture: PictureName;
  caption: string;
  visibility?: 'private' | 'residents' | 'settlement' | 'public';
  tags?: string[];
  /** A plot number; absent: the whole settlement. */
  plot?: string;
  /** Prefix of the title of an object on the plot. */
  object?: string;
  /** Belongs to the English-speaking settlement. */
  isEnglish?: true;
}

export const demoPhotographs: readonly DemoPhotograph[] = [
  {
    by: 'resident',
    plot: '7',
    object: 'Антоновка',
    on: '05-16',
    picture: 'appleInBloom',
    caption: 'Антоновка зацвела',
    visibility: 'public',
    tags: ['яблоня', 'сад'],
  },
  {
    by: 'resident',
    plot: '7',
    object: 'Антоновка',
    on: '09-05',
    picture: 'appleHarvest',
    caption: 'Урожай этого года',
    tags: ['яблоня', 'урожай'],
  },
  {
    by: 'resident',
    plot: '7',
    object: 'Теплица',
    on: '07-18',
    picture: 'greenhouse',
    caption: 'Помидоры в теплице',
    tags: ['теплица'],
  },
  {
    by: 'resident',
    plot: '7',
    object: 'Грядка',
    on: '06-20',
    picture: 'garlicBed',
    caption: 'Чеснок в июне',
    tags: ['огород'],
  },
  {
    by: 'resident',
    plot: '7',
    object: 'Колодец',
    on: '10-24',
    picture: 'wellCleaned',
    caption: 'Колодец перед зимой',
    tags: ['вода'],
  },
  {
    by: 'resident',
    plot: '7',
    on: '06-15',
    picture: 'yard',
    caption: 'Двор и грядки в июне',
    visibility: 'residents',
    tags: ['двор'],
  },
  {
    by: 'resident',
    plot: '7',
    on: '01-20',
    picture: 'houseInSnow',
    caption: 'Дом зимой',
    visibility: 'settlement',
    tags: ['зима'],
  },
  {
    by: 'resident',
    plot: '7',
    on: '10-11',
    picture: 'crackedPlinth',
    caption: 'Трещина в цоколе — для страховой',
    visibility: 'private',
  },
  {
    by: 'pavel',
    plot: '31',
    on: '07-08',
    picture: 'pondInSummer',
    caption: 'Пруд с кувшинками, вид от меня',
    visibility: 'settlement',
    tags: ['пруд'],
  },
  {
    by: 'neighbour',
    plot: '9',
    on: '02-07',
    picture: 'houseInSnow',
    caption: 'После снегопада',
    visibility: 'public',
    tags: ['зима'],
  },
  {
    by: 'galina',
    plot: '10',
    on: '08-04',
    picture: 'flowerPath',
    caption: 'Флоксы вдоль дорожки',
    visibility: 'public',
    tags: ['цветы', 'сад'],
  },
  {
    by: 'andrey',
    plot: '21',
    on: '08-12',
    picture: 'wellCleaned',
    caption: 'Колодец почистили',
    tags: ['вода'],
  },
  {
    by: 'editor',
    on: '05-09',
    picture: 'streetInSpring',
    caption: 'Посёлок весной',
    visibility: 'public',
    tags: ['посёлок'],
  },
  {
    by: 'editor',
    on: '01-27',
    picture: 'roadCleared',
    caption: 'Дорога расчищена до второй линии',
    visibility: 'residents',
    tags: ['зима', 'дорога'],
  },
  {
    by: 'margaret',
    isEnglish: true,
    on: '04-19',
    picture: 'willows',
    caption: 'The willows the place is named after',
    visibility: 'public',
    tags: ['river'],
  },
];
