import {
  appleTree,
  basket,
  beds,
  birch,
  fallenLeaves,
  flowers,
  greenhouse,
  pond,
  river,
  sapling,
  spruceCover,
  willow,
} from './garden.ts';
import { crackedPlinth, fuseBoard, hives, pumpRoom, seedlings } from './indoors.ts';
import { clouds, drawIndoors, drawScene, dusk, rain, snowfall, sun } from './landscape.ts';
import {
  bathhouse,
  cottage,
  feeder,
  fence,
  house,
  lamp,
  posts,
  road,
  street,
  table,
  tractor,
  well,
} from './village.ts';

/** Drawn scenes of what residents photograph over a year. */
export const scenes = {
  houseInSnow: () =>
    drawScene('winter', [
      birch(120, 540, 190),
      house(330, 540, { smoke: true, wall: '#b98d5f' }),
      appleTree(800, 560, 120),
      fence(622),
      snowfall,
    ]),
  roadCleared: () => drawScene('winter', [street, road('cleared'), tractor(600, 560), snowfall]),
  pondFrozen: () => drawScene('winter', [birch(120, 480, 150), birch(210, 470, 130), pond(520, 540, 330)]),
  windowSeedlings: () => drawIndoors('#e8dcc4', '#a57c52', [seedlings]),
  roadWashedOut: () => drawScene('spring', [clouds(110), birch(140, 500, 180), road('washed'), rain]),
  appleInBloom: () =>
    drawScene('spring', [
      sun(800, 120),
      clouds(120),
      appleTree(440, 560, 210, { blossom: true }),
      house(690, 480, { size: 0.5 }),
      fence(625),
    ]),
  streetInSpring: () => drawScene('spring', [clouds(110), street, road('good'), birch(60, 540, 150)]),
  flagDay: () => drawScene('summer', [sun(140, 100), birch(80, 500, 190), birch(880, 500, 190), table]),
  greenhouse: () => drawScene('summer', [sun(170, 110), clouds(130), greenhouse(300, 570), beds(20, 560, 1)]),
  yard: () =>
    drawScene('summer', [
      sun(830, 100),
      house(70, 510, { wall: '#d9c08f' }),
      beds(480, 470, 3),
      birch(420, 480, 150),
    ]),
  garlicBed: () =>
    drawScene('summer', [
      clouds(120),
      fence(420),
      beds(300, 440, 4, 'garlic'),
      house(30, 430, { size: 0.5 }),
    ]),
  pondInSummer: () =>
    drawScene('summer', [sun(140, 110), birch(150, 470, 160), birch(860, 460, 140), pond(500, 540, 340)]),
  flowerPath: () =>
    drawScene('summer', [
      sun(820, 110),
      house(60, 470, { size: 0.9, wall: '#e2d2b4' }),
      flowers(540, 330),
      flowers(590),
      flowers(634),
    ]),
  sapling: () =>
    drawScene('spring', [
      sun(820, 110),
      clouds(120),
      fence(520),
      sapling(440, 590),
      house(700, 450, { size: 0.5 }),
    ]),
  newFence: () =>
    drawScene('summer', [clouds(110), birch(110, 470, 170), fence(560, 0, 640, '#d9b77f'), posts(680, 560)]),
  birdFeeder: () =>
    drawScene('winter', [
      house(620, 520, { size: 0.9, lit: true }),
      birch(300, 620, 330),
      feeder(330, 300),
      snowfall,
    ]),
  wellCleaned: () =>
    drawScene('summer', [clouds(110), well(390, 570), appleTree(770, 560, 140), fence(470, 0, 330)]),
  bathhouse: () => drawScene('summer', [birch(100, 500, 200), bathhouse(360, 540), birch(760, 510, 170)]),
  lampPath: () =>
    drawScene('summer', [
      road('good'),
      dusk,
      house(90, 500, { lit: true, wall: '#7d7263', roof: '#4a3330' }),
      lamp(640, 590, true),
      lamp(420, 470, true),
    ]),
  currants: () =>
    drawScene('summer', [
      sun(800, 110),
      fence(470),
      beds(120, 480, 1),
      basket(560, 610, ['#7a1226', '#a01c34', '#4a0d1c']),
    ]),
  appleHarvest: () =>
    drawScene('autumn', [
      appleTree(360, 560, 200, { apples: true }),
      basket(620, 620),
      house(740, 470, { size: 0.45 }),
      fallenLeaves,
    ]),
  streetInAutumn: () =>
    drawScene('autumn', [clouds(100), street, road('good'), birch(880, 560, 200), fallenLeaves]),
  pumpRoom: () => drawIndoors('#8d8a83', '#6b6862', [pumpRoom]),
  fuseBoard: () => drawIndoors('#b9a98c', '#8a7350', [fuseBoard]),
  crackedPlinth: () => drawIndoors('#a85e48', '#7f8a55', [crackedPlinth]),
  lampOut: () =>
    drawScene('autumn', [
      fence(590),
      dusk,
      house(40, 500, { size: 0.8, lit: true, wall: '#6d6357', roof: '#43302d' }),
      lamp(560, 600, false),
    ]),
  rosesCovered: () =>
    drawScene('autumn', [house(620, 460, { size: 0.7 }), spruceCover(140, 590), fallenLeaves]),
  newRoof: () =>
    drawScene('autumn', [
      clouds(100),
      house(260, 580, { size: 1.5, wall: '#d9c08f', roof: '#47758a' }),
      birch(860, 560, 190),
    ]),
  lakeMorning: () => drawScene('autumn', [clouds(110), birch(90, 470, 170), pond(540, 530, 400)]),
  firstSnow: () =>
    drawScene('winter', [
      house(300, 560, { size: 1.2, wall: '#c7a06d', lit: true }),
      birch(840, 560, 180),
      snowfall,
    ]),
  cottage: () => drawScene('summer', [sun(820, 110), clouds(120), cottage(300, 560), flowers(630)]),
  willows: () => drawScene('spring', [clouds(110), river, willow(200, 500, 200), willow(770, 490, 170)]),
  hives: () => drawScene('summer', [sun(150, 100), appleTree(840, 480, 110), hives, flowers(632)]),
  laneFlooded: () => drawScene('autumn', [clouds(100), cottage(40, 470), river, rain]),
} as const satisfies Record<string, () => string>;

export type SceneName = keyof typeof scenes;
