/** Garden scenes as simple drawings, put together from a few shapes: 960 by 640. */
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';

const palettes: Record<
  Season,
  { sky: [string, string]; grass: string; hill: string; leaf: string; fruit: string }
> = {
  spring: {
    sky: ['#bfe3f7', '#eef8fb'],
    grass: '#8cc063',
    hill: '#a9cf8a',
    leaf: '#f4c6d7',
    fruit: '#ffffff',
  },
  summer: {
    sky: ['#7cc4f2', '#dff2fb'],
    grass: '#5fa845',
    hill: '#83b96a',
    leaf: '#3f8f3b',
    fruit: '#d8403a',
  },
  autumn: {
    sky: ['#c8cfd8', '#f3e9d8'],
    grass: '#a9a04c',
    hill: '#c79a4b',
    leaf: '#d9822b',
    fruit: '#8c1f1f',
  },
  winter: {
    sky: ['#aebfd0', '#e9eff5'],
    grass: '#f4f8fb',
    hill: '#dfe8f0',
    leaf: '#eef4f8',
    fruit: '#b8c7d3',
  },
};

type Shape = (season: Season) => string;

const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
const repeat = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

export const sun =
  (x: number, y: number): Shape =>
  () =>
    circle(x, y, 90, '#fff3b0') + circle(x, y, 56, '#ffd84d');

export const tree =
  (x: number, y: number, size: number): Shape =>
  (season) => {
    const { leaf, fruit } = palettes[season];
    const crown = [
      [0, -1.5, 0.62],
      [-0.5, -1.1, 0.5],
      [0.5, -1.15, 0.52],
      [0, -0.95, 0.6],
    ] as const;
    const fruits = [
      [-0.4, -1.3],
      [0.1, -1.7],
      [0.45, -1.1],
      [-0.1, -0.95],
      [0.3, -1.45],
    ] as const;
    return (
      rect(x - size * 0.09, y - size, size * 0.18, size, '#7a5a3c') +
      crown.map(([dx, dy, r]) => circle(x + dx * size, y + dy * size, r * size, leaf)).join('') +
      fruits.map(([dx, dy]) => circle(x + dx * size, y + dy * size, size * 0.07, fruit)).join('')
    );
  };

export const house =
  (x: number, y: number, wall = '#e8d2a6', roof = '#9b4a35'): Shape =>
  (season) =>
    rect(x, y - 150, 240, 150, wall) +
    `<path d="M${x - 25} ${y - 150} L${x + 120} ${y - 250} L${x + 265} ${y - 150} Z" fill="${season === 'winter' ? '#f7fafc' : roof}"/>` +
    repeat(2, (index) => rect(x + 30 + index * 120, y - 110, 60, 60, '#9fd0e6')) +
    rect(x + 100, y - 85, 40, 85, '#6d4b32');

export const greenhouse =
  (x: number, y: number): Shape =>
  () =>
    `<path d="M${x} ${y} V${y - 110} Q${x + 130} ${y - 220} ${x + 260} ${y - 110} V${y} Z" fill="#d9f0ee" stroke="#7ea6a3" stroke-width="6" opacity="0.92"/>` +
    repeat(4, (index) => rect(x + 50 + index * 52, y - 150, 5, 150, '#7ea6a3')) +
    repeat(
      6,
      (index) =>
        circle(x + 32 + index * 40, y - 30, 17, '#4d9b48') +
        circle(x + 36 + index * 40, y - 40, 6, '#d8403a'),
    );

export const beds =
  (x: number, y: number, rows: number): Shape =>
  (season) =>
    repeat(
      rows,
      (row) =>
        rect(x, y + row * 46, 360, 30, season === 'winter' ? '#e6edf2' : '#6b4a32') +
        (season === 'winter'
          ? ''
          : repeat(9, (index) =>
              circle(x + 20 + index * 40, y + 8 + row * 46, 12, index % 2 ? '#6fb04f' : '#4d8f3c'),
            )),
    );

export const well =
  (x: number, y: number): Shape =>
  () =>
    rect(x, y - 70, 120, 70, '#a9a9a3') +
    rect(x + 8, y - 170, 10, 100, '#7a5a3c') +
    rect(x + 102, y - 170, 10, 100, '#7a5a3c') +
    `<path d="M${x - 20} ${y - 160} L${x + 60} ${y - 220} L${x + 140} ${y - 160} Z" fill="#8c5a3a"/>` +
    rect(x + 52, y - 160, 5, 80, '#555');

export const fence =
  (y: number): Shape =>
  () =>
    rect(0, y - 52, 960, 8, '#b08a5b') +
    repeat(25, (index) => rect(index * 40 + 6, y - 80, 20, 80, '#c9a26d'));

export const pond =
  (x: number, y: number): Shape =>
  (season) =>
    `<ellipse cx="${x}" cy="${y}" rx="190" ry="60" fill="${season === 'winter' ? '#d5e4ee' : '#6ba9c9'}"/>` +
    repeat(
      4,
      (index) =>
        `<ellipse cx="${x - 90 + index * 60}" cy="${y + (index % 2 ? 14 : -12)}" rx="22" ry="8" fill="#3f8f4a"/>`,
    );

export const flowers =
  (y: number): Shape =>
  () =>
    repeat(24, (index) => {
      const x = 20 + index * 40;
      const colour = ['#e2568c', '#f2c230', '#8b5fd0', '#ffffff'][index % 4] as string;
      return rect(x - 2, y - 34, 4, 34, '#4d8f3c') + circle(x, y - 38 - (index % 3) * 6, 11, colour);
    });

export function drawScene(season: Season, shapes: readonly Shape[]): string {
  const { sky, grass, hill } = palettes[season];
  const snow =
    season === 'winter'
      ? repeat(60, (index) => circle((index * 173) % 960, (index * 97) % 620, 4, '#ffffff'))
      : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs><rect width="960" height="640" fill="url(#s)"/><path d="M0 420 Q240 300 480 400 T960 370 V640 H0 Z" fill="${hill}"/><path d="M0 470 Q480 420 960 470 V640 H0 Z" fill="${grass}"/>${shapes.map((shape) => shape(season)).join('')}${snow}</svg>`;
}
