/** Background of every scene: light, sky and ground of a season, 960 by 640. */
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
export type Shape = (season: Season) => string;

interface Palette {
  readonly sky: readonly [string, string];
  readonly far: string;
  readonly near: string;
  readonly ground: readonly [string, string];
  readonly crown: readonly [string, string];
}

export const palettes: Readonly<Record<Season, Palette>> = {
  spring: {
    sky: ['#9cc9e8', '#f3f4e6'],
    far: '#9dbb9a',
    near: '#a8c283',
    ground: ['#9cc06a', '#6f9a48'],
    crown: ['#a9cf6d', '#85b350'],
  },
  summer: {
    sky: ['#5fa9e0', '#d9eef6'],
    far: '#6f9f86',
    near: '#7fae62',
    ground: ['#82b553', '#4f8434'],
    crown: ['#5c9a41', '#3f7a2f'],
  },
  autumn: {
    sky: ['#8c9fb0', '#efe0c6'],
    far: '#8f8a6e',
    near: '#b9974f',
    ground: ['#b0a25a', '#7f7338'],
    crown: ['#dd9a35', '#c26a24'],
  },
  winter: {
    sky: ['#93a9c2', '#eef1f4'],
    far: '#a9b7c4',
    near: '#c6d2dc',
    ground: ['#ffffff', '#d9e4ee'],
    crown: ['#e4ecf3', '#c8d6e2'],
  },
};

export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${more}/>`;
export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${more}/>`;
export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`;
export const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"${more}/>`;
export const repeat = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');
/** Deterministic scattering. */
export const spread = (index: number, below: number, salt = 0) =>
  Math.floor((((Math.sin((index + 1) * 127.1 + salt * 311.7) * 43758.5453) % 1) + 1) * below) % below;

/** A forest on the horizon: firs and round crowns alternating. */
function wood(season: Season, y: number, height: number, fill: string, salt: number): string {
  return repeat(34, (index) => {
    const x = index * 30 - 15 + spread(index, 16, salt);
    const h = height * (0.6 + spread(index, 50, salt + 1) / 100);
    return spread(index, 3, salt + 2) > 0 || season === 'winter'
      ? path(`M${x} ${y - h}L${x + 15} ${y + 20}H${x - 15}Z`, fill)
      : ellipse(x, y - h * 0.4, 22, h * 0.5, fill);
  });
}

export const sun =
  (x: number, y: number): Shape =>
  () =>
    circle(x, y, 120, '#fff6cf', ' opacity="0.35"') +
    circle(x, y, 80, '#fff1b0', ' opacity="0.5"') +
    circle(x, y, 44, '#ffe07a');

export const clouds =
  (y: number): Shape =>
  (season) =>
    repeat(3, (index) => {
      const x = 140 + index * 330 + spread(index, 80);
      const at = y + spread(index, 50, 3);
      const fill = season === 'autumn' ? '#c9ced3' : '#ffffff';
      return `<g opacity="0.75">${ellipse(x, at, 90, 22, fill)}${ellipse(x - 35, at - 16, 45, 24, fill)}${ellipse(x + 28, at - 20, 52, 30, fill)}</g>`;
    });

export const rain: Shape = () =>
  `<g opacity="0.55">${repeat(110, (index) => {
    const [x, y] = [spread(index, 980), spread(index, 620, 5)];
    return line(`M${x} ${y}l-7 26`, '#dfe8ee', 2);
  })}</g>`;

export const snowfall: Shape = () =>
  repeat(130, (index) =>
    circle(
      spread(index, 960),
      spread(index, 640, 5),
      1.5 + spread(index, 30, 9) / 10,
      '#ffffff',
      ' opacity="0.9"',
    ),
  );

/** Evening: a blue overlay, with lit places drawn on top. */
export const dusk: Shape = () => rect(0, 0, 960, 640, '#1d2b4a', ' opacity="0.55"');

export function drawScene(season: Season, shapes: readonly Shape[]): string {
  const { sky, far, near, ground } = palettes[season];
  const gradient = (id: string, [from, to]: readonly [string, string]) =>
    `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
  const flecks = repeat(90, (index) => {
    const [x, y] = [spread(index, 960, 20), 430 + spread(index, 200, 21)];
    return season === 'winter'
      ? ellipse(x, y, 26, 3, '#cfdbe6', ' opacity="0.5"')
      : line(`M${x} ${y}q2 -8 6 -12`, season === 'autumn' ? '#8d7a3a' : '#3f7a2f', 2, ' opacity="0.35"');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640" viewBox="0 0 960 640"><defs>${gradient('s', sky)}${gradient('g', ground)}</defs>${rect(0, 0, 960, 640, 'url(#s)')}${wood(season, 360, 90, far, 1)}${path('M0 372Q240 330 500 362T960 348V640H0Z', near)}${path('M0 420Q300 392 560 412T960 404V640H0Z', 'url(#g)')}${flecks}${shapes.map((shape) => shape(season)).join('')}</svg>`;
}

/** Background of an interior or a close-up. */
export function drawIndoors(wall: string, floor: string, shapes: readonly Shape[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640" viewBox="0 0 960 640"><defs><radialGradient id="l" cx="0.5" cy="0.35" r="0.8"><stop stop-color="#fff" stop-opacity="0.3"/><stop offset="1" stop-color="#000" stop-opacity="0.45"/></radialGradient></defs>${rect(0, 0, 960, 640, wall)}${rect(0, 470, 960, 170, floor)}${shapes.map((shape) => shape('summer')).join('')}${rect(0, 0, 960, 640, 'url(#l)')}</svg>`;
}
